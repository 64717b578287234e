import { describe, expect, test, vi } from 'vitest';
import { collectionsMachine } from '../../../../src/machines/browse/collections/collections.machine.ts';
import { playlistsMachine } from '../../../../src/machines/browse/collections/playlists.machine.ts';
import { collection as schema } from '../../../../src/schemas/api/media-lists.ts';
import { z } from '../../../../src/schemas/zod.ts';
import { listLibraryCollections, listLibraryPlaylists } from '../../../../src/services/endpoints/library-lists.ts';
import { createHost } from '../../../support/host.ts';
import { reducedBook } from '../../../support/item-fixtures.ts';
import { playlist as onePlaylist, playlistBody } from '../../../support/list-fixtures.ts';
import { oneFeed } from '../../../support/publish-fixtures.ts';
import { recording } from '../../../support/recordings.ts';

const one = z.parse(schema, recording('collections/one').response.body);
const raw = recording('collections/one').response.body as object;
const { libraryId } = one;

function open(names: readonly string[], stored: unknown = null) {
  const host = createHost(collectionsMachine, {
    input: { route: { name: 'libraryCollections', libraryId }, entryKey: 'k', memory: null, stored },
  });
  const answer = (given: readonly string[]) =>
    host.ports.api.answer(listLibraryCollections, {
      results: given.map((name) => ({ ...raw, id: name, name })),
      total: given.length,
      limit: 48,
      page: 0,
      sortDesc: false,
      minified: true,
      include: '',
    });
  answer(names);
  const list = () => host.subject.getSnapshot().children.list?.getSnapshot();
  const shown = () => [...(list()?.context.pages.values() ?? [])].flat().map((slot) => slot?.name);
  return { ...host, answer, list, shown, requested: () => host.ports.api.inputsOf(listLibraryCollections).length };
}

const expectShown = (page: ReturnType<typeof open>, names: readonly string[]) =>
  vi.waitFor(() => expect(page.shown()).toEqual(names));

test('requests the first page of the collections of its library', async () => {
  const page = open(['a', 'b']);
  await expectShown(page, ['a', 'b']);
  expect(page.ports.api.inputsOf(listLibraryCollections)).toEqual([{ libraryId, limit: 48, page: 0 }]);
});

test.each(['libraryCollections', 'libraryPlaylists'] as const)(
  'a new list starts with a selection on the shelf (COL-005, VAL-068): %s',
  (name) => {
    const input = { route: { name, libraryId }, entryKey: 'k', memory: null };
    const page = createHost(collectionsMachine, { input, named: { router: null, toasts: null } });
    page.subject.send({ type: 'collections.startNew' });
    expect(page.receivedBy('router')).toEqual([{ type: 'router.go', to: { name: 'bookshelf', libraryId } }]);
    expect(page.receivedBy('toasts')).toMatchObject([{ message: { key: `mediaLists.startNew.${name}` } }]);
  },
);

test('a changed collection is shown in its place at once, and the list looks whether the place is right (EVT-024)', async () => {
  const page = open(['a', 'b']);
  await expectShown(page, ['a', 'b']);
  page.answer(['b', 'z']);
  page.subject.send({ type: 'server.collection.updated', collection: { ...one, id: 'a', name: 'z' } });
  await expectShown(page, ['z', 'b']);
  page.ports.clock.advance(1000);
  await vi.waitFor(() => expect(page.shown()).toEqual(['b', 'z']));
});

test.each([
  ['added', { type: 'server.collection.added', collection: one }],
  ['removed', { type: 'server.collection.removed', collection: { id: 'a', libraryId } }],
  ['missing a book that is gone', { type: 'server.item.removed', item: { id: 'x' } }],
  ['of a book that changed', { type: 'server.item.updated', item: reducedBook }],
  ['of books that changed', { type: 'server.items.updated', items: { items: [reducedBook], dropped: [] } }],
  ['fed', { type: 'server.rssFeed.opened', feed: oneFeed }],
  ['not fed any more', { type: 'server.rssFeed.closed', feed: oneFeed }],
  ['removed from a library that is not named', { type: 'server.collection.removed', collection: { id: 'a' } }],
] as const)(
  'a collection that is %s makes the list look again once it is quiet (EVT-023, EVT-025)',
  async (_name, event) => {
    const page = open(['a']);
    await expectShown(page, ['a']);
    page.answer(['b']);
    page.subject.send(event);
    page.ports.clock.advance(1000);
    await vi.waitFor(() => expect(page.shown()).toEqual(['b']));
  },
);

