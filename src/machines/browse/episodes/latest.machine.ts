import { assign, enqueueActions, sendParent, sendTo, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import type { ReportedItem } from '../../../schemas/api/library-item-reduced.ts';
import type { LatestEpisode } from '../../../schemas/api/podcast-lists.ts';
import type { QueueItem } from '../../../schemas/queue.ts';
import type { ServerEventOf } from '../../../schemas/socket/server-events.ts';
import { listLatestEpisodes } from '../../../services/endpoints/podcasts.ts';
import { getPorts } from '../../kit/ports.ts';
import { getProgress, named } from '../../kit/system.ts';
import type { PageInput, PageRefresh } from '../../app/page-host/page.protocol.ts';
import { playCommand } from '../../playback/queue/queue.logic.ts';
import { windowedList } from '../../kit/windowed-list/list-source.ts';
import { listSaved, readListMemory } from '../../kit/windowed-list/memory.logic.ts';
import { PAGE_SIZE } from '../../kit/windowed-list/window.logic.ts';
import type { ListInput, ListMemory, ListPlaceChanged } from '../../kit/windowed-list/windowed-list.protocol.ts';
import { filterOf, isFiltered, LATEST_FILTERS, withFilter, type LatestFilter } from './latest-filter.logic.ts';
import { latestFilterMachine, type DroppedEpisodes } from './latest-filter.machine.ts';

interface LatestQuery {
  readonly libraryId: string;
}

/** Newest first, until a page is not full (pitfall 42). */
const latestList = windowedList<LatestEpisode, LatestQuery>({
  loadPage: async (api, { libraryId }, number, signal) => {
    const { episodes } = await api.call(listLatestEpisodes, { libraryId, limit: PAGE_SIZE, page: number }, signal);
    return { items: episodes, total: null };
  },
});

export type LatestEvent =
  /** Plays the first, queues the others without finished ones. */
  | { type: 'latest.play'; items: readonly QueueItem[] }
  /** Filters here, and again when this tab reopens the page. */
  | { type: 'latest.filter'; filter: LatestFilter }
  | ListPlaceChanged<LatestEpisode, LatestQuery>
  | PageRefresh
  | ServerEventOf<'server.episode.added' | 'server.item.added' | 'server.item.updated' | 'server.item.removed'>
  | ServerEventOf<'server.items.added' | 'server.items.updated'>;

interface LatestContext {
  readonly entryKey: string;
  readonly list: ListInput<LatestEpisode, LatestQuery>;
  readonly filter: LatestFilter;
}

/** The latest episodes of a podcast library. The list is a child. */
export const latestMachine = setup({
  types: {
    input: {} as PageInput<'libraryLatest'>,
    context: {} as LatestContext,
    events: {} as LatestEvent,
    children: {} as { list: 'list'; filtered: 'filtered' },
  },
  actors: { list: latestList, filtered: latestFilterMachine },
  guards: {
    isOfLibrary: ({ context }, { items }: { items: readonly { readonly libraryId: string }[] }) =>
      items.some(({ libraryId }) => libraryId === context.list.query.libraryId),
  },
  actions: {
    saveState: sendParent(({ context }, { memory }: { memory: ListMemory }) => listSaved(context.entryKey, memory)),
    keepFilter: assign((_, { filter }: { filter: LatestFilter }) => ({ filter })),
    writeFilter: ({ context: { filter, list }, system }) => {
      const { tabStorage } = getPorts(system);
      tabStorage.write(LATEST_FILTERS, withFilter(tabStorage.read(LATEST_FILTERS), list.query.libraryId, filter));
    },
    markOutdated: sendTo('list', { type: 'list.outdated' }),
    refresh: sendTo('list', { type: 'list.refresh' }),
    refreshFiltered: sendTo('filtered', { type: 'latestFilter.refresh' }),
    showFiltered: enqueueActions(({ context: { filter }, enqueue }, { always }: { always: boolean }) => {
      if (always || isFiltered(filter)) enqueue.sendTo('filtered', { type: 'latestFilter.show', filter });
    }),
    dropEpisodes: sendTo('filtered', (_, params: DroppedEpisodes) => ({
      type: 'latestFilter.forget' as const,
      ...params,
    })),
    play: enqueueActions(({ enqueue, system }, { items }: { items: readonly QueueItem[] }) => {
      const [first, ...others] = items;
      if (!first) return;
      enqueue.sendTo(named('player'), playCommand(first, false));
      const unheard = others.filter((item) => !getProgress(system, item)?.isFinished);
      if (unheard.length > 0) enqueue.sendTo(named('queue'), { type: 'queue.add', items: unheard, place: 'next' });
    }),
  },
}).createMachine({
  id: 'latest',
  context: ({ input, self }) => ({
    entryKey: input.entryKey,
    list: { query: { libraryId: input.route.libraryId }, memory: readListMemory(input, isLatestQuery) },
    filter: filterOf(getPorts(self.system).tabStorage.read(LATEST_FILTERS), input.route.libraryId),
  }),
  entry: { type: 'showFiltered', params: { always: false } },
  invoke: [
    { src: 'list', id: 'list', input: ({ context }) => context.list },
    { src: 'filtered', id: 'filtered', input: ({ context }) => context.list.query },
  ],
  on: {
    'latest.filter': {
      actions: [by('keepFilter'), { type: 'showFiltered', params: { always: true } }, 'writeFilter'],
    },
    'latest.play': { actions: by('play') },
    'list.placeChanged': { actions: by('saveState') },
    'page.refresh': { actions: ['refresh', 'refreshFiltered'] },
    'server.episode.added': {
      guard: { type: 'isOfLibrary', params: ({ event }) => ({ items: [event.episode.libraryItem] }) },
      actions: ['markOutdated', 'refreshFiltered'],
    },
    'server.item.added': {
      guard: { type: 'isOfLibrary', params: ({ event }) => ({ items: [event.item] }) },
      actions: ['markOutdated', 'refreshFiltered'],
    },
    'server.items.added': {
      guard: { type: 'isOfLibrary', params: ({ event }) => event.items },
      actions: ['markOutdated', 'refreshFiltered'],
    },
    // An edited or removed episode arrives as an update of its podcast.
    'server.item.updated': {
      guard: { type: 'isOfLibrary', params: ({ event }) => ({ items: [event.item] }) },
      actions: ['markOutdated', { type: 'dropEpisodes', params: ({ event }) => leftOf(event.item) }, 'refreshFiltered'],
    },
    'server.items.updated': {
      guard: { type: 'isOfLibrary', params: ({ event }) => event.items },
      actions: ['markOutdated', 'refreshFiltered'],
    },
    'server.item.removed': {
      actions: [
        'markOutdated',
        { type: 'dropEpisodes', params: ({ event }) => ({ podcastId: event.item.id, kept: [] }) },
      ],
    },
  },
});

/** Null if the event carries no episode ids. */
const leftOf = (item: ReportedItem): DroppedEpisodes => ({
  podcastId: item.id,
  kept: 'episodeIds' in item ? (item.episodeIds ?? null) : null,
});

function isLatestQuery(query: unknown): query is LatestQuery {
  return typeof query === 'object' && query !== null && 'libraryId' in query && typeof query.libraryId === 'string';
}

export type LatestRef = ActorRefFrom<typeof latestMachine>;
