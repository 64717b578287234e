import { expect, test } from 'vitest';
import { recheckMachine } from '../../../src/machines/kit/recheck.machine.ts';
import { createHost } from '../../support/host.ts';

function start() {
  const { ports, parentEvents } = createHost(recheckMachine);
  return { ...ports, report: () => parentEvents.length, parentEvents };
}

test('a page in view reloads every 15 s', () => {
  const { clock, report, parentEvents } = start();
  clock.advance(14_999);
  expect(report()).toBe(0);
  clock.advance(1);
  clock.advance(15_000);
  expect(parentEvents).toEqual([
    { type: 'page.refresh', again: false },
    { type: 'page.refresh', again: false },
  ]);
});

test('a hidden one does not, but at once on return', () => {
  const { clock, page, report } = start();
  clock.advance(10_000);
  page.setVisible(false);
  clock.advance(600_000);
  expect(report()).toBe(0);
  page.setVisible(true);
  expect(report()).toBe(1);
  clock.advance(14_999);
  expect(report()).toBe(1);
  clock.advance(1);
  expect(report()).toBe(2);
});
