import { expect, test } from 'vitest';
import { movedByKey } from '../../../src/views/ui/order-chips.ts';
import { arrowsOf } from '../../../src/views/ui/roving.ts';

function chip(direction: 'ltr' | 'rtl'): HTMLElement {
  const element = document.createElement('button');
  element.style.direction = direction;
  document.body.append(element);
  return element;
}

test('arrows lead on in the reading direction', () => {
  expect(arrowsOf(chip('ltr'))).toEqual({ forward: 'ArrowRight', back: 'ArrowLeft' });
  expect(arrowsOf(chip('rtl'))).toEqual({ forward: 'ArrowLeft', back: 'ArrowRight' });
});

test('a chip moves in the reading direction', () => {
  const moved = (direction: 'ltr' | 'rtl', key: string) => movedByKey({ key, currentTarget: chip(direction) }, 1, 3);
  expect([moved('ltr', 'ArrowRight'), moved('ltr', 'ArrowLeft')]).toEqual([2, 0]);
  expect([moved('rtl', 'ArrowRight'), moved('rtl', 'ArrowLeft')]).toEqual([0, 2]);
});