test.each([
  ['server.collection.added', 'EVT-023'],
  ['server.collection.updated', 'EVT-024'],
  ['server.collection.removed', 'EVT-025'],
] as const)('%s of another library changes nothing (ROL-049, %s)', async (type, _row) => {
  const page = open(['a']);
  await expectShown(page, ['a']);
  const other = { ...one, id: 'a', name: 'z', libraryId: 'another' };
  page.subject.send({ type, collection: other });
  page.ports.clock.advance(60_000);
  expect([page.shown(), page.requested()]).toEqual([['a'], 1]);
});

test('after missed events the list is refetched', async () => {
  const page = open(['a']);
  await expectShown(page, ['a']);
  page.answer(['a', 'b']);
  page.subject.send({ type: 'page.refresh', again: true });
  await vi.waitFor(() => expect(page.shown()).toEqual(['a', 'b']));
});

test('its place is saved without the collections, and is used again only for the same library', async () => {
  const page = open(['a']);
  await expectShown(page, ['a']);
  const saved = page.parentEvents.at(-1);
  expect(saved).toMatchObject({ type: 'page.stateSaved', entryKey: 'k', stored: { query: { libraryId }, total: 1 } });
  expect(saved).not.toHaveProperty('stored.pages');
  const place = { query: { libraryId }, total: 100, window: { first: 50, last: 60 }, offset: 900, focused: 55 };
  const back = open([], place);
  expect(back.list()?.context).toMatchObject({ total: 100, offset: 900, focused: 55 });
  const foreign = open([], { ...place, query: { libraryId: 'another' } });
  const unreadable = open([], { ...place, query: 7 });
  expect([foreign, unreadable].map(({ list }) => list()?.context.offset)).toEqual([0, 0]);
});

describe('the playlists of a library', () => {
  const library = onePlaylist.libraryId;
  function openPlaylists(names: readonly string[]) {
    const host = createHost(playlistsMachine, {
      input: { route: { name: 'libraryPlaylists', libraryId: library }, entryKey: 'k', memory: null },
    });
    const answer = (given: readonly string[]) =>
      host.ports.api.answer(listLibraryPlaylists, {
        results: given.map((name) => ({ ...playlistBody, id: name, name })),
        total: given.length,
        limit: 48,
        page: 0,
      });
    answer(names);
    const shown = () =>
      [...(host.subject.getSnapshot().children.list?.getSnapshot().context.pages.values() ?? [])]
        .flat()
        .map((slot) => slot?.name);
    return { ...host, answer, shown, requested: () => host.ports.api.inputsOf(listLibraryPlaylists).length };
  }

  test('show one that changed at once, and look whether its place is right', async () => {
    const page = openPlaylists(['a', 'b']);
    await vi.waitFor(() => expect(page.shown()).toEqual(['a', 'b']));
    page.answer(['b', 'z']);
    page.subject.send({ type: 'server.playlist.updated', playlist: { ...onePlaylist, id: 'a', name: 'z' } });
    await vi.waitFor(() => expect(page.shown()).toEqual(['z', 'b']));
    page.ports.clock.advance(1000);
    await vi.waitFor(() => expect(page.shown()).toEqual(['b', 'z']));
  });

  test.each([
    [1, { type: 'server.playlist.added', playlist: onePlaylist }],
    [0, { type: 'server.playlist.added', playlist: { ...onePlaylist, libraryId: 'another' } }],
    [1, { type: 'server.playlist.removed', playlist: { id: 'a', libraryId: library } }],
    [0, { type: 'server.playlist.removed', playlist: { id: 'a', libraryId: 'another' } }],
    [0, { type: 'server.playlist.updated', playlist: { ...onePlaylist, id: 'a', name: 'z', libraryId: 'another' } }],
    [0, { type: 'server.collection.added', collection: { ...one, libraryId: library } }],
    [0, { type: 'server.collection.updated', collection: { ...one, id: 'a', name: 'z', libraryId: library } }],
    [0, { type: 'server.collection.removed', collection: { id: 'a', libraryId: library } }],
  ] as const)('are requested %s more times after %j', async (times, event) => {
    const page = openPlaylists(['a']);
    await vi.waitFor(() => expect(page.shown()).toEqual(['a']));
    page.answer(['b']);
    page.subject.send(event);
    page.ports.clock.advance(1000);
    await vi.waitFor(() => expect(page.shown()).toEqual([times === 1 ? 'b' : 'a']));
    expect(page.requested()).toBe(1 + times);
  });
});
