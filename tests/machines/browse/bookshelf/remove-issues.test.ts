import { waitFor } from 'xstate';
import { expect, test, vi } from 'vitest';
import { bookshelfMachine } from '../../../../src/machines/browse/bookshelf/bookshelf.machine.ts';
import { removeIssuesMachine } from '../../../../src/machines/browse/bookshelf/remove-issues.machine.ts';
import { preferencesMachine } from '../../../../src/machines/account/preferences/preferences.machine.ts';
import { listItems } from '../../../../src/services/endpoints/libraries.ts';
import { removeItemsWithIssues } from '../../../../src/services/endpoints/library-admin.ts';
import { createHost } from '../../../support/host.ts';

const open = () =>
  createHost(removeIssuesMachine, { input: { libraryId: 'L', count: 3 }, named: { toasts: null, modals: null } });

test('confirms before it removes', () => {
  const { subject, ports } = open();
  subject.send({ type: 'removeIssues.cancel' });
  expect(subject.getSnapshot().output).toEqual({ isRemoved: false });
  expect(ports.api.inputsOf(removeItemsWithIssues)).toEqual([]);
});

test('removes the confirmed items, and reports their number', async () => {
  const { subject, ports, receivedBy } = open();
  ports.api.answer(removeItemsWithIssues, 'OK');
  subject.send({ type: 'removeIssues.confirm' });
  const { output } = await waitFor(subject, ({ status }) => status === 'done', { timeout: 1000 });
  expect(output).toEqual({ isRemoved: true });
  expect(ports.api.inputsOf(removeItemsWithIssues)).toEqual([{ id: 'L' }]);
  expect(receivedBy('toasts')).toEqual([
    { type: 'toasts.show', kind: 'success', message: { key: 'bookshelf.issuesRemoved', values: { count: 3 } } },
  ]);
});

test('keeps why it failed, and is confirmed again', async () => {
  const { subject, ports } = open();
  ports.api.refuseOnce(removeItemsWithIssues, { kind: 'forbidden', message: 'no' });
  subject.send({ type: 'removeIssues.confirm' });
  const { context } = await waitFor(subject, (state) => state.context.error !== null, { timeout: 1000 });
  expect([context.error?.kind, subject.getSnapshot().value]).toEqual(['forbidden', 'asking']);
  ports.api.answer(removeItemsWithIssues, 'OK');
  subject.send({ type: 'removeIssues.confirm' });
  subject.send({ type: 'removeIssues.cancel' });
  expect(subject.getSnapshot().hasTag('busy')).toBe(true);
  const { output } = await waitFor(subject, ({ status }) => status === 'done', { timeout: 1000 });
  expect([output, ports.api.inputsOf(removeItemsWithIssues).length]).toEqual([{ isRemoved: true }, 2]);
});

test('the shelf refers to its library, and reloads once they are removed', async () => {
  const { subject, ports, receivedBy } = createHost(bookshelfMachine, {
    input: {
      route: { name: 'bookshelf', libraryId: 'L', filter: 'issues' },
      entryKey: 'k',
      memory: null,
      stored: null,
    },
    named: { preferences: preferencesMachine, router: null, modals: null },
  });
  ports.api.answer(listItems, { results: [], total: 0, limit: 48, page: 0 });
  await vi.waitFor(() => expect(ports.api.inputsOf(listItems).length).toBe(1));
  await waitFor(subject.getSnapshot().context.list, (state) => state.matches('empty'), { timeout: 1000 });
  subject.send({ type: 'bookshelf.removeIssues', count: 3 });
  expect(receivedBy('modals')).toMatchObject([
    { type: 'modals.open', modal: 'removeIssues', input: { libraryId: 'L', count: 3 }, replyTo: subject },
  ]);
  subject.send({ type: 'modal.closed', modal: 'removeIssues', tag: '', output: { isRemoved: false } });
  expect(ports.api.inputsOf(listItems).length).toBe(1);
  subject.send({ type: 'modal.closed', modal: 'removeIssues', tag: '', output: { isRemoved: true } });
  await vi.waitFor(() => expect(ports.api.inputsOf(listItems).length).toBe(2));
});
