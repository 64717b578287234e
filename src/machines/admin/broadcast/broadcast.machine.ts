import { assign, setup, type ActorRefFrom, fromCallback } from 'xstate';
import { by } from '../../kit/by.ts';
import type { ServerEventOf } from '../../../schemas/socket/server-events.ts';
import { sayToServer } from '../../kit/system.ts';
import type { BroadcastInput, BroadcastOutput } from '../../app/modals/modal-inputs.protocol.ts';

/** Sends a message to all users over the socket. The server does not answer. */
export const announcement = fromCallback<{ type: 'none' }, { readonly message: string }>(({ input, system }) =>
  sayToServer(system, 'message_all_users', { message: input.message }),
);

export type BroadcastEvent =
  | { type: 'message.change'; text: string }
  | { type: 'message.send' }
  | { type: 'message.cancel' }
  | ServerEventOf<'server.adminMessage.received' | 'server.user.online' | 'server.user.offline'>;

interface BroadcastContext extends BroadcastInput {
  readonly draft: string;
  readonly hasFailed: boolean;
}

export const MOST_CHARACTERS = 500;
/** Cut without half of an emoji at the end. */
const beginning = (text: string): string => text.slice(0, MOST_CHARACTERS).replace(/[\uD800-\uDBFF]$/, '');
/** Wait for the message to come back, in ms. */
const ANSWER_MS = 8000;

const without = (ids: readonly string[], id: string): readonly string[] => ids.filter((one) => one !== id);

/** Modal that sends a message to all connected users. No answer: the message itself comes back as confirmation. */
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
        'message.change': { actions: by('change') },
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
          guard: by('isOwn'),
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
