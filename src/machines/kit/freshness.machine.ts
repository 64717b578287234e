import { assign, sendParent, setup, type ActorRefFrom } from 'xstate';
import { by } from './by.ts';
import { toAppError, type AppError } from '../../schemas/app-error.ts';

export interface FreshnessInput {
  /** Refetch after this pause, in ms, as changes come in bursts. */
  readonly settleMs: number;
}

export type FreshnessEvent =
  | { type: 'freshness.outdated' }
  | { type: 'freshness.refresh' }
  | { type: 'freshness.retry' }
  | { type: 'freshness.reset' }
  | { type: 'freshness.succeeded' }
  | { type: 'freshness.failed'; cause: unknown };

/** The owner fetches and answers `freshness.succeeded` or `freshness.failed`. May repeat before that. */
export interface FreshnessDue {
  type: 'freshness.due';
}

interface FreshnessContext extends FreshnessInput {
  failures: number;
  error: AppError | null;
}

const FIRST_RETRY_MS = 2000;
const LONGEST_RETRY_MS = 30_000;

/**
 * Decides when shown data is refetched: after changes, missed events, and failures (with growing pauses).
 * A change during a fetch leads to another one.
 */
export const freshnessMachine = setup({
  types: { input: {} as FreshnessInput, context: {} as FreshnessContext, events: {} as FreshnessEvent },
  actions: {
    notifyDue: sendParent({ type: 'freshness.due' } satisfies FreshnessDue),
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
      entry: 'notifyDue',
      on: {
        'freshness.succeeded': { target: 'fresh', actions: 'clearFailure' },
        'freshness.failed': { target: 'stale', actions: by('countFailure') },
      },
    },
    stale: { after: { retryTime: 'refreshing' } },
  },
});

export type FreshnessRef = ActorRefFrom<typeof freshnessMachine>;
