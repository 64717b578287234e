import { sendParent, sendTo, setup, type ActorRefFrom } from 'xstate';
import { named } from '../../kit/system.ts';
import { by } from '../../kit/by.ts';
import { toast } from '../../kit/toast.ts';
import type { Collection, Playlist } from '../../../schemas/api/media-lists.ts';
import type { ServerEventOf } from '../../../schemas/socket/server-events.ts';
import { listLibraryCollections } from '../../../services/endpoints/library-lists.ts';
import type { PageInput, PageRefresh } from '../../app/page-host/page.protocol.ts';
import type { RouterEvent } from '../../kit/router/router.protocol.ts';
import { windowedList } from '../../kit/windowed-list/list-source.ts';
import { listSaved, readListMemory } from '../../kit/windowed-list/memory.logic.ts';
import { PAGE_SIZE } from '../../kit/windowed-list/window.logic.ts';
import type { ListInput, ListMemory, ListPlaceChanged } from '../../kit/windowed-list/windowed-list.protocol.ts';

export interface CollectionsQuery {
  readonly libraryId: string;
}

export type Listed = Collection | Playlist;

const collectionList = windowedList<Listed, CollectionsQuery>({
  loadPage: async (api, query, number, signal) => {
    const input = { ...query, limit: PAGE_SIZE, page: number };
    const { results, total } = await api.call(listLibraryCollections, input, signal);
    return { items: results, total };
  },
});

export type CollectionsEvent =
  /** The server takes a new list only with items: they are selected first. */
  | { type: 'collections.startNew' }
  | ListPlaceChanged<Listed, CollectionsQuery>
  | PageRefresh
  | ServerEventOf<'server.collection.added' | 'server.collection.updated' | 'server.collection.removed'>
  | ServerEventOf<'server.rssFeed.opened' | 'server.rssFeed.closed'>
  | ServerEventOf<'server.item.updated' | 'server.item.removed' | 'server.items.updated'>
  | ServerEventOf<'server.playlist.added' | 'server.playlist.updated' | 'server.playlist.removed'>;

type Shown = 'libraryCollections' | 'libraryPlaylists';
interface Report {
  readonly libraryId?: string | undefined;
  readonly page: Shown;
}

const ofCollection = ({ event }: { event: { collection: { libraryId?: string | undefined } } }): Report => ({
  libraryId: event.collection.libraryId,
  page: 'libraryCollections',
});
const ofPlaylist = ({ event }: { event: { playlist: { libraryId?: string | undefined } } }): Report => ({
  libraryId: event.playlist.libraryId,
  page: 'libraryPlaylists',
});

/** In ms: to read it, and to find the first items. */
const HINT_MS = 15_000;

interface CollectionsContext {
  readonly page: Shown;
  readonly entryKey: string;
  readonly list: ListInput<Listed, CollectionsQuery>;
}

/** The collections or playlists of a library. The list is a child. */
export const collectionsMachine = setup({
  types: {
    input: {} as PageInput<Shown>,
    context: {} as CollectionsContext,
    events: {} as CollectionsEvent,
    children: {} as { list: 'list' },
  },
  actors: { list: collectionList },
  guards: {
    /** A removal without a library id counts for this library. */
    isShown: ({ context }, { libraryId, page }: Report) =>
      page === context.page && (libraryId ?? context.list.query.libraryId) === context.list.query.libraryId,
  },
  actions: {
    saveState: sendParent(({ context }, { memory }: { memory: ListMemory }) => listSaved(context.entryKey, memory)),
    openShelf: sendTo(named('router'), ({ context }): RouterEvent => ({
      type: 'router.go',
      to: { name: 'bookshelf', libraryId: context.list.query.libraryId },
    })),
    explain: sendTo(named('toasts'), ({ context }) =>
      toast('info', 'newList', `mediaLists.startNew.${context.page}`, { durationMs: HINT_MS }),
    ),
    markOutdated: sendTo('list', { type: 'list.outdated' }),
    refresh: sendTo('list', { type: 'list.refresh' }),
    patch: sendTo('list', (_, { changed }: { changed: Listed }) => ({
      type: 'list.patch',
      items: new Map([[changed.id, changed]]),
    })),
  },
}).createMachine({
  id: 'collections',
  context: ({ input }) => {
    const query = { libraryId: input.route.libraryId };
    return {
      page: input.route.name,
      entryKey: input.entryKey,
      list: { query, memory: readListMemory(input, isCollectionsQuery) },
    };
  },
  invoke: { src: 'list', id: 'list', input: ({ context }) => context.list },
  on: {
    'collections.startNew': { actions: ['openShelf', 'explain'] },
    'list.placeChanged': { actions: by('saveState') },
    'page.refresh': { actions: 'refresh' },
    'server.collection.added': { guard: { type: 'isShown', params: ofCollection }, actions: 'markOutdated' },
    'server.playlist.added': { guard: { type: 'isShown', params: ofPlaylist }, actions: 'markOutdated' },
    // A new name may change the position.
    'server.collection.updated': {
      guard: { type: 'isShown', params: ofCollection },
      actions: [{ type: 'patch', params: ({ event }) => ({ changed: event.collection }) }, 'markOutdated'],
    },
    'server.playlist.updated': {
      guard: { type: 'isShown', params: ofPlaylist },
      actions: [{ type: 'patch', params: ({ event }) => ({ changed: event.playlist }) }, 'markOutdated'],
    },
    'server.collection.removed': { guard: { type: 'isShown', params: ofCollection }, actions: 'markOutdated' },
    // The server sends no list event when books of a list change or are removed.
    'server.item.updated': { actions: 'markOutdated' },
    'server.item.removed': { actions: 'markOutdated' },
    'server.items.updated': { actions: 'markOutdated' },
    'server.rssFeed.opened': { actions: 'markOutdated' },
    'server.rssFeed.closed': { actions: 'markOutdated' },
    'server.playlist.removed': { guard: { type: 'isShown', params: ofPlaylist }, actions: 'markOutdated' },
  },
});

function isCollectionsQuery(query: unknown): query is CollectionsQuery {
  return typeof query === 'object' && query !== null && 'libraryId' in query && typeof query.libraryId === 'string';
}

export type CollectionsRef = ActorRefFrom<typeof collectionsMachine>;
