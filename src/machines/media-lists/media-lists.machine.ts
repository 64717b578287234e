import { assign, enqueueActions, sendTo, setup, type ActorRefFrom } from 'xstate';
import { toAppError } from '../../schemas/app-error.ts';
import { named } from '../app/system.ts';
import { failureOf, type Failure } from '../kit/failure.logic.ts';
import type { ListJob, MediaListsCommand, SettledJob } from './media-lists.protocol.ts';
import { runListJob, type JobResult } from './run-job.actor.ts';

interface MediaListsContext {
  /** The first one is being made. */
  readonly jobs: readonly ListJob[];
  /** The last one that was made or failed. */
  readonly settled: SettledJob | null;
}

const isOrderOf = (job: ListJob, next: ListJob) =>
  job.kind === 'reorder' && next.kind === 'reorder' && job.list.id === next.list.id;

/**
 * Changes of collections and playlists. They outlive the page that they come from, and can be undone from anywhere.
 *
 * Invariants:
 * 1. One change is made at a time, in the order in which they came; of several waiting orders of a list the last one.
 * 2. Each change that was begun is settled once, and a failure is told.
 */
export const mediaListsMachine = setup({
  types: {
    context: {} as MediaListsContext,
    events: {} as MediaListsCommand,
    tags: {} as 'busy',
    children: {} as { runListJob: 'runListJob' },
  },
  actors: { runListJob },
  guards: { hasJob: ({ context }) => context.jobs.length > 0 },
  actions: {
    put: assign(({ context: { jobs } }, { job }: { job: ListJob }) => ({
      jobs: [...jobs.filter((other, index) => index === 0 || !isOrderOf(other, job)), job],
    })),
    settle: enqueueActions(({ context: { jobs }, enqueue }, { answer, error, toast }: JobResult) => {
      const [job, ...others] = jobs;
      if (!job) return;
      const isLast = !others.some(({ list }) => list.id === job.list.id);
      enqueue.assign({ jobs: others, settled: { job, answer, error, isLast } });
      if (toast) enqueue.sendTo(named('toasts'), toast);
    }),
    tellFailed: sendTo(named('toasts'), (_, { cause }: Failure) => ({
      type: 'toasts.show' as const,
      kind: 'error' as const,
      message: { key: 'mediaLists.notUpdated' },
      error: toAppError(cause),
    })),
  },
}).createMachine({
  id: 'mediaLists',
  context: { jobs: [], settled: null },
  initial: 'resting',
  on: { 'mediaLists.change': { actions: { type: 'put', params: ({ event }) => event } } },
  states: {
    resting: { always: { guard: 'hasJob', target: 'changing' } },
    changing: {
      tags: 'busy',
      invoke: {
        src: 'runListJob',
        id: 'runListJob',
        input: ({ context }) => ({ job: context.jobs[0] ?? null }),
        onDone: { target: 'resting', actions: { type: 'settle', params: ({ event }) => event.output } },
        onError: {
          target: 'resting',
          actions: [
            { type: 'tellFailed', params: failureOf },
            { type: 'settle', params: ({ event }) => ({ answer: null, error: toAppError(event.error), toast: null }) },
          ],
        },
      },
    },
  },
});

export type MediaListsRef = ActorRefFrom<typeof mediaListsMachine>;
