import { assign, enqueueActions, sendParent, sendTo, setup, spawnChild, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import type { LibraryItemMinified } from '../../../schemas/api/library-item-minified.ts';
import type { SeriesWithBooks } from '../../../schemas/api/series.ts';
import type { Preferences } from '../../../schemas/preferences.ts';
import type { ServerEventOf } from '../../../schemas/socket/server-events.ts';
import { getPreferences, named } from '../../kit/system.ts';
import { filterMenuMachine, type FilterMenuRef } from '../bookshelf/filter-menu.machine.ts';
import { hasDirection, toggleSort } from '../bookshelf/query.logic.ts';
import type { ItemUpdates } from '../../kit/shown-item.logic.ts';
import { itemUpdatesMachine, type ItemUpdatesParentEvent } from '../item/item-updates.machine.ts';
import type { PageInput, PageRefresh } from '../../app/page-host/page.protocol.ts';
import { preferencesWatch, type PreferencesChanged } from '../../playback/player/watchers.actor.ts';
import { listSaved, readListMemory } from '../../kit/windowed-list/memory.logic.ts';
import { isSameQuery } from '../../kit/windowed-list/window.logic.ts';
import type { LettersRef } from '../../kit/windowed-list/letters.machine.ts';
import type { ListMemory, ListPlaceChanged } from '../../kit/windowed-list/windowed-list.protocol.ts';
import { isSeriesQuery, seriesQueryOf, type SeriesQuery, type SeriesSort } from './series-query.logic.ts';
import { isInSeries } from './series.logic.ts';
import { holdsBook, seriesLetters, seriesList, withBooks } from './series-source.ts';

export type SeriesListEvent =
  | { type: 'seriesList.sort'; key: SeriesSort }
  | { type: 'seriesList.filter'; filter: string | null }
  | PreferencesChanged
  | ListPlaceChanged<SeriesWithBooks, SeriesQuery>
  | PageRefresh
  | ItemUpdatesParentEvent
  | ServerEventOf<
      | 'server.series.added'
      | 'server.series.updated'
      | 'server.series.removed'
      | 'server.item.updated'
      | 'server.items.updated'
      | 'server.item.removed'
      | 'server.item.added'
      | 'server.items.added'
      | 'server.user.updated'
      | 'server.rssFeed.opened'
      | 'server.rssFeed.closed'
    >;

interface SeriesListContext {
  readonly entryKey: string;
  query: SeriesQuery;
  list: ActorRefFrom<typeof seriesList>;
  letters: LettersRef;
  filterMenu: FilterMenuRef;
}

/** The series of a library. The list is a child. */
export const seriesListMachine = setup({
  types: {
    input: {} as PageInput<'librarySeries'>,
    context: {} as SeriesListContext,
    events: {} as SeriesListEvent,
    children: {} as { itemUpdates: 'itemUpdates'; filterMenu: 'filterMenu'; list: 'list'; letters: 'letters' },
  },
  actors: {
    list: seriesList,
    letters: seriesLetters,
    itemUpdates: itemUpdatesMachine,
    filterMenu: filterMenuMachine,
    preferencesWatch,
  },
  guards: {
    /** A removal without a library id counts for this library. */
    isOfLibrary: ({ context }, { libraryId }: { libraryId?: string | undefined }) =>
      (libraryId ?? context.query.libraryId) === context.query.libraryId,
    changesQuery: ({ context: { query } }, { preferences }: { preferences: Preferences }) =>
      !isSameQuery(seriesQueryOf(query.libraryId, preferences, query), query),
    isShuffledAgain: ({ context: { query } }, { key }: { key: string }) => !hasDirection(key) && query.sort === key,
    followsProgress: ({ context }) => context.query.filter?.startsWith('progress.') ?? false,
  },
  actions: {
    applyPreferences: assign(({ context: { query } }, { preferences }: { preferences: Preferences }) => ({
      query: seriesQueryOf(query.libraryId, preferences, query),
    })),
    shuffleAgain: assign(({ context: { query } }) => ({ query: { ...query, shuffle: (query.shuffle ?? 0) + 1 } })),
    showQuery: sendTo('list', ({ context }) => ({ type: 'list.show', query: context.query })),
    chooseSort: sendTo(named('preferences'), ({ context }, { key }: { key: string }) => {
      const { sort, desc } = toggleSort(context.query, key);
      return { type: 'preferences.set', change: { seriesSortBy: sort, seriesSortDesc: desc } };
    }),
    chooseFilter: sendTo(named('preferences'), (_, { filter }: { filter: string | null }) => ({
      type: 'preferences.set',
      change: { seriesFilterBy: filter ?? 'all' },
    })),
    saveState: sendParent(({ context }, { memory }: { memory: ListMemory }) => listSaved(context.entryKey, memory)),
    markOutdated: sendTo('list', { type: 'list.outdated' }),
    refresh: sendTo('list', { type: 'list.refresh' }),
    collect: enqueueActions(({ context, enqueue }, { items }: { items: readonly LibraryItemMinified[] }) => {
      const { pages } = context.list.getSnapshot().context;
      for (const item of items) {
        if (holdsBook(pages, item.id)) enqueue.sendTo('itemUpdates', { type: 'itemUpdates.put', item });
      }
      // The server sends no series event when a series gains a book.
      if (items.some((item) => isInSeries(item, context.query.libraryId)))
        enqueue.sendTo('list', { type: 'list.outdated' });
    }),
    showUpdates: sendTo('list', ({ context }, { items }: { items: ItemUpdates }) => ({
      type: 'list.patch',
      items: withBooks(context.list.getSnapshot().context.pages, items),
    })),
  },
}).createMachine({
  id: 'seriesList',
  context: ({ input, self, spawn }) => {
    const memory: ListMemory<SeriesWithBooks, SeriesQuery> | null = readListMemory(input, isSeriesQuery);
    const query = seriesQueryOf(input.route.libraryId, getPreferences(self.system), memory?.query ?? null);
    const list = spawn('list', { id: 'list', input: { query, memory } });
    return {
      entryKey: input.entryKey,
      query,
      list,
      letters: spawn('letters', { id: 'letters', input: { list } }),
      filterMenu: spawn('filterMenu', { id: 'filterMenu' }),
    };
  },
  entry: spawnChild('itemUpdates', { id: 'itemUpdates' }),
  invoke: { src: 'preferencesWatch', id: 'preferencesWatch' },
  on: {
    'seriesList.sort': [
      { guard: by('isShuffledAgain'), actions: ['shuffleAgain', 'showQuery'] },
      { actions: by('chooseSort') },
    ],
    'seriesList.filter': { actions: by('chooseFilter') },
    'preferences.changed': {
      guard: by('changesQuery'),
      actions: [by('applyPreferences'), 'showQuery'],
    },
    'list.placeChanged': { actions: by('saveState') },
    'page.refresh': { actions: 'refresh' },
    'itemUpdates.collected': {
      actions: [by('showUpdates'), 'markOutdated'],
    },
    'server.item.updated': { actions: { type: 'collect', params: ({ event }) => ({ items: [event.item] }) } },
    'server.items.updated': { actions: { type: 'collect', params: ({ event }) => ({ items: event.items.items }) } },
    'server.item.removed': { actions: 'markOutdated' },
    'server.item.added': { guard: { type: 'isOfLibrary', params: ({ event }) => event.item }, actions: 'markOutdated' },
    'server.items.added': { actions: 'markOutdated' },
    'server.series.added': {
      guard: { type: 'isOfLibrary', params: ({ event }) => event.series },
      actions: 'markOutdated',
    },
    'server.series.updated': {
      guard: { type: 'isOfLibrary', params: ({ event }) => event.series },
      actions: 'markOutdated',
    },
    'server.series.removed': {
      guard: { type: 'isOfLibrary', params: ({ event }) => event.series },
      actions: 'markOutdated',
    },
    'server.rssFeed.opened': { actions: 'markOutdated' },
    'server.rssFeed.closed': { actions: 'markOutdated' },
    'server.user.updated': { guard: 'followsProgress', actions: 'markOutdated' },
  },
});

export type SeriesListRef = ActorRefFrom<typeof seriesListMachine>;
