import { expect, test, vi } from 'vitest';
import { pendingChangesMachine } from '../../../src/machines/pending-changes/pending-changes.machine.ts';
import type { ChangeBody } from '../../../src/schemas/pending-change.ts';
import { createBookmark, deleteBookmark } from '../../../src/services/endpoints/account.ts';
import { createFakePorts } from '../../support/fakes/ports.ts';
import { createHost } from '../../support/host.ts';

const bookmark = { libraryItemId: 'book', time: 12, title: 'A clue', createdAt: 1 };
const made: ChangeBody = { kind: 'bookmark', job: { kind: 'create', bookmark } };

function open(userId = 'user', ports = createFakePorts()) {
  const host = createHost(pendingChangesMachine, {
    input: { userId },
    ports,
    named: { progress: null, mediaLists: null },
  });
  return { ...host, make: (body: ChangeBody) => host.subject.send({ type: 'pendingChanges.add', body }) };
}

test('a change made while the server is away is kept, and sent once from the next page of the account only', async () => {
  const first = open();
  first.ports.api.refuse(createBookmark, { kind: 'network' });
  first.make(made);
  await vi.waitFor(() => expect(first.subject.getSnapshot().matches('waiting')).toBe(true));
  expect([...first.ports.journal.changes.records.values()].map(({ body }) => body)).toEqual([made]);
  const { journal } = first.ports;
  first.stop();
  const other = open('other', createFakePorts({ journal }));
  await vi.waitFor(() => expect(other.subject.getSnapshot().matches('resting')).toBe(true));
  expect(other.ports.api.calls).toEqual([]);
  const next = open('user', createFakePorts({ journal }));
  next.ports.api.answer(createBookmark, bookmark);
  await vi.waitFor(() => expect(journal.changes.records.size).toBe(0));
  expect(next.ports.api.inputsOf(createBookmark)).toEqual([{ libraryItemId: 'book', time: 12, title: 'A clue' }]);
});

test("a refused change ends with the server's words", async () => {
  const { make, ports, receivedBy } = open();
  const error = { kind: 'forbidden', message: 'Not yours' } as const;
  ports.api.refuse(deleteBookmark, error);
  const body: ChangeBody = { kind: 'bookmark', job: { kind: 'remove', bookmark } };
  make(body);
  await vi.waitFor(() => expect(receivedBy('progress')).toHaveLength(1));
  expect(receivedBy('progress')).toEqual([
    { type: 'change.settled', body, answer: undefined, error, isLast: true, isSent: true },
  ]);
});
