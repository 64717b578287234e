import type { PointerEvent as ReactPointerEvent } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { dragRow } from '../../../src/views/ui/drag-row.ts';

const PITCH = 40;

function rows(count: number) {
  document.body.innerHTML = `<div data-scroller><div role="grid">${'<div role="row"><button></button></div>'.repeat(count)}</div></div>`;
  document.querySelectorAll<HTMLElement>('[role="row"]').forEach((row, index) => {
    row.ariaRowIndex = String(index + 1);
    Object.defineProperty(row, 'offsetHeight', { value: PITCH });
  });
  return [...document.querySelectorAll('button')];
}

function begin(handle: HTMLElement | undefined, y: number) {
  if (!handle) throw new Error('There is no such row');
  const moves: number[] = [];
  const onEnd = vi.fn();
  const press = { currentTarget: handle, button: 0, pointerId: 1, clientY: y };
  dragRow(press as unknown as ReactPointerEvent<HTMLElement>, {
    count: 4,
    onStart: () => undefined,
    onMove: (index) => moves.push(index),
    onEnd,
  });
  return { moves, onEnd };
}

const point = (type: string, clientY: number) =>
  document.dispatchEvent(new PointerEvent(type, { pointerId: 1, clientY, bubbles: true }));

afterEach(() => document.body.replaceChildren());

test('a row that is let go before the next frame is where the pointer was last', () => {
  const { moves, onEnd } = begin(rows(4)[3], 3.5 * PITCH);
  point('pointermove', 3.2 * PITCH);
  point('pointermove', 1.5 * PITCH);
  point('pointerup', 1.5 * PITCH);
  expect([moves.at(-1), onEnd.mock.calls]).toEqual([1, [[false]]]);
});

test('one that is given up moves no more', () => {
  const { moves, onEnd } = begin(rows(4)[3], 3.5 * PITCH);
  point('pointermove', 3.2 * PITCH);
  point('pointermove', 1.5 * PITCH);
  point('pointercancel', 1.5 * PITCH);
  expect([moves, onEnd.mock.calls]).toEqual([[], [[true]]]);
});
