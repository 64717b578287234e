import { assign, sendTo, setup, type ActorRefFrom, fromCallback, fromPromise, type NonReducibleUnknown } from 'xstate';
import { by } from '../../kit/by.ts';
import type { CastConnection, CastRefusal } from '../../../services/cast-sender.ts';
import { getPorts } from '../../kit/ports.ts';
import { named } from '../../kit/system.ts';
import type { ToastsEvent } from '../../kit/toasts.protocol.ts';
import type { PlayerCommand } from '../player/player.protocol.ts';
import { toast } from '../../kit/toast.ts';

type ConnectionChanged = { type: 'cast.connectionChanged'; connection: CastConnection };

const loadSender = fromPromise<boolean>(async ({ system }) => (await getPorts(system).cast.load()) !== null);

const connectionWatch = fromCallback<ConnectionChanged, NonReducibleUnknown>(({ sendBack, system }) => {
  const sender = getPorts(system).cast.sender();
  const notify = (connection: CastConnection) =>
    sendBack({ type: 'cast.connectionChanged', connection } satisfies ConnectionChanged);
  if (!sender) return undefined;
  notify(sender.connection());
  return sender.onConnection(notify);
});

/** Opens the browser's list of receivers. Null: connected. */
const connect = fromPromise<CastRefusal | null>(
  async ({ system }) => (await getPorts(system).cast.sender()?.connect()) ?? null,
);

interface CastInput {
  /** The server allows casting. */
  readonly isEnabled: boolean;
  readonly isSecure: boolean;
}

interface CastContext extends CastInput {
  readonly connection: CastConnection;
}

type CastEvent = { type: 'cast.press' } | ConnectionChanged;

const remember = {
  type: 'remember',
  params: ({ event }: { event: ConnectionChanged }) => event,
} as const;

/**
 * Loads the sender framework only where casting is allowed and the page is secure. A receiver that leaves by itself
 * pauses the player; ending the cast by hand keeps it playing.
 */
export const castMachine = setup({
  types: {
    input: {} as CastInput,
    context: {} as CastContext,
    events: {} as CastEvent,
    children: {} as { loadSender: 'loadSender'; connectionWatch: 'connectionWatch'; connect: 'connect' },
  },
  actors: { loadSender, connectionWatch, connect },
  guards: {
    isDisabled: ({ context }) => !context.isEnabled,
    isInsecure: ({ context }) => !context.isSecure,
    isLoaded: (_, { isLoaded }: { isLoaded: boolean }) => isLoaded,
    isConnected: (_, { connection }: { connection: CastConnection }) => connection.state === 'connected',
    isDisconnected: (_, { connection: { state } }: { connection: CastConnection }) =>
      state === 'near' || state === 'alone',
    hasFailed: (_, { refusal }: { refusal: CastRefusal | null }) => refusal === 'failed',
  },
  actions: {
    remember: assign((_, { connection }: { connection: CastConnection }) => ({ connection })),
    moveToReceiver: sendTo(named('player'), { type: 'player.moveToReceiver' } satisfies PlayerCommand),
    moveHere: sendTo(named('player'), (_, { isPaused }: { isPaused: boolean }): PlayerCommand => ({
      type: 'player.moveHere',
      isPaused,
    })),
    disconnect: ({ system }) => getPorts(system).cast.sender()?.disconnect(),
    /** Touch screens show no tooltip. */
    sayInsecure: sendTo(named('toasts'), toast('warning', 'cast', 'cast.insecure')),
    sayFailed: sendTo(named('toasts'), toast('error', 'cast', 'cast.failed')),
    notifyDisconnected: sendTo(named('toasts'), ({ context }): ToastsEvent =>
      toast('warning', 'cast', 'cast.gone', { values: { device: context.connection.device } }),
    ),
  },
}).createMachine({
  id: 'cast',
  context: ({ input }) => ({ ...input, connection: { state: 'alone', device: '' } }),
  initial: 'deciding',
  states: {
    deciding: {
      always: [
        { guard: 'isDisabled', target: 'disabled' },
        { guard: 'isInsecure', target: 'insecure' },
        { target: 'loading' },
      ],
    },
    disabled: {},
    insecure: { on: { 'cast.press': { actions: 'sayInsecure' } } },
    loading: {
      invoke: {
        src: 'loadSender',
        id: 'loadSender',
        onDone: [
          { guard: { type: 'isLoaded', params: ({ event }) => ({ isLoaded: event.output }) }, target: 'ready' },
          { target: 'unavailable' },
        ],
        onError: 'unavailable',
      },
    },
    unavailable: {},
    ready: {
      invoke: { src: 'connectionWatch', id: 'connectionWatch' },
      initial: 'disconnected',
      states: {
        disconnected: {
          on: {
            'cast.press': 'connecting',
            'cast.connectionChanged': [
              {
                guard: by('isConnected'),
                target: 'connected',
                actions: [remember, 'moveToReceiver'],
              },
              { actions: remember },
            ],
          },
        },
        connecting: {
          tags: 'busy',
          invoke: {
            src: 'connect',
            id: 'connect',
            onDone: [
              {
                guard: { type: 'hasFailed', params: ({ event }) => ({ refusal: event.output }) },
                target: 'disconnected',
                actions: 'sayFailed',
              },
              { target: 'disconnected' },
            ],
            onError: { target: 'disconnected', actions: 'sayFailed' },
          },
          on: {
            'cast.connectionChanged': [
              {
                guard: by('isConnected'),
                target: 'connected',
                actions: [remember, 'moveToReceiver'],
              },
              { actions: remember },
            ],
          },
        },
        connected: {
          on: {
            'cast.press': {
              target: 'disconnecting',
              actions: [{ type: 'moveHere', params: { isPaused: false } }, 'disconnect'],
            },
            'cast.connectionChanged': [
              { guard: by('isConnected'), actions: remember },
              // A weak connection to the receiver may come back.
              {
                guard: by('isDisconnected'),
                target: 'disconnected',
                actions: [{ type: 'moveHere', params: { isPaused: true } }, 'notifyDisconnected', remember],
              },
            ],
          },
        },
        disconnecting: {
          tags: 'busy',
          on: {
            'cast.connectionChanged': [
              { guard: by('isConnected'), actions: remember },
              { target: 'disconnected', actions: remember },
            ],
          },
        },
      },
    },
  },
});

export type CastRef = ActorRefFrom<typeof castMachine>;
