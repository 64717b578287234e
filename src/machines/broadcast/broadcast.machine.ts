import { assign, setup, type ActorRefFrom } from 'xstate';
import type { ServerEventOf } from '../../schemas/socket/server-events.ts';
import { announcement } from './announcement.actor.ts';
import type { BroadcastInput, BroadcastOutput } from './broadcast.protocol.ts';

export type BroadcastEvent =
  | { type: 'message.change'; text: string }
  | { type: 'message.send' }
  | { type: 'message.cancel' }
  | ServerEventOf<'server.adminMessage.received' | 'server.user.online' | 'server.user.offline'>;

interface BroadcastContext extends BroadcastInput {
  /** The message as typed. */
  readonly draft: string;
  /** The last message did not come back in time. */
  readonly hasFailed: boolean;
}

/** Longest message. */
export const MOST_CHARACTERS = 500;
/** What of a text is sent: no half of an emoji at its end. */
const beginning = (text: string): string => text.slice(0, MOST_CHARACTERS).replace(/[\uD800-\uDBFF]$/, '');
/** The server tells a message to its author too: how long that may take, in ms. */
const ANSWER_MS = 8000;

const without = (ids: readonly string[], id: string): readonly string[] => ids.filter((one) => one !== id);

/**
 * The modal that sends a message to everybody who is signed in (areas 29). The server has no answer to it: that it
 * comes back shows that it was told.
 *
 * Invariants:
 * 1. Nothing empty is sent.
 * 2. What was typed stays until it has come back.
 */
export const broadcastMachine = setup({
  types: {
    input: {} as BroadcastInput,
    context: {} as BroadcastContext,
    events: {} as BroadcastEvent,
    output: {} as BroadcastOutput,
    tags: {} as 'busy',
    children: {} as { announcement: 'announcement' },
  },
  actors: { announcement },
  guards: {
    hasText: ({ context }) => context.draft.trim() !== '',
    isOwn: ({ context }, { message }: { message: string }) => message === context.draft.trim(),
  },
  actions: {
    change: assign((_, { text }: { text: string }) => ({ draft: beginning(text), hasFailed: false })),
    clearFailure: assign({ hasFailed: false }),
    noteFailure: assign({ hasFailed: true }),
    noteOnline: assign(({ context }, { id }: { id: string }) => ({ online: [...without(context.online, id), id] })),
    noteOffline: assign(({ context }, { id }: { id: string }) => ({ online: without(context.online, id) })),
  },
  delays: { answer: ANSWER_MS },
}).createMachine({
  id: 'broadcast',
  context: ({ input }) => ({ ...input, draft: '', hasFailed: false }),
  initial: 'editing',
  on: {
    'message.cancel': '.closed',
    'server.user.online': { actions: { type: 'noteOnline', params: ({ event }) => event.user } },
    'server.user.offline': { actions: { type: 'noteOffline', params: ({ event }) => event.user } },
  },
  states: {
    editing: {
      on: {
        'message.change': { actions: { type: 'change', params: ({ event }) => event } },
        'message.send': { guard: 'hasText', target: 'sending' },
      },
    },
    sending: {
      tags: 'busy',
      entry: 'clearFailure',
      invoke: {
        src: 'announcement',
        id: 'announcement',
        input: ({ context }) => ({ message: context.draft.trim() }),
      },
      on: {
        'server.adminMessage.received': {
          guard: { type: 'isOwn', params: ({ event }) => event },
          target: 'closed',
        },
      },
      after: { answer: { target: 'editing', actions: 'noteFailure' } },
    },
    closed: { type: 'final' },
  },
  output: 'closed',
});

export type BroadcastRef = ActorRefFrom<typeof broadcastMachine>;
