import { assign, sendParent, setup, type ActorRefFrom } from 'xstate';
import { toAppError, type AppError } from '../../schemas/app-error.ts';

export interface FreshnessInput {
  /** Changes come in bursts: how long it must be quiet before the data is fetched again, in ms. */
  readonly settleMs: number;
}

export type FreshnessEvent =
  /** Something changed that the data may not show yet. */
  | { type: 'freshness.outdated' }
  /** Fetch now: events were missed. */
  | { type: 'freshness.refresh' }
  /** The visitor pressed Try again. */
  | { type: 'freshness.retry' }
  /** The owner loads all of it again: that does what was due. */
  | { type: 'freshness.reset' }
  /** What was due is done, or failed. */
  | { type: 'freshness.succeeded' }
  | { type: 'freshness.failed'; cause: unknown };

/**
 * To the owner of the data: fetch it, then answer `freshness.succeeded` or `freshness.failed`. May come again before.
 */
export interface FreshnessDue {
  type: 'freshness.due';
}

interface FreshnessContext extends FreshnessInput {
  /** Failed tries since the last success. */
  failures: number;
  /** Why the data is stale; null while it is not. */
  error: AppError | null;
}

const FIRST_RETRY_MS = 2000;
const LONGEST_RETRY_MS = 30_000;

/**
 * When data that is shown is fetched again: after changes once it is quiet, at once after missed events, and after a
 * failure again and again with growing pauses. The owner does the fetching, and shows the old data meanwhile.
 *
 * Invariants:
 * 1. Each reason is followed by a fetch that began after it: a fetch under way does not settle a later change.
 * 2. After a failure `error` is set until a fetch succeeds.
 */
export const freshnessMachine = setup({
  types: { input: {} as FreshnessInput, context: {} as FreshnessContext, events: {} as FreshnessEvent },
  actions: {
    tellDue: sendParent({ type: 'freshness.due' } satisfies FreshnessDue),
    clearFailure: assign({ failures: 0, error: null }),
    countFailure: assign(({ context }, params: { cause: unknown }) => ({
      failures: context.failures + 1,
      error: toAppError(params.cause),
    })),
  },
  delays: {
    settleTime: ({ context }) => context.settleMs,
    retryTime: ({ context }) => Math.min(FIRST_RETRY_MS * 2 ** (context.failures - 1), LONGEST_RETRY_MS),
  },
}).createMachine({
  id: 'freshness',
  context: ({ input }) => ({ settleMs: input.settleMs, failures: 0, error: null }),
  initial: 'fresh',
  on: {
    'freshness.outdated': '.settling',
    'freshness.refresh': '.refreshing',
    'freshness.retry': '.refreshing',
    'freshness.reset': { target: '.fresh', actions: 'clearFailure' },
  },
  states: {
    fresh: {},
    settling: { after: { settleTime: 'refreshing' } },
    refreshing: {
      entry: 'tellDue',
      on: {
        'freshness.succeeded': { target: 'fresh', actions: 'clearFailure' },
        'freshness.failed': { target: 'stale', actions: { type: 'countFailure', params: ({ event }) => event } },
      },
    },
    stale: { after: { retryTime: 'refreshing' } },
  },
});

export type FreshnessRef = ActorRefFrom<typeof freshnessMachine>;
