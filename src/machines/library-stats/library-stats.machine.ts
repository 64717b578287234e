import { assign, sendTo, setup, type ActorRefFrom } from 'xstate';
import type { LibraryStats } from '../../schemas/api/library-stats.ts';
import type { AppError } from '../../schemas/app-error.ts';
import type { ServerEventOf } from '../../schemas/socket/server-events.ts';
import { getLibraryStats } from '../../services/endpoints/library-lists.ts';
import { failedBy, keepError, type Failure } from '../kit/failure.logic.ts';
import { resource, type ResourceTold } from '../kit/resource.ts';
import type { PageInput, PageRefresh } from '../page-host/page.protocol.ts';

export type LibraryStatsEvent =
  | { type: 'libraryStats.retry' }
  | ResourceTold<'stats', typeof getLibraryStats>
  | PageRefresh
  | ServerEventOf<
      | 'server.item.added'
      | 'server.items.added'
      | 'server.item.updated'
      | 'server.items.updated'
      | 'server.item.removed'
    >;

interface LibraryStatsContext {
  readonly libraryId: string;
  readonly stats: LibraryStats | null;
  readonly error: AppError | null;
}

/** Changes come in bursts (a scan): how long it must be quiet before the numbers are fetched again, in ms. */
const SETTLE_MS = 2000;

/**
 * The numbers of a library (STA-003, areas 17): its size and length, its most frequent genres and authors, its longest
 * and largest items. They follow what changes in the library.
 *
 * Invariants:
 * 1. It shows numbers whenever it has some: a fetch that fails later takes none away, unless the library is gone.
 * 2. It says why it has none.
 */
export const libraryStatsMachine = setup({
  types: {
    input: {} as PageInput<'libraryStats'>,
    context: {} as LibraryStatsContext,
    events: {} as LibraryStatsEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as { stats: 'stats' },
  },
  actors: { stats: resource('stats', getLibraryStats) },
  guards: { isGone: (_, params: Failure) => failedBy(params, 'notFound', 'forbidden') },
  actions: {
    keepStats: assign((_, { data }: { data: LibraryStats }) => ({ stats: data, error: null })),
    rememberFailure: assign(keepError),
    retry: sendTo('stats', { type: 'resource.retry' }),
    refresh: sendTo('stats', { type: 'resource.refresh' }),
    markOutdated: sendTo('stats', { type: 'resource.markOutdated' }),
  },
}).createMachine({
  id: 'libraryStats',
  context: ({ input }) => ({ libraryId: input.route.libraryId, stats: null, error: null }),
  invoke: {
    src: 'stats',
    id: 'stats',
    input: ({ context: { libraryId } }) => ({ request: { libraryId }, settleMs: SETTLE_MS }),
  },
  initial: 'loading',
  on: { 'page.refresh': { actions: 'refresh' } },
  states: {
    loading: {
      tags: 'busy',
      on: {
        'stats.loaded': { target: 'shown', actions: { type: 'keepStats', params: ({ event }) => event } },
        'stats.failed': { target: 'failed', actions: { type: 'rememberFailure', params: ({ event }) => event } },
      },
    },
    failed: {
      tags: 'failed',
      on: {
        'libraryStats.retry': { target: 'loading', actions: 'retry' },
        'stats.loaded': { target: 'shown', actions: { type: 'keepStats', params: ({ event }) => event } },
      },
    },
    shown: {
      on: {
        'stats.loaded': { actions: { type: 'keepStats', params: ({ event }) => event } },
        'stats.failed': {
          guard: { type: 'isGone', params: ({ event }) => event },
          target: 'failed',
          actions: { type: 'rememberFailure', params: ({ event }) => event },
        },
        'server.item.added': { actions: 'markOutdated' },
        'server.items.added': { actions: 'markOutdated' },
        'server.item.updated': { actions: 'markOutdated' },
        'server.items.updated': { actions: 'markOutdated' },
        'server.item.removed': { actions: 'markOutdated' },
      },
    },
  },
});

export type LibraryStatsRef = ActorRefFrom<typeof libraryStatsMachine>;
