import { assign, sendTo, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import type { ListeningStats } from '../../../schemas/api/stats.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import type { ServerEventOf } from '../../../schemas/socket/server-events.ts';
import { getMyStats } from '../../../services/endpoints/own-stats.ts';
import { textFileUrl } from '../../../services/text-file.ts';
import { getPorts } from '../../kit/ports.ts';
import { dataPage, type PageRetry } from '../../kit/data-page.ts';
import { failedBy, keepError, type Failure } from '../../kit/failure.logic.ts';
import { resource, type ResourceReport } from '../../kit/resource.machine.ts';
import type { PageInput, PageRefresh } from '../../app/page-host/page.protocol.ts';
import { CREDITS, type CreditKind } from './credits.logic.ts';
import { heardMachine } from './heard.machine.ts';
import { pictureMachine } from './picture.machine.ts';
import { deviceZone } from './zoned-time.logic.ts';
import { yearReviewMachine } from '../year-review/year-review.machine.ts';

export const CHARTS = ['hours', 'weekdays', 'credits', 'finished'] as const;
export type Chart = (typeof CHARTS)[number];

export type OwnStatsEvent =
  | { type: 'stats.toggleTable'; chart: Chart }
  | { type: 'stats.showCredit'; credit: CreditKind }
  | { type: 'stats.saveTable'; text: string; name: string }
  | ResourceReport<'data', typeof getMyStats>
  | PageRetry
  | PageRefresh
  | ServerEventOf<'server.progress.updated' | 'server.session.closed'>;

interface OwnStatsContext {
  readonly stats: ListeningStats | null;
  /** In ms. */
  readonly readAt: number;
  readonly zone: string;
  readonly tables: readonly Chart[];
  readonly credit: CreditKind;
  readonly error: AppError | null;
}

/** Playing changes the progress often: wait before refetching, in ms. */
const SETTLE_MS = 2000;

const { loading, failed, kept, removed } = dataPage<ListeningStats>();

/** Statistics of the account. Refetches when the account listens on any device; a failure keeps the numbers. */
export const ownStatsMachine = setup({
  types: {
    input: {} as PageInput<'configStats'>,
    context: {} as OwnStatsContext,
    events: {} as OwnStatsEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as { data: 'data'; yearReview: 'yearReview'; heard: 'heard'; picture: 'picture' },
  },
  actors: {
    data: resource('data', getMyStats),
    yearReview: yearReviewMachine,
    heard: heardMachine,
    picture: pictureMachine,
  },
  guards: { isMissing: (_, params: Failure) => failedBy(params, 'notFound', 'forbidden') },
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
    refreshHeard: sendTo('heard', { type: 'heard.refresh' }),
    toggleTable: assign(({ context: { tables } }, { chart }: { chart: Chart }) => ({
      tables: tables.includes(chart) ? tables.filter((one) => one !== chart) : [...tables, chart],
    })),
    showCredit: assign((_, { credit }: { credit: CreditKind }) => ({ credit })),
    saveTable: ({ system }, { text, name }: { text: string; name: string }) =>
      getPorts(system).page.download(textFileUrl(text, 'text/csv;charset=utf-8'), name),
  },
}).createMachine({
  id: 'ownStats',
  context: { stats: null, readAt: 0, zone: deviceZone(), tables: [], credit: CREDITS[0], error: null },
  invoke: [
    { src: 'data', id: 'data', input: { request: undefined, settleMs: SETTLE_MS } },
    { src: 'yearReview', id: 'yearReview' },
    { src: 'picture', id: 'picture' },
  ],
  initial: 'loading',
  on: { 'page.refresh': { actions: 'refresh' } },
  states: {
    loading,
    failed,
    shown: {
      invoke: { src: 'heard', id: 'heard' },
      on: {
        ...kept,
        ...removed,
        'page.refresh': { actions: ['refresh', 'refreshHeard'] },
        'server.progress.updated': { actions: 'markOutdated' },
        'server.session.closed': { actions: ['markOutdated', 'refreshHeard'] },
        'stats.toggleTable': { actions: by('toggleTable') },
        'stats.showCredit': { actions: by('showCredit') },
        'stats.saveTable': { actions: by('saveTable') },
      },
    },
  },
});

export type OwnStatsRef = ActorRefFrom<typeof ownStatsMachine>;
