import { assign, setup, type ActorRefFrom } from 'xstate';
import type { VersionData } from '../../schemas/release.ts';
import { getPorts } from '../app/ports.ts';
import { failureOf, type Failure } from '../kit/failure.logic.ts';
import { findUpdate, type FoundUpdate } from './find-update.actor.ts';
import { IGNORED } from './updates.stored.ts';

export interface UpdatesInput {
  /** Of the server. */
  readonly version: string;
  /** How the server was installed; `embedded` is the one of this client, which is updated with it. */
  readonly source: string;
}

export type UpdatesEvent =
  /** The notice is closed: this version is not told again (CHG-018). */
  | { type: 'updates.dismiss' }
  /** The release page was opened from the notice. */
  | { type: 'updates.shown' }
  /** Pointer or focus is on the notice, or has left it. */
  | { type: 'updates.hold' }
  | { type: 'updates.release' };

interface UpdatesContext extends UpdatesInput {
  /** What the check found; null without a result. */
  readonly found: VersionData | null;
}

/** How long the notice stands, in ms (CHG-016, CON-053). */
const NOTICE_MS = 20_000;

/**
 * Whether there is a newer version of the server (CHG-011), asked once for each page. A failure is no update (CHG-020).
 *
 * Invariants:
 * 1. The server of this client is not asked about: nothing leaves for another host.
 * 2. A version that somebody has closed the notice of is not told again.
 */
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
            target: 'telling',
            actions: { type: 'keepFound', params: ({ event }) => event.output },
          },
          { target: 'quiet', actions: { type: 'keepFound', params: ({ event }) => event.output } },
        ],
        onError: { target: 'quiet', actions: { type: 'logFailure', params: failureOf } },
      },
    },
    telling: {
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
