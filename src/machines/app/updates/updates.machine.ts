import { assign, setup, type ActorRefFrom } from 'xstate';
import type { VersionData } from '../../../schemas/release.ts';
import { getPorts } from '../../kit/ports.ts';
import { failureOf, type Failure } from '../../kit/failure.logic.ts';
import { findUpdate, type FoundUpdate, IGNORED } from './find-update.actor.ts';

export interface UpdatesInput {
  readonly version: string;
  /** How the server was installed; `embedded`: with this client, updated together. */
  readonly source: string;
}

export type UpdatesEvent =
  | { type: 'updates.dismiss' }
  | { type: 'updates.shown' }
  /** Pointer or focus entered or left the notice. */
  | { type: 'updates.hold' }
  | { type: 'updates.release' };

interface UpdatesContext extends UpdatesInput {
  readonly found: VersionData | null;
}

/** Duration of the notice, in ms. */
const NOTICE_MS = 20_000;

/** Checks once per page for a newer server; a failure counts as none. Never for the embedded server. */
export const updatesMachine = setup({
  types: {
    input: {} as UpdatesInput,
    context: {} as UpdatesContext,
    events: {} as UpdatesEvent,
    children: {} as { findUpdate: 'findUpdate' },
    tags: {} as 'busy',
  },
  actors: { findUpdate },
  delays: { noticeTime: NOTICE_MS },
  guards: {
    isEmbedded: ({ context }) => context.source === 'embedded',
    isNews: (_, { found, isIgnored }: FoundUpdate) => found !== null && found.hasUpdate && !isIgnored,
  },
  actions: {
    keepFound: assign((_, { found }: FoundUpdate) => ({ found })),
    ignore: ({ context, system }) => {
      if (context.found) getPorts(system).storage.write(IGNORED, context.found.latestVersion);
    },
    logFailure: (_, { cause }: Failure) => console.info('The check for updates failed', cause),
  },
}).createMachine({
  id: 'updates',
  context: ({ input }) => ({ ...input, found: null }),
  initial: 'deciding',
  states: {
    deciding: { always: [{ guard: 'isEmbedded', target: 'quiet' }, { target: 'checking' }] },
    checking: {
      tags: 'busy',
      invoke: {
        src: 'findUpdate',
        id: 'findUpdate',
        input: ({ context }) => ({ version: context.version }),
        onDone: [
          {
            guard: { type: 'isNews', params: ({ event }) => event.output },
            target: 'notifying',
            actions: { type: 'keepFound', params: ({ event }) => event.output },
          },
          { target: 'quiet', actions: { type: 'keepFound', params: ({ event }) => event.output } },
        ],
        onError: { target: 'quiet', actions: { type: 'logFailure', params: failureOf } },
      },
    },
    notifying: {
      initial: 'visible',
      on: { 'updates.dismiss': { target: 'quiet', actions: 'ignore' }, 'updates.shown': 'quiet' },
      states: {
        visible: { after: { noticeTime: '#updates.quiet' }, on: { 'updates.hold': 'held' } },
        held: { on: { 'updates.release': 'visible' } },
      },
    },
    quiet: {},
  },
});

export type UpdatesRef = ActorRefFrom<typeof updatesMachine>;
