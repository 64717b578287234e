import { assign, sendTo, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import type { PodcastFeed } from '../../../schemas/api/podcast-feed.ts';
import { toAppError, type AppError } from '../../../schemas/app-error.ts';
import { readFeed, updateEpisode } from '../../../services/endpoints/podcast-admin.ts';
import { callEndpoint } from '../../kit/ports.ts';
import { named } from '../../kit/system.ts';
import type { ToastsEvent } from '../../kit/toasts.protocol.ts';
import { failureOf, isPassing, keepError, type Failure } from '../../kit/failure.logic.ts';
import { resource, type ResourceReport } from '../../kit/resource.machine.ts';
import type { MatchEpisodesInput, MatchEpisodesOutput } from '../../app/modals/modal-inputs.protocol.ts';
import { matchPlan, type MatchPlan } from './match-plan.logic.ts';
import { toast } from '../../kit/toast.ts';

export type MatchEpisodesEvent =
  | { type: 'matchEpisodes.pick'; id: string; isOn: boolean }
  | { type: 'matchEpisodes.pickAll'; isOn: boolean }
  | { type: 'matchEpisodes.show'; id: string }
  | { type: 'matchEpisodes.back' }
  | { type: 'matchEpisodes.run' }
  /** After the running one. */
  | { type: 'matchEpisodes.stop' }
  | { type: 'matchEpisodes.retry' }
  | { type: 'matchEpisodes.close' }
  | ResourceReport<'feed', typeof readFeed>;

interface MatchEpisodesContext extends MatchEpisodesInput {
  readonly plan: MatchPlan;
  readonly picked: ReadonlySet<string>;
  /** The first one is running. */
  readonly queue: readonly string[];
  /** Of the last run. */
  readonly sent: number;
  readonly settled: number;
  /** Closes after the running update. */
  readonly closes: boolean;
  readonly updated: ReadonlySet<string>;
  /** Until updated. */
  readonly failed: ReadonlySet<string>;
  readonly shown: string | null;
  readonly last: string | null;
  readonly error: AppError | null;
}

const NO_PLAN: MatchPlan = { rows: [], same: 0, missing: 0 };
const without = (ids: ReadonlySet<string>, id: string | undefined) => new Set([...ids].filter((one) => one !== id));
const canGoOn = ({ queue }: MatchEpisodesContext, { cause }: Failure) =>
  queue.length > 1 && !isPassing(toAppError(cause));

/**
 * Modal that updates all episodes from the feed after a preview, one at a time. Failed and unreached ones stay picked.
 */
export const matchEpisodesMachine = setup({
  types: {
    input: {} as MatchEpisodesInput,
    context: {} as MatchEpisodesContext,
    events: {} as MatchEpisodesEvent,
    output: {} as MatchEpisodesOutput,
    tags: {} as 'busy' | 'failed',
    children: {} as { feed: 'feed'; update: 'update' },
  },
  actors: { feed: resource('feed', readFeed), update: callEndpoint(updateEpisode) },
  guards: {
    hasPicked: ({ context }) => context.picked.size > 0,
    hasMore: ({ context }) => context.queue.length > 1,
    canGoOn: ({ context }, params: Failure) => canGoOn(context, params),
    closes: ({ context }) => context.closes,
  },
  actions: {
    keepFeed: assign(({ context: { episodes } }, { data: { podcast } }: { data: PodcastFeed }) => {
      const plan = matchPlan(episodes, podcast.episodes.items);
      return { plan, picked: new Set(plan.rows.map(({ id }) => id)), error: null };
    }),
    pick: assign(({ context: { picked, updated } }, { id, isOn }: { id: string; isOn: boolean }) => {
      if (updated.has(id)) return {};
      return { picked: isOn ? new Set([...picked, id]) : without(picked, id) };
    }),
    pickAll: assign(({ context: { plan, updated } }, { isOn }: { isOn: boolean }) => ({
      picked: new Set(isOn ? plan.rows.map(({ id }) => id).filter((id) => !updated.has(id)) : []),
    })),
    begin: assign(({ context: { plan, picked } }) => ({
      queue: plan.rows.map(({ id }) => id).filter((id) => picked.has(id)),
      sent: picked.size,
      settled: 0,
      failed: new Set<string>(),
      error: null,
      shown: null,
    })),
    takeUpdated: assign(({ context: { queue, picked, updated, settled } }) => ({
      queue: queue.slice(1),
      picked: without(picked, queue[0]),
      updated: new Set([...updated, ...queue.slice(0, 1)]),
      settled: settled + 1,
    })),
    takeFailed: assign(({ context: { queue, failed, settled } }, { cause }: Failure) => ({
      queue: queue.slice(1),
      failed: new Set([...failed, ...queue.slice(0, 1)]),
      settled: settled + 1,
      error: toAppError(cause),
    })),
    notifyRun: sendTo(named('toasts'), ({ context: { sent, settled, failed } }): ToastsEvent =>
      toast('info', 'matchEpisodes', 'episodes.matchEnded', { values: { updated: settled - failed.size, sent } }),
    ),
    dropRest: assign(({ context: { queue } }) => ({ queue: queue.slice(0, 1) })),
    rememberFailure: assign(keepError),
    retry: sendTo('feed', { type: 'resource.retry' }),
  },
}).createMachine({
  id: 'matchEpisodes',
  context: ({ input }) => ({
    ...input,
    plan: NO_PLAN,
    picked: new Set<string>(),
    queue: [],
    sent: 0,
    settled: 0,
    closes: false,
    updated: new Set<string>(),
    failed: new Set<string>(),
    shown: null,
    last: null,
    error: null,
  }),
  invoke: {
    src: 'feed',
    id: 'feed',
    input: ({ context }) => ({ request: { url: context.feedUrl }, settleMs: 0 }),
  },
  initial: 'loading',
  on: { 'matchEpisodes.close': '.closed' },
  states: {
    loading: {
      tags: 'busy',
      on: {
        'feed.loaded': { target: 'resting', actions: by('keepFeed') },
        'feed.failed': { target: 'failed', actions: by('rememberFailure') },
      },
    },
    failed: { tags: 'failed', on: { 'matchEpisodes.retry': { target: 'loading', actions: 'retry' } } },
    resting: {
      on: {
        'matchEpisodes.pick': { actions: by('pick') },
        'matchEpisodes.pickAll': { actions: by('pickAll') },
        'matchEpisodes.show': { actions: assign(({ event: { id } }) => ({ shown: id, last: id })) },
        'matchEpisodes.back': { actions: assign({ shown: null }) },
        'matchEpisodes.run': { guard: 'hasPicked', target: 'updating', actions: 'begin' },
      },
    },
    /** Closing waits for the running update; a second close does not. */
    updating: {
      tags: 'busy',
      on: {
        'matchEpisodes.stop': { actions: 'dropRest' },
        'matchEpisodes.close': [
          { guard: 'closes', target: 'closed', actions: 'notifyRun' },
          { actions: [assign({ closes: true }), 'dropRest'] },
        ],
      },
      invoke: {
        src: 'update',
        id: 'update',
        input: ({ context: { podcast, plan, queue } }) => {
          const row = plan.rows.find(({ id }) => id === queue[0]);
          return { id: podcast.id, episodeId: row?.id ?? '', change: row?.change ?? {} };
        },
        onDone: [
          { guard: 'hasMore', target: 'updating', reenter: true, actions: 'takeUpdated' },
          { guard: 'closes', target: 'closed', actions: ['takeUpdated', 'notifyRun'] },
          { target: 'resting', actions: 'takeUpdated' },
        ],
        onError: [
          {
            guard: { type: 'canGoOn', params: failureOf },
            target: 'updating',
            reenter: true,
            actions: { type: 'takeFailed', params: failureOf },
          },
          { guard: 'closes', target: 'closed', actions: [{ type: 'takeFailed', params: failureOf }, 'notifyRun'] },
          // All others would fail too: they stay picked.
          { target: 'resting', actions: { type: 'takeFailed', params: failureOf } },
        ],
      },
    },
    closed: { type: 'final' },
  },
  output: ({ context }) => ({ updated: context.updated.size }),
});

export type MatchEpisodesRef = ActorRefFrom<typeof matchEpisodesMachine>;
