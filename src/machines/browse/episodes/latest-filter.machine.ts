import { assign, fromPromise, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import type { LatestEpisode } from '../../../schemas/api/podcast-lists.ts';
import { listLatestEpisodes } from '../../../services/endpoints/podcasts.ts';
import { getPorts, type System } from '../../kit/ports.ts';
import { getProgress } from '../../kit/system.ts';
import { failureOf, keepError } from '../../kit/failure.logic.ts';
import { isFiltered, mediaOf, NO_FILTER, passes, withPage, type LatestFilter } from './latest-filter.logic.ts';

export interface LatestFilterInput {
  readonly libraryId: string;
}

/** Episodes to drop: all but `kept`; null: none are kept. */
export interface DroppedEpisodes {
  readonly podcastId: string;
  readonly kept: readonly string[] | null;
}

export type LatestFilterEvent =
  /** `last`: last visible row, from 0. */
  | { type: 'latestFilter.moved'; last: number }
  | { type: 'latestFilter.extend' }
  /** Shows episodes that pass, newest first; nothing without a filter. */
  | { type: 'latestFilter.show'; filter: LatestFilter }
  | ({ type: 'latestFilter.forget' } & DroppedEpisodes)
  | { type: 'latestFilter.refresh' };

interface LatestFilterContext extends LatestFilterInput {
  readonly filter: LatestFilter;
  readonly episodes: readonly LatestEpisode[];
  readonly shown: number;
  readonly last: number;
  /** Next page to load, and pages loaded without a pause. */
  readonly next: number;
  readonly inARow: number;
  readonly isAtEnd: boolean;
  readonly isOutdated: boolean;
  readonly error: AppError | null;
}

interface FilterPage {
  readonly episodes: readonly LatestEpisode[];
  readonly isLast: boolean;
}

export const FILTER_PAGE = 200;
/** Rows to have ready below the view. */
const AHEAD = 30;
/** Pages to load before a person has to continue. */
const MOST_IN_A_ROW = 3;

const startOf = (filter: LatestFilter): Omit<LatestFilterContext, 'libraryId'> => ({
  filter,
  episodes: [],
  shown: 0,
  last: -1,
  next: 0,
  inARow: 0,
  isAtEnd: false,
  isOutdated: false,
  error: null,
});

const countOf = (episodes: readonly LatestEpisode[], filter: LatestFilter, system: System): number =>
  episodes.filter((one) => passes(one, filter, getProgress(system, mediaOf(one)))).length;

/** Latest episodes that pass a filter. The server has no filter here: loads page after page until the view is full. */
export const latestFilterMachine = setup({
  types: {
    input: {} as LatestFilterInput,
    context: {} as LatestFilterContext,
    events: {} as LatestFilterEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as { loadPage: 'loadPage'; loadNewest: 'loadPage' },
  },
  actors: {
    /** Rejects with `AppException`. */
    loadPage: fromPromise<FilterPage, { libraryId: string; page: number }>(
      async ({ input: { libraryId, page }, system, signal }) => {
        const request = { libraryId, page, limit: FILTER_PAGE };
        const { items, dropped } = (await getPorts(system).api.call(listLatestEpisodes, request, signal)).episodes;
        return { episodes: items, isLast: items.length + dropped.length < FILTER_PAGE };
      },
    ),
  },
  guards: {
    isFiltered: (_, { filter }: { filter: LatestFilter }) => isFiltered(filter),
    isOutdated: ({ context }) => context.isOutdated,
    hasEnough: ({ context: { isAtEnd, shown, last } }) => isAtEnd || shown > last + AHEAD,
    hasLookedFar: ({ context }) => context.inARow >= MOST_IN_A_ROW,
  },
  actions: {
    start: assign((_, { filter }: { filter: LatestFilter }) => startOf(filter)),
    forget: assign(({ context, system }, { podcastId, kept }: DroppedEpisodes) => {
      if (kept === null) return {};
      const isRemoved = (one: LatestEpisode) => one.libraryItemId === podcastId && !kept.includes(one.id);
      const episodes = context.episodes.filter((one) => !isRemoved(one));
      return { episodes, shown: countOf(episodes, context.filter, system) };
    }),
    keepWindow: assign((_, { last }: { last: number }) => ({ last })),
    keepPage: assign(({ context, system }, { episodes: page, isLast }: FilterPage) => {
      const episodes = withPage(context.episodes, page, false);
      return {
        episodes,
        shown: countOf(episodes, context.filter, system),
        next: context.next + 1,
        inARow: context.inARow + 1,
        isAtEnd: isLast,
        error: null,
      };
    }),
    keepNewest: assign(({ context, system }, { episodes: page }: FilterPage) => {
      const episodes = withPage(context.episodes, page, true);
      return { episodes, shown: countOf(episodes, context.filter, system) };
    }),
    rest: assign({ inARow: 0 }),
    noteOutdated: assign({ isOutdated: true }),
    noteRefreshed: assign({ isOutdated: false }),
    rememberFailure: assign(keepError),
  },
}).createMachine({
  id: 'latestFilter',
  context: ({ input }) => ({ ...input, ...startOf(NO_FILTER) }),
  initial: 'idle',
  on: {
    'latestFilter.show': [
      {
        guard: by('isFiltered'),
        target: '.loading',
        actions: by('start'),
      },
      { target: '.idle', actions: by('start') },
    ],
    'latestFilter.forget': { actions: by('forget') },
    'latestFilter.moved': { actions: by('keepWindow') },
    'latestFilter.refresh': { actions: 'noteOutdated' },
  },
  states: {
    idle: {},
    loading: {
      tags: 'busy',
      invoke: {
        src: 'loadPage',
        id: 'loadPage',
        input: ({ context: { libraryId, next } }) => ({ libraryId, page: next }),
        onDone: { target: 'deciding', actions: { type: 'keepPage', params: ({ event }) => event.output } },
        onError: { target: 'failed', actions: { type: 'rememberFailure', params: failureOf } },
      },
    },
    deciding: {
      always: [
        { guard: 'isOutdated', target: 'refreshing' },
        { guard: 'hasEnough', target: 'ready' },
        { guard: 'hasLookedFar', target: 'paused' },
        { target: 'loading' },
      ],
    },
    ready: {
      entry: 'rest',
      on: {
        'latestFilter.moved': { target: 'deciding', actions: by('keepWindow') },
        'latestFilter.refresh': 'refreshing',
      },
    },
    paused: {
      entry: 'rest',
      on: { 'latestFilter.extend': 'loading', 'latestFilter.refresh': 'refreshing' },
    },
    refreshing: {
      entry: 'noteRefreshed',
      invoke: {
        src: 'loadPage',
        id: 'loadNewest',
        input: ({ context: { libraryId } }) => ({ libraryId, page: 0 }),
        onDone: { target: 'deciding', actions: { type: 'keepNewest', params: ({ event }) => event.output } },
        onError: 'deciding',
      },
    },
    failed: { tags: 'failed', entry: 'rest', on: { 'latestFilter.extend': 'loading' } },
  },
});

export type LatestFilterRef = ActorRefFrom<typeof latestFilterMachine>;
