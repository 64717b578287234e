import { fromTransition } from 'xstate';
import { describe, expect, test, vi } from 'vitest';
import { AS_KEPT } from '../../../../src/machines/browse/media-lists/arrange.logic.ts';
import { mediaListMachine } from '../../../../src/machines/browse/media-lists/media-list.machine.ts';
import { pendingChangesMachine } from '../../../../src/machines/playback/pending-changes/pending-changes.machine.ts';
import { mediaListsMachine } from '../../../../src/machines/browse/media-lists/media-lists.machine.ts';
import type { EditListOutput } from '../../../../src/machines/browse/media-lists/media-lists.protocol.ts';
import type { ModalClosed } from '../../../../src/machines/app/modals/modals.protocol.ts';
import { collection as schema, playlist } from '../../../../src/schemas/api/media-lists.ts';
import { z } from '../../../../src/schemas/zod.ts';
import {
  getCollection,
  getPlaylist,
  deleteCollection,
  removeFromCollection,
  updateCollection,
  createPlaylistFromCollection,
  deletePlaylist,
} from '../../../../src/services/endpoints/media-lists.ts';
import { listLibraryPlaylists } from '../../../../src/services/endpoints/library-lists.ts';
import { createFakePorts, type FakePorts } from '../../../support/fakes/ports.ts';
import { withInput } from '../../../support/with-input.ts';
import { createHost } from '../../../support/host.ts';
import { reducedBook } from '../../../support/item-fixtures.ts';
import { collectionBody, listOf, playlistBody, pageOfLists } from '../../../support/list-fixtures.ts';
import { bookProgress } from '../../../support/player-fixtures.ts';
import { oneFeed } from '../../../support/publish-fixtures.ts';
import { mediaOf, queued } from '../../../support/queue-fixtures.ts';

const [book] = collectionBody.books;
const bodyOf = (ids: readonly string[]) => ({
  ...collectionBody,
  id: 'list',
  name: 'Club',
  books: ids.map((id) => ({ ...book, id })),
});
const eventOf = (ids: readonly string[]) => z.parse(schema, bodyOf(ids));
const network = { kind: 'network' } as const;
const refused = { kind: 'rejected', status: 400, message: '' } as const;
const confirmed: ModalClosed = {
  type: 'modal.closed',
  modal: 'confirm',
  tag: 'delete',
  output: { accepted: true, checked: false },
};

function start(
  route: { name: 'collection' | 'playlist'; id: string } = { name: 'collection', id: 'list' },
  ports = createFakePorts(),
) {
  const progress = fromTransition((state) => state, {
    entries: { a: bookProgress({ libraryItemId: 'a', isFinished: true }) },
  });
  const host = createHost(mediaListMachine, {
    ports,
    input: { route, entryKey: 'k', memory: null },
    named: {
      toasts: null,
      router: null,
      modals: null,
      player: null,
      queue: null,
      progress,
      mediaLists: mediaListsMachine,
      pendingChanges: withInput(pendingChangesMachine, { userId: 'user' }),
    },
  });
  return { ...host, requested: () => host.ports.api.inputsOf(getCollection).length };
}

async function open(ids: readonly string[], ports?: FakePorts) {
  const host = start(undefined, ports);
  host.ports.api.answer(getCollection, bodyOf(ids));
  const context = () => host.subject.getSnapshot().context;
  const shown = () => context().list?.entries.map(({ libraryItemId }) => libraryItemId);
  await vi.waitFor(() => expect(shown()).toEqual(ids));
  const settled = () => vi.waitFor(() => expect(context().isChanging).toBe(false));
  return { ...host, context, shown, settled };
}

