import { assign, sendTo, setup, type ActorRefFrom } from 'xstate';
import type { LibraryStats } from '../../../schemas/api/stats.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import type { ServerEventOf } from '../../../schemas/socket/server-events.ts';
import { getLibraryStats } from '../../../services/endpoints/library-lists.ts';
import { dataPage, itemChanges, type ItemChange, type PageRetry } from '../../kit/data-page.ts';
import { failedBy, keepError, type Failure } from '../../kit/failure.logic.ts';
import { resource, type ResourceReport } from '../../kit/resource.machine.ts';
import type { PageInput, PageRefresh } from '../../app/page-host/page.protocol.ts';

export type LibraryStatsEvent =
  ResourceReport<'data', typeof getLibraryStats> | PageRetry | PageRefresh | ServerEventOf<ItemChange>;

interface LibraryStatsContext {
  readonly libraryId: string;
  readonly stats: LibraryStats | null;
  readonly error: AppError | null;
}

/** Changes come in bursts (a scan): wait before refetching, in ms. */
const SETTLE_MS = 2000;

const { loading, failed, kept, removed } = dataPage<LibraryStats>();

/** Statistics of a library. A failed refetch keeps the numbers, unless the library is removed. */
export const libraryStatsMachine = setup({
  types: {
    input: {} as PageInput<'libraryStats'>,
    context: {} as LibraryStatsContext,
    events: {} as LibraryStatsEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as { data: 'data' },
  },
  actors: { data: resource('data', getLibraryStats) },
  guards: { isMissing: (_, params: Failure) => failedBy(params, 'notFound', 'forbidden') },
  actions: {
    keepData: assign((_, { data }: { data: LibraryStats }) => ({ stats: data, error: null })),
    rememberFailure: assign(keepError),
    retry: sendTo('data', { type: 'resource.retry' }),
    refresh: sendTo('data', { type: 'resource.refresh' }),
    markOutdated: sendTo('data', { type: 'resource.markOutdated' }),
  },
}).createMachine({
  id: 'libraryStats',
  context: ({ input }) => ({ libraryId: input.route.libraryId, stats: null, error: null }),
  invoke: {
    src: 'data',
    id: 'data',
    input: ({ context: { libraryId } }) => ({ request: { libraryId }, settleMs: SETTLE_MS }),
  },
  initial: 'loading',
  on: { 'page.refresh': { actions: 'refresh' } },
  states: {
    loading,
    failed,
    shown: { on: { ...kept, ...removed, ...itemChanges } },
  },
});

export type LibraryStatsRef = ActorRefFrom<typeof libraryStatsMachine>;
