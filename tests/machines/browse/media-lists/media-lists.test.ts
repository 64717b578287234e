import { describe, expect, test, vi } from 'vitest';
import { mediaListsMachine } from '../../../../src/machines/browse/media-lists/media-lists.machine.ts';
import type { MediaList } from '../../../../src/machines/browse/media-lists/media-list.logic.ts';
import type { ListJob, ListWords } from '../../../../src/machines/browse/media-lists/media-lists.protocol.ts';
import { pendingChangesMachine } from '../../../../src/machines/playback/pending-changes/pending-changes.machine.ts';
import { getPendingChanges } from '../../../../src/machines/kit/system.ts';
import type { AppError } from '../../../../src/schemas/app-error.ts';
import {
  getCollection,
  addAllToCollection,
  addToCollection,
  deleteCollection,
  removeFromCollection,
  updateCollection,
  addAllToPlaylist,
  createPlaylist,
  createPlaylistFromCollection,
  deletePlaylist,
  removeAllFromPlaylist,
  updatePlaylist,
} from '../../../../src/services/endpoints/media-lists.ts';
import { listLibraryPlaylists } from '../../../../src/services/endpoints/library-lists.ts';
import { withInput } from '../../../support/with-input.ts';
import { createHost } from '../../../support/host.ts';
import { collectionBody, listOf, pageOfLists, playlistBody } from '../../../support/list-fixtures.ts';
import { mediaOf } from '../../../support/queue-fixtures.ts';

const refused: AppError = { kind: 'rejected', status: 400, message: 'No books' };
const collection = listOf(['a', 'b', 'c']);
const playlist = listOf(['a', 'b', 'c'], { kind: 'playlist' });

const { kind, id, libraryId, name, description } = collection;
const outlined = { kind, id, libraryId, name, description, entries: ['a', 'b', 'c'].map(mediaOf) };

function open() {
  const pendingChanges = withInput(pendingChangesMachine, { userId: 'user' });
  const host = createHost(mediaListsMachine, {
    systemId: 'mediaLists',
    named: { toasts: null, router: null, pendingChanges },
  });
  host.ports.api.answer(listLibraryPlaylists, pageOfLists([]));
  const waiting = () => getPendingChanges(host.subject.system);
  const change = (job: ListJob) => host.subject.send({ type: 'mediaLists.change', job });
  const settled = () => host.subject.getSnapshot().context.settled;
  const untilSettled = () => vi.waitFor(() => expect(waiting()).toEqual([]));
  return { ...host, change, waiting, settled, untilSettled, toasts: () => host.receivedBy('toasts') };
}

const undoOf = (toast: object | undefined) =>
  toast && 'action' in toast ? (toast.action as { event: { job: ListJob } }).event.job : null;

describe('a change of a collection', () => {
  test('adds one book by the call for one, and several by the call for many (AMB-70)', async () => {
    const { change, ports, untilSettled, toasts } = open();
    ports.api.answer(addToCollection, collectionBody);
    ports.api.answer(addAllToCollection, collectionBody);
    change({ kind: 'add', list: collection, entries: [mediaOf('d')] });
    change({ kind: 'add', list: collection, entries: [mediaOf('d'), mediaOf('e')] });
    await untilSettled();
    expect(ports.api.inputsOf(addToCollection)).toEqual([{ id: 'list', itemId: 'd' }]);
    expect(ports.api.inputsOf(addAllToCollection)).toEqual([{ id: 'list', books: ['d', 'e'] }]);
    expect(toasts()).toEqual([]);
  });

  test.each<[string, ListJob, { readonly name: string }, string]>([
    ['add', { kind: 'add', list: collection, entries: [mediaOf('d')] }, addToCollection, 'notAddedToCollection'],
    [
      'remove (COL-014, ERR-044)',
      { kind: 'remove', list: collection, entries: [mediaOf('a')], title: 'A' },
      removeFromCollection,
      'notRemoved',
    ],
    ['delete', { kind: 'delete', list: collection }, deleteCollection, 'notRemoved'],
    ['reorder', { kind: 'reorder', list: collection, entries: [] }, updateCollection, 'notUpdated'],
    ['copy (PLY-011, ERR-047)', { kind: 'copy', list: collection }, createPlaylistFromCollection, 'playlistNotCreated'],
  ])("that fails shows the server's error: %s", async (_name, job, endpoint, key) => {
    const { change, ports, untilSettled, settled, toasts } = open();
    ports.api.refuse(endpoint, refused);
    change(job);
    await untilSettled();
    expect(settled()).toMatchObject({ answer: null, error: refused, isLast: true });
    expect(toasts()).toEqual([
      { type: 'toasts.show', kind: 'error', message: { key: `mediaLists.${key}` }, error: refused },
    ]);
  });

  test('that removes it is reported, without undo (COL-010, ERR-058)', async () => {
    const { change, ports, untilSettled, toasts } = open();
    ports.api.answer(deleteCollection, 'OK');
    change({ kind: 'delete', list: collection });
    await untilSettled();
    expect(toasts()).toEqual([
      { type: 'toasts.show', kind: 'success', message: { key: 'mediaLists.collectionRemoved' } },
    ]);
  });
});

