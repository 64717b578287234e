import { assign, sendTo, setup, type ActorRefFrom } from 'xstate';
import type { ListeningStats } from '../../schemas/api/listening-session.ts';
import type { AppError } from '../../schemas/app-error.ts';
import type { ServerEventOf } from '../../schemas/socket/server-events.ts';
import { getMyStats } from '../../services/endpoints/account.ts';
import { getPorts } from '../app/ports.ts';
import { dataPage, type PageRetry } from '../kit/data-page.ts';
import { failedBy, keepError, type Failure } from '../kit/failure.logic.ts';
import { resource, type ResourceTold } from '../kit/resource.ts';
import type { PageInput, PageRefresh } from '../page-host/page.protocol.ts';
import { yearReviewMachine } from '../year-review/year-review.machine.ts';

export type OwnStatsEvent =
  ResourceTold<'data', typeof getMyStats> | PageRetry | PageRefresh | ServerEventOf<'server.progress.updated'>;

interface OwnStatsContext {
  readonly stats: ListeningStats | null;
  /** When the numbers came, in ms. */
  readonly readAt: number;
  readonly error: AppError | null;
}

/** What plays tells its progress often: how long it must be quiet before the numbers are read again, in ms. */
const SETTLE_MS = 2000;

const { loading, failed, kept, gone } = dataPage<ListeningStats>();

/**
 * The listening of the account in numbers (STA-001, areas 16.1): in all, in the last week, in the last year, and what
 * was heard longest. They follow what the account hears, here and on other devices.
 *
 * Invariants:
 * 1. It shows numbers whenever it has some: a fetch that fails later takes none away.
 * 2. It says why it has none.
 */
export const ownStatsMachine = setup({
  types: {
    input: {} as PageInput<'configStats'>,
    context: {} as OwnStatsContext,
    events: {} as OwnStatsEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as { data: 'data'; yearReview: 'yearReview' },
  },
  actors: { data: resource('data', getMyStats), yearReview: yearReviewMachine },
  guards: { isGone: (_, params: Failure) => failedBy(params, 'notFound', 'forbidden') },
  actions: {
    keepData: assign(({ system }, { data }: { data: ListeningStats }) => ({
      stats: data,
      readAt: getPorts(system).clock.now(),
      error: null,
    })),
    rememberFailure: assign(keepError),
    retry: sendTo('data', { type: 'resource.retry' }),
    refresh: sendTo('data', { type: 'resource.refresh' }),
    markOutdated: sendTo('data', { type: 'resource.markOutdated' }),
  },
}).createMachine({
  id: 'ownStats',
  context: { stats: null, readAt: 0, error: null },
  invoke: [
    { src: 'data', id: 'data', input: { request: undefined, settleMs: SETTLE_MS } },
    { src: 'yearReview', id: 'yearReview' },
  ],
  initial: 'loading',
  on: { 'page.refresh': { actions: 'refresh' } },
  states: {
    loading,
    failed,
    shown: { on: { ...kept, ...gone, 'server.progress.updated': { actions: 'markOutdated' } } },
  },
});

export type OwnStatsRef = ActorRefFrom<typeof ownStatsMachine>;
