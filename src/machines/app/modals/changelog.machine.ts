import { assign, setup, type ActorRefFrom } from 'xstate';
import type { AppError } from '../../../schemas/app-error.ts';
import type { VersionData } from '../../../schemas/release.ts';
import { failureOf, keepError } from '../../kit/failure.logic.ts';
import { findUpdate, type FoundUpdate } from '../updates/find-update.actor.ts';

export interface ChangelogInput {
  readonly version: string;
}

export type ChangelogEvent = { type: 'changelog.retry' } | { type: 'changelog.dismiss' };

interface ChangelogContext extends ChangelogInput {
  readonly found: VersionData | null;
  readonly error: AppError | null;
}

/** Release notes of the server's version and earlier ones in its line. */
export const changelogMachine = setup({
  types: {
    input: {} as ChangelogInput,
    context: {} as ChangelogContext,
    events: {} as ChangelogEvent,
    children: {} as { findUpdate: 'findUpdate' },
    tags: {} as 'busy' | 'failed',
  },
  actors: { findUpdate },
  actions: {
    keepFound: assign((_, { found }: FoundUpdate) => ({ found, error: null })),
    rememberFailure: assign(keepError),
  },
}).createMachine({
  id: 'changelog',
  context: ({ input }) => ({ version: input.version, found: null, error: null }),
  initial: 'loading',
  on: { 'changelog.dismiss': '.closed' },
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        src: 'findUpdate',
        id: 'findUpdate',
        input: ({ context }) => ({ version: context.version }),
        onDone: { target: 'loaded', actions: { type: 'keepFound', params: ({ event }) => event.output } },
        onError: { target: 'failed', actions: { type: 'rememberFailure', params: failureOf } },
      },
    },
    failed: { tags: 'failed', on: { 'changelog.retry': 'loading' } },
    loaded: {},
    closed: { type: 'final' },
  },
});

export type ChangelogRef = ActorRefFrom<typeof changelogMachine>;