describe('a change of a playlist', () => {
  test('that takes an item out can be undone: it is put back to where it was', async () => {
    const { change, ports, untilSettled, toasts } = open();
    ports.api.answer(removeAllFromPlaylist, playlistBody);
    change({ kind: 'remove', list: playlist, entries: [mediaOf('b')], title: 'B' });
    await untilSettled();
    const undo = undoOf(toasts()[0]);
    expect(toasts()[0]).toMatchObject({ message: { key: 'mediaLists.entryRemoved', values: { title: 'B' } } });
    expect(undo).toMatchObject({ kind: 'restore', entries: [mediaOf('b')] });
    if (!undo) return;
    const [one] = playlistBody.items;
    const back = ['a', 'c', 'new', 'b'].map((libraryItemId) => ({ ...one, libraryItemId }));
    ports.api.answer(addAllToPlaylist, { ...playlistBody, items: back });
    ports.api.answer(updatePlaylist, playlistBody);
    change(undo);
    await untilSettled();
    expect(ports.api.inputsOf(updatePlaylist)).toEqual([
      { id: 'list', change: { items: ['a', 'b', 'c', 'new'].map(mediaOf) } },
    ]);
  });

  test('that takes the last item out removes it, which can be undone', async () => {
    const { change, ports, untilSettled, toasts } = open();
    ports.api.answer(removeAllFromPlaylist, { ...playlistBody, items: [] });
    const list = listOf(['a'], { kind: 'playlist' });
    change({ kind: 'remove', list, entries: [mediaOf('a')], title: 'A' });
    await untilSettled();
    expect(toasts()[0]).toMatchObject({ message: { key: 'mediaLists.emptied' } });
    expect(undoOf(toasts()[0])).toEqual({
      kind: 'recreate',
      list: { ...outlined, kind: 'playlist', entries: [mediaOf('a')] },
    });
  });

  test('that removes it can be undone: it is made again under a new id, and can be opened (PLY-009, ERR-060)', async () => {
    const { change, ports, untilSettled, toasts } = open();
    ports.api.answer(deletePlaylist, 'OK');
    ports.api.answer(createPlaylist, playlistBody);
    change({ kind: 'delete', list: playlist });
    await untilSettled();
    expect(toasts()[0]).toMatchObject({ message: { key: 'mediaLists.playlistRemoved' } });
    const undo = undoOf(toasts()[0]);
    if (undo) change(undo);
    await untilSettled();
    const { libraryId, name, description } = playlist;
    expect(ports.api.inputsOf(createPlaylist)).toMatchObject([
      { libraryId, name, description, items: ['a', 'b', 'c'].map(mediaOf) },
    ]);
    expect(toasts()[1]).toMatchObject({
      message: { key: 'mediaLists.playlistCreated' },
      action: { to: 'router', event: { to: { name: 'playlist', id: playlistBody.id } } },
    });
  });

  test('that makes a new one says so and offers nothing: the user stays on the page', async () => {
    const { change, ports, untilSettled, toasts } = open();
    ports.api.answer(createPlaylist, playlistBody);
    change({ kind: 'create', list: playlist });
    await untilSettled();
    expect(toasts()).toEqual([
      {
        type: 'toasts.show',
        kind: 'success',
        message: { key: 'mediaLists.playlistCreated', values: { name: playlistBody.name } },
      },
    ]);
  });

  test('waits for the one before it; of orders that wait only the last is sent', async () => {
    const { change, ports, untilSettled, subject } = open();
    const lasts = new Set<boolean | undefined>();
    subject.subscribe(({ context }) => lasts.add(context.settled?.isLast));
    const first = ports.api.defer(updatePlaylist);
    ports.api.answer(updatePlaylist, playlistBody);
    const order = (ids: readonly string[]) => change({ kind: 'reorder', list: playlist, entries: ids.map(mediaOf) });
    order(['b', 'a', 'c']);
    await vi.waitFor(() => expect(ports.api.calls.length).toBe(1));
    order(['b', 'c', 'a']);
    order(['c', 'b', 'a']);
    first.resolve(playlistBody);
    await untilSettled();
    expect([...lasts]).toEqual([undefined, false, true]);
    expect(ports.api.inputsOf(updatePlaylist)).toEqual(
      [
        ['b', 'a', 'c'],
        ['c', 'b', 'a'],
      ].map((ids) => ({ id: 'list', change: { items: ids.map(mediaOf) } })),
    );
  });
});