describe('the page of a list', () => {
  test('reports its library', async () => {
    const { parentEvents } = await open(['a']);
    expect(parentEvents).toEqual([{ type: 'page.libraryResolved', libraryId: collectionBody.libraryId }]);
  });

  test.each([
    ['failed', { kind: 'network' }],
    ['missing', { kind: 'notFound', message: '' }],
    ['forbidden', { kind: 'forbidden', message: '' }],
  ] as const)('that is %s is reloaded on a refresh', async (state, error) => {
    const { requested, ports, subject } = start();
    ports.api.refuseOnce(getCollection, error);
    await vi.waitFor(() => expect(subject.getSnapshot().value).toBe(state));
    ports.api.answer(getCollection, bodyOf(['a']));
    subject.send({ type: 'page.refresh', again: true });
    expect(subject.getSnapshot().value).toBe('loading');
    await vi.waitFor(() => expect(subject.getSnapshot().matches('ready')).toBe(true));
    expect(requested()).toBe(2);
  });

  test('shows a move at once and says it; the order is sent when it is kept, and only when it is another one', async () => {
    const { subject, shown, context, ports, settled } = await open(['a', 'b', 'c']);
    subject.send({ type: 'mediaList.move', media: mediaOf('c'), index: 0 });
    expect([shown(), context().said]).toMatchObject([
      ['c', 'a', 'b'],
      { key: 'order.moved', values: { position: 1, count: 3 } },
    ]);
    subject.send({ type: 'mediaList.move', media: mediaOf('c'), index: 2 });
    subject.send({ type: 'mediaList.keepOrder' });
    expect(ports.api.inputsOf(updateCollection)).toEqual([]);
    ports.api.answer(updateCollection, bodyOf(['b', 'a', 'c']));
    subject.send({ type: 'mediaList.move', media: mediaOf('b'), index: 0 });
    subject.send({ type: 'mediaList.keepOrder' });
    await settled();
    expect(ports.api.inputsOf(updateCollection)).toEqual([{ id: 'list', change: { books: ['b', 'a', 'c'] } }]);
  });

  test("shows the server's order when it refused one", async () => {
    const { subject, shown, ports } = await open(['a', 'b']);
    ports.api.refuse(updateCollection, refused);
    subject.send({ type: 'mediaList.move', media: mediaOf('b'), index: 0 });
    subject.send({ type: 'mediaList.keepOrder' });
    expect(shown()).toEqual(['b', 'a']);
    await vi.waitFor(() => expect(shown()).toEqual(['a', 'b']));
  });

  test('undoes a failed change even when the server cannot be read', async () => {
    const { subject, shown, context, ports, settled } = await open(['a', 'b', 'c']);
    ports.api.refuse(removeFromCollection, refused);
    ports.api.refuse(getCollection, network);
    subject.send({ type: 'mediaList.remove', media: mediaOf('b') });
    expect(shown()).toEqual(['a', 'c']);
    await settled();
    expect(shown()).toEqual(['a', 'b', 'c']);
    expect(context().kept.map(({ libraryItemId }) => libraryItemId)).toEqual(['a', 'b', 'c']);
  });

  test('a change that failed after another was made is put back to that one', async () => {
    const { subject, shown, ports, settled } = await open(['a', 'b', 'c']);
    ports.api.answer(removeFromCollection, bodyOf(['a', 'c']));
    ports.api.refuse(updateCollection, refused);
    ports.api.refuse(getCollection, network);
    subject.send({ type: 'mediaList.remove', media: mediaOf('b') });
    subject.send({ type: 'mediaList.move', media: mediaOf('c'), index: 0 });
    subject.send({ type: 'mediaList.keepOrder' });
    expect(shown()).toEqual(['c', 'a']);
    await settled();
    expect(shown()).toEqual(['a', 'c']);
  });

  test('removes an entry at once; its own event requests nothing, but another one meanwhile does', async () => {
    const { subject, shown, ports, settled, requested } = await open(['a', 'b', 'c']);
    const answer = ports.api.defer(removeFromCollection);
    subject.send({ type: 'mediaList.remove', media: mediaOf('b') });
    expect(shown()).toEqual(['a', 'c']);
    await vi.waitFor(() => expect(ports.api.inputsOf(removeFromCollection).length).toBe(1));
    subject.send({ type: 'server.collection.updated', collection: eventOf(['a', 'c']) });
    ports.clock.advance(1000);
    expect(requested()).toBe(1);
    ports.api.answer(getCollection, bodyOf(['a', 'c', 'd']));
    subject.send({ type: 'server.collection.updated', collection: eventOf(['a', 'c', 'd']) });
    ports.clock.advance(1000);
    await vi.waitFor(() => expect(subject.getSnapshot().context.isOutdated).toBe(true));
    expect(shown()).toEqual(['a', 'c']);
    answer.resolve(bodyOf(['a', 'c']));
    await settled();
    await vi.waitFor(() => expect(shown()).toEqual(['a', 'c', 'd']));
  });

  test('plays the first that is not finished and puts the others after it into the queue', async () => {
    const { subject, receivedBy } = await open(['a', 'b', 'c']);
    subject.send({ type: 'mediaList.play', items: ['a', 'b', 'c'].map((id) => queued(id)) });
    expect(receivedBy('player')).toMatchObject([{ type: 'player.play', libraryItemId: 'b' }]);
    expect(receivedBy('queue')).toEqual([{ type: 'queue.add', items: [queued('c')], place: 'next' }]);
    subject.send({ type: 'mediaList.play', items: [queued('a')] });
    expect(receivedBy('player').at(-1)).toMatchObject({ libraryItemId: 'a' });
    expect(receivedBy('queue').length).toBe(1);
  });

  test('confirms before it removes the list, and closes after (RTE-040, COL-010)', async () => {
    const { subject, ports, receivedBy } = await open(['a']);
    subject.send({ type: 'mediaList.delete' });
    expect(receivedBy('modals')).toMatchObject([{ modal: 'confirm' }]);
    ports.api.refuseOnce(deleteCollection, { kind: 'forbidden', message: '' });
    subject.send(confirmed);
    await vi.waitFor(() => expect(receivedBy('toasts')).toMatchObject([{ message: { key: 'mediaLists.notRemoved' } }]));
    expect(subject.getSnapshot().matches('ready')).toBe(true);
    ports.api.answer(deleteCollection, 'OK');
    subject.send(confirmed);
    subject.send({ type: 'server.collection.removed', collection: { id: 'list' } });
    await vi.waitFor(() => expect(subject.getSnapshot().matches('removed')).toBe(true));
    expect(receivedBy('router')).toEqual([
      {
        type: 'router.go',
        to: { name: 'libraryCollections', libraryId: collectionBody.libraryId },
        replace: true,
      },
    ]);
    await vi.waitFor(() => expect(receivedBy('toasts').length).toBe(2));
    expect(receivedBy('toasts').at(-1)).toMatchObject({ message: { key: 'mediaLists.collectionRemoved' } });
  });

  test('removed elsewhere closes, and says so (EVT-025)', async () => {
    const { subject, receivedBy } = await open(['a']);
    subject.send({ type: 'server.collection.removed', collection: { id: 'list' } });
    expect(receivedBy('router').length).toBe(1);
    expect(receivedBy('toasts')).toMatchObject([
      { kind: 'info', message: { key: 'mediaLists.removedElsewhere', values: { name: 'Club' } } },
    ]);
  });

  test('of the account, removed in another tab, closes too, and no other one does', async () => {
    const host = start({ name: 'playlist', id: playlistBody.id });
    host.ports.api.answer(getPlaylist, playlistBody);
    await vi.waitFor(() => expect(host.subject.getSnapshot().matches('ready')).toBe(true));
    host.subject.send({ type: 'server.playlist.removed', playlist: { id: 'another' } });
    expect(host.subject.getSnapshot().matches('ready')).toBe(true);
    host.subject.send({ type: 'server.playlist.removed', playlist: { id: playlistBody.id } });
    expect(host.subject.getSnapshot().value).toBe('removed');
    expect(host.receivedBy('router')).toHaveLength(1);
  });

  test('found missing after missed events closes too', async () => {
    const { subject, ports } = await open(['a']);
    ports.api.refuse(getCollection, { kind: 'notFound', message: '' });
    subject.send({ type: 'page.refresh', again: true });
    await vi.waitFor(() => expect(subject.getSnapshot().matches('removed')).toBe(true));
  });

  test('that failed to load says why, and is reloaded by a press', async () => {
    const { requested, ports, subject } = start();
    ports.api.refuseOnce(getCollection, network);
    await vi.waitFor(() => expect(subject.getSnapshot().value).toBe('failed'));
    expect(subject.getSnapshot().context.error).toEqual(network);
    ports.api.answer(getCollection, bodyOf(['a']));
    subject.send({ type: 'mediaList.retry' });
    expect(subject.getSnapshot().value).toBe('loading');
    await vi.waitFor(() => expect(subject.getSnapshot().value).toBe('ready'));
    expect([requested(), subject.getSnapshot().context.error]).toEqual([2, null]);
  });

  test('still loading is requested once more on a refresh', async () => {
    const { requested, ports, subject } = start();
    ports.api.defer(getCollection);
    await vi.waitFor(() => expect(requested()).toBe(1));
    ports.api.answer(getCollection, bodyOf(['a']));
    subject.send({ type: 'page.refresh', again: true });
    await vi.waitFor(() => expect(subject.getSnapshot().value).toBe('ready'));
    expect(requested()).toBe(2);
  });

  test('found missing after missed events says so; no longer allowed it is shut', async () => {
    const gone = await open(['a']);
    gone.ports.api.refuse(getCollection, { kind: 'notFound', message: '' });
    gone.subject.send({ type: 'page.refresh', again: true });
    await vi.waitFor(() => expect(gone.subject.getSnapshot().value).toBe('removed'));
    expect(gone.receivedBy('toasts')).toMatchObject([{ message: { key: 'mediaLists.removedElsewhere' } }]);
    const shut = await open(['a']);
    shut.ports.api.refuse(getCollection, { kind: 'forbidden', message: '' });
    shut.subject.send({ type: 'page.refresh', again: true });
    await vi.waitFor(() => expect(shut.subject.getSnapshot().value).toBe('forbidden'));
    expect([shut.receivedBy('toasts'), shut.receivedBy('router')]).toEqual([[], []]);
  });

  const feed = { ...oneFeed, entityId: 'list' };
  const itemOf = (id: string) => ({ ...reducedBook, id });
  test.each([
    [1, { type: 'server.item.updated', item: itemOf('a') }],
    [0, { type: 'server.item.updated', item: itemOf('x') }],
    [1, { type: 'server.item.removed', item: { id: 'a' } }],
    [0, { type: 'server.item.removed', item: { id: 'x' } }],
    [1, { type: 'server.items.updated', items: { items: [itemOf('x'), itemOf('a')], dropped: [] } }],
    [0, { type: 'server.items.updated', items: { items: [itemOf('x')], dropped: [] } }],
    [1, { type: 'server.rssFeed.opened', feed }],
    [0, { type: 'server.rssFeed.opened', feed: oneFeed }],
    [1, { type: 'server.rssFeed.closed', feed }],
    [0, { type: 'server.rssFeed.closed', feed: oneFeed }],
  ] as const)('is read %s more times after %j', async (times, event) => {
    const { subject, ports, shown, requested } = await open(['a']);
    ports.api.answer(getCollection, bodyOf(['a', 'b']));
    subject.send(event);
    ports.clock.advance(300);
    await vi.waitFor(() => expect(shown()).toEqual(times === 1 ? ['a', 'b'] : ['a']));
    expect(requested()).toBe(1 + times);
  });

  test('is arranged on request, and restored', async () => {
    const { subject, context, parentEvents } = await open(['a', 'b']);
    subject.send({ type: 'mediaList.arrange', change: { sort: 'title' } });
    subject.send({ type: 'mediaList.arrange', change: { search: 'x' } });
    const arrangement = { ...AS_KEPT, sort: 'title', search: 'x' };
    expect([context().arrangement, parentEvents.at(-1)]).toEqual([
      arrangement,
      { type: 'page.stateSaved', entryKey: 'k', memory: arrangement },
    ]);
  });

  test('is edited in a modal: its new name shows at once, and to remove it is asked about first', async () => {
    const { subject, context, receivedBy } = await open(['a']);
    subject.send({ type: 'mediaList.edit', mayRemove: true });
    const { list } = context();
    expect(receivedBy('modals')).toMatchObject([
      { type: 'modals.open', modal: 'editList', input: { list, mayRemove: true }, replyTo: subject },
    ]);
    const closed = (output: EditListOutput): ModalClosed => ({
      type: 'modal.closed',
      modal: 'editList',
      tag: 'edit',
      output,
    });
    subject.send(closed({ change: null, wantsRemoval: false }));
    expect(context().list).toEqual(list);
    subject.send(closed({ change: { name: 'Anew', description: 'Words' }, wantsRemoval: false }));
    expect(context()).toMatchObject({ list: { ...list, name: 'Anew', description: 'Words' }, isChanging: true });
    expect(receivedBy('modals')).toHaveLength(1);
    subject.send(closed({ change: null, wantsRemoval: true }));
    expect(receivedBy('modals').slice(1)).toMatchObject([
      {
        modal: 'confirm',
        input: { message: { key: 'mediaLists.removeCollection', values: { name: 'Anew' } }, tone: 'danger' },
      },
    ]);
  });

  test('shows the name that waits to be sent when it is opened, and that of the server once it is refused', async () => {
    const change = { name: 'Anew', description: null };
    const { kind, id, libraryId, name, description } = listOf(['a']);
    const list = { kind, id, libraryId, name, description, entries: [mediaOf('a')] };
    const ports = createFakePorts();
    const about = { id: 'waits', userId: 'user', at: 1, number: 1, attempts: 0, known: null };
    ports.journal.changes.write({ ...about, body: { kind: 'list', job: { kind: 'edit', list, change } } });
    const answer = ports.api.defer(updateCollection);
    const { context } = await open(['a'], ports);
    const { saved } = context();
    expect(context()).toMatchObject({ list: change, saved: { name: 'Club' }, isChanging: true });
    answer.reject({ kind: 'forbidden', message: '' });
    await vi.waitFor(() => expect(context()).toMatchObject({ list: saved, isChanging: false }));
  });

  test('becomes a playlist of its own, and stays as it is', async () => {
    const { subject, shown, ports, receivedBy } = await open(['a']);
    ports.api.answer(listLibraryPlaylists, pageOfLists([]));
    ports.api.answer(createPlaylistFromCollection, { ...playlistBody, id: 'copy' });
    subject.send({ type: 'mediaList.copy' });
    await vi.waitFor(() => expect(receivedBy('toasts')).toHaveLength(1));
    expect([ports.api.inputsOf(createPlaylistFromCollection), shown(), subject.getSnapshot().value]).toEqual([
      [{ collectionId: 'list' }],
      ['a'],
      'ready',
    ]);
  });

  test.each(['before', 'after'] as const)(
    "removed here closes once, when the server's event arrives %s it answers",
    async (order) => {
      const host = start({ name: 'playlist', id: playlistBody.id });
      const { subject, ports, receivedBy } = host;
      ports.api.answer(getPlaylist, playlistBody);
      await vi.waitFor(() => expect(subject.getSnapshot().matches('ready')).toBe(true));
      const answer = ports.api.defer(deletePlaylist);
      subject.send({ type: 'mediaList.delete' });
      subject.send(confirmed);
      subject.send({ type: 'mediaList.delete' });
      expect(receivedBy('modals')).toHaveLength(1);
      const notify = () => subject.send({ type: 'server.playlist.removed', playlist: { id: playlistBody.id } });
      if (order === 'before') notify();
      expect(subject.getSnapshot().value).toBe(order === 'before' ? 'removed' : 'ready');
      answer.resolve('OK');
      await vi.waitFor(() => expect(receivedBy('toasts')).toHaveLength(1));
      expect(subject.getSnapshot().value).toBe('removed');
      if (order === 'after') notify();
      expect(receivedBy('toasts')).toMatchObject([{ message: { key: 'mediaLists.playlistRemoved' } }]);
      expect(receivedBy('router')).toEqual([
        {
          type: 'router.go',
          to: { name: 'libraryPlaylists', libraryId: playlistBody.libraryId },
          replace: true,
        },
      ]);
    },
  );

  test('of the account that changed elsewhere is reloaded', async () => {
    const { subject, ports, receivedBy } = start({ name: 'playlist', id: playlistBody.id });
    ports.api.answer(getPlaylist, playlistBody);
    await vi.waitFor(() => expect(subject.getSnapshot().matches('ready')).toBe(true));
    ports.api.answer(getPlaylist, { ...playlistBody, name: 'Anew' });
    const news = z.parse(playlist, { ...playlistBody, name: 'Anew' });
    subject.send({ type: 'server.playlist.updated', playlist: { ...news, id: 'another' } });
    ports.clock.advance(300);
    expect(ports.api.inputsOf(getPlaylist)).toHaveLength(1);
    subject.send({ type: 'server.playlist.updated', playlist: news });
    ports.clock.advance(300);
    await vi.waitFor(() => expect(subject.getSnapshot().context.list?.name).toBe('Anew'));
    subject.send({ type: 'server.playlist.removed', playlist: { id: playlistBody.id } });
    expect(receivedBy('toasts')).toMatchObject([
      { message: { key: 'mediaLists.removedElsewhere', values: { name: 'Anew' } } },
    ]);
  });
});
