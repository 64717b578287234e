import { expect, test, vi } from 'vitest';
import { rescanMachine } from '../../../../src/machines/edit/item-edit/rescan.machine.ts';
import { scanItem } from '../../../../src/services/endpoints/item-tools.ts';
import { createHost } from '../../../support/host.ts';
import { wholeBook } from '../../../support/item-fixtures.ts';

const start = (item = wholeBook) => {
  const host = createHost(rescanMachine, { input: { item } });
  return { ...host, state: () => host.subject.getSnapshot() };
};

test('an item is rescanned, and the result shows here and goes to the modal (areas 19.1)', async () => {
  const { subject, ports, state, parentEvents } = start();
  ports.api.answer(scanItem, { result: 'UPTODATE' });
  subject.send({ type: 'rescan.run' });
  subject.send({ type: 'rescan.run' });
  expect(state().hasTag('busy')).toBe(true);
  await vi.waitFor(() => expect(state().context.result).toBe('UPTODATE'));
  expect(ports.api.inputsOf(scanItem)).toEqual([{ id: wholeBook.id }]);
  expect(parentEvents).toContainEqual({ type: 'tab.changedItem' });
  ports.api.refuse(scanItem, { kind: 'server', status: 500, message: 'Its file is gone' });
  subject.send({ type: 'rescan.run' });
  expect(state().context.result).toBeNull();
  await vi.waitFor(() => expect(state().context.error?.kind).toBe('server'));
  expect(state().hasTag('busy')).toBe(false);
});

test.each([{ isMissing: true }, { isFile: true }])('an item with %o sends no request', (change) => {
  const { subject, ports, state } = start({ ...wholeBook, ...change });
  subject.send({ type: 'rescan.run' });
  expect([state().value, ports.api.inputsOf(scanItem)]).toEqual(['resting', []]);
  subject.send({ type: 'tab.itemChanged', item: wholeBook });
  ports.api.defer(scanItem);
  subject.send({ type: 'rescan.run' });
  expect(state().value).toBe('scanning');
});
