import { expect, test, vi } from 'vitest';
import { pendingChangesMachine } from '../../../../src/machines/playback/pending-changes/pending-changes.machine.ts';
import type { ChangeBody } from '../../../../src/schemas/pending-change.ts';
import { createBookmark, deleteBookmark } from '../../../../src/services/endpoints/account.ts';
import { getMe, updateProgressBatch } from '../../../../src/services/endpoints/me.ts';
import { createFakePorts } from '../../../support/fakes/ports.ts';
import { createHost } from '../../../support/host.ts';

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
    {
      type: 'change.settled',
      body,
      answer: undefined,
      error,
      isLast: true,
      isSent: true,
      again: [expect.objectContaining({ body, attempts: 1 })],
    },
  ]);
});

test('a change that a later one made pointless ends once', async () => {
  const { make, ports, receivedBy, subject } = open();
  ports.api.refuseOnce(createBookmark, { kind: 'network' });
  ports.api.answer(createBookmark, bookmark);
  make(made);
  await vi.waitFor(() => expect(subject.getSnapshot().matches('waiting')).toBe(true));
  make({ kind: 'bookmark', job: { kind: 'update', bookmark: { ...bookmark, title: 'Another' } } });
  ports.clock.advance(1000);
  await vi.waitFor(() => expect(subject.getSnapshot().context.changes).toEqual([]));
  expect(receivedBy('progress')).toMatchObject([
    { body: made, isSent: false, isLast: false },
    { body: { job: { kind: 'create', bookmark: { title: 'Another' } } }, isSent: true, isLast: true },
  ]);
});

test('of several books what another tab sent has ended here too, and only the rest is sent', async () => {
  const several = (...ids: readonly string[]): ChangeBody => ({
    kind: 'progressOfMany',
    edits: ids.map((libraryItemId) => ({
      media: { libraryItemId, episodeId: null },
      edit: { kind: 'finish' },
      saving: { kind: 'change', changes: [{ isFinished: true }] },
    })),
    count: 3,
  });
  const { make, ports, receivedBy, subject } = open();
  ports.api.refuseOnce(updateProgressBatch, { kind: 'network' });
  ports.api.answer(updateProgressBatch, 'OK');
  ports.api.refuse(getMe, { kind: 'network' });
  make(several('a', 'b', 'c'));
  await vi.waitFor(() => expect(subject.getSnapshot().matches('waiting')).toBe(true));
  const [kept] = [...ports.journal.changes.records.values()];
  if (kept) ports.journal.changes.write({ ...kept, body: several('c') });
  ports.clock.advance(1000);
  await vi.waitFor(() => expect(subject.getSnapshot().context.changes).toEqual([]));
  expect(receivedBy('progress')).toMatchObject([
    { body: several('a', 'b'), isSent: false, isLast: false },
    { body: several('c'), isSent: true, isLast: true },
  ]);
  expect(ports.api.inputsOf(updateProgressBatch).at(-1)).toEqual({
    changes: [{ libraryItemId: 'c', isFinished: true }],
  });
});