describe('another name', () => {
  const edit = (list: MediaList, words: ListWords): ListJob => ({ kind: 'edit', list, change: words });

  test.each([
    ['a collection (COL-011, ERR-059)', collection, updateCollection, collectionBody, 'collectionUpdated'],
    ['a playlist (PLY-010, ERR-061)', playlist, updatePlaylist, playlistBody, 'playlistUpdated'],
  ] as const)('of %s is sent and told', async (_name, list, endpoint, body, key) => {
    const { change, ports, untilSettled, toasts } = open();
    ports.api.answer(endpoint, { ...body, name: 'New', description: null });
    change(edit(list, { name: 'New', description: null }));
    await untilSettled();
    expect(ports.api.inputsOf(endpoint)).toEqual([{ id: 'list', change: { name: 'New', description: null } }]);
    expect(toasts()).toEqual([{ type: 'toasts.show', kind: 'success', message: { key: `mediaLists.${key}` } }]);
  });

  test('tells when the server keeps a description that was cleared (PLY-008, VAL-074)', async () => {
    const { change, ports, untilSettled, toasts } = open();
    ports.api.answer(updatePlaylist, { ...playlistBody, description: 'Words' });
    change(edit(playlist, { name: 'Old', description: null }));
    await untilSettled();
    expect(toasts()).toMatchObject([{ kind: 'warning', message: { key: 'mediaLists.descriptionKept' } }]);
  });

  test('that is refused says why, and can be edited again with what was typed (COL-015, PLY-012, ERR-042)', async () => {
    const { change, ports, untilSettled, toasts } = open();
    ports.api.refuse(updateCollection, refused);
    change(edit(collection, { name: 'New', description: 'Words' }));
    await untilSettled();
    expect(toasts()).toEqual([
      {
        type: 'toasts.show',
        kind: 'error',
        durationMs: null,
        message: { key: 'mediaLists.notUpdated' },
        error: refused,
        action: {
          label: { key: 'mediaLists.editAgain' },
          to: 'modals',
          event: {
            type: 'modals.open',
            modal: 'editList',
            input: { list: outlined, mayRemove: false, typed: { name: 'New', description: 'Words' } },
            tag: 'edit',
          },
        },
      },
    ]);
  });

  test('waits while the server is away; of several of one list only the last is sent', async () => {
    const { change, ports, untilSettled, waiting } = open();
    ports.api.refuse(updateCollection, { kind: 'network' });
    change(edit(collection, { name: 'One', description: null }));
    await vi.waitFor(() => expect(ports.clock.pending).toHaveLength(1));
    change(edit(collection, { name: 'Two', description: null }));
    change(edit(collection, { name: 'Three', description: 'Words' }));
    expect([...ports.journal.changes.records.values()]).toHaveLength(3);
    ports.api.answer(getCollection, collectionBody);
    ports.api.answer(updateCollection, collectionBody);
    ports.clock.advance(1000);
    await untilSettled();
    expect(waiting()).toEqual([]);
    expect(ports.api.inputsOf(updateCollection)).toEqual([
      { id: 'list', change: { name: 'One', description: null } },
      { id: 'list', change: { name: 'Three', description: 'Words' } },
    ]);
  });

  test('of a list that is gone meanwhile is refused, however often it was sent', async () => {
    const { change, ports, untilSettled, toasts } = open();
    ports.api.refuse(updateCollection, { kind: 'network' });
    ports.api.refuse(getCollection, { kind: 'notFound', message: 'Gone' });
    change(edit(collection, { name: 'New', description: null }));
    await vi.waitFor(() => expect(ports.clock.pending).toHaveLength(1));
    ports.clock.advance(1000);
    await untilSettled();
    expect(toasts()).toMatchObject([{ kind: 'error', message: { key: 'mediaLists.notUpdated' } }]);
  });
});

test('a change that gets no answer waits, and is told once it is made', async () => {
  const { change, ports, untilSettled, waiting, toasts } = open();
  ports.api.refuse(deleteCollection, { kind: 'network' });
  change({ kind: 'delete', list: collection });
  await vi.waitFor(() => expect(ports.clock.pending).toHaveLength(1));
  expect([waiting().map(({ body }) => body), toasts()]).toEqual([
    [{ kind: 'list', job: { kind: 'delete', list: outlined } }],
    [],
  ]);
  ports.api.answer(getCollection, collectionBody);
  ports.api.answer(deleteCollection, 'OK');
  ports.clock.advance(1000);
  await untilSettled();
  expect(ports.api.inputsOf(deleteCollection)).toHaveLength(2);
  expect(toasts()).toEqual([
    { type: 'toasts.show', kind: 'success', message: { key: 'mediaLists.collectionRemoved' } },
  ]);
});
