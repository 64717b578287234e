import { assign, sendParent, setup, type ActorRefFrom, fromCallback, type NonReducibleUnknown } from 'xstate';
import { ping } from '../../../services/endpoints/server.ts';
import { callEndpoint, getPorts } from '../../kit/ports.ts';

export type ServerCallEvent = { type: 'call.answered' } | { type: 'call.failed' };

/** The server answers again. `lostAt`: by the page's clock, in ms. */
export type ConnectivityParentEvent = { type: 'connectivity.restored'; lostAt: number };

/** A longer save shows that it is saving, in ms. */
export const SLOW_SAVE_MS = 2000;

/** Reports after each call whether the server answered at all. */
export const serverCalls = fromCallback<ServerCallEvent, NonReducibleUnknown>(({ sendBack, system }) =>
  getPorts(system).api.onReach((reached) => sendBack({ type: reached ? 'call.answered' : 'call.failed' })),
);

type DocumentEvent =
  { type: 'network.restored' } | { type: 'network.lost' } | { type: 'document.shown' } | { type: 'document.hidden' };

const documentEvents = fromCallback<DocumentEvent, NonReducibleUnknown>(({ sendBack, system }) => {
  const { page } = getPorts(system);
  const online = (value: boolean) => sendBack({ type: value ? 'network.restored' : 'network.lost' });
  const visible = (value: boolean) => sendBack({ type: value ? 'document.shown' : 'document.hidden' });
  online(page.isOnline());
  visible(page.isVisible());
  const ends = [page.onOnlineChange(online), page.onVisibilityChange(visible)];
  return () => ends.forEach((end) => end());
});

/** Pause between pings to a server that did not answer, in ms. */
const PAUSE_MS = 3000;

/** Network, server and page visibility. A ping confirms an unanswered call, which may have failed alone. */
export const connectivityMachine = setup({
  types: { context: {} as { lostAt: number }, events: {} as DocumentEvent | ServerCallEvent },
  actors: { documentEvents, serverCalls, ping: callEndpoint(ping) },
  delays: { pause: PAUSE_MS },
}).createMachine({
  id: 'connectivity',
  context: { lostAt: 0 },
  invoke: [
    { src: 'documentEvents', id: 'documentEvents' },
    { src: 'serverCalls', id: 'serverCalls' },
  ],
  type: 'parallel',
  states: {
    network: {
      initial: 'online',
      states: {
        online: { on: { 'network.lost': 'offline' } },
        offline: { on: { 'network.restored': 'online' } },
      },
    },
    server: {
      initial: 'reached',
      states: {
        reached: { id: 'reached', on: { 'call.failed': 'doubted' } },
        doubted: {
          invoke: { src: 'ping', id: 'ping', onDone: 'reached', onError: 'lost' },
          on: { 'call.answered': 'reached' },
        },
        lost: {
          entry: assign({ lostAt: ({ system }) => getPorts(system).clock.elapsed() }),
          exit: sendParent(({ context }): ConnectivityParentEvent => ({ type: 'connectivity.restored', ...context })),
          initial: 'pausing',
          on: { 'call.answered': 'reached' },
          states: {
            pausing: { after: { pause: 'asking' } },
            asking: { invoke: { src: 'ping', id: 'ping', onDone: '#reached', onError: 'pausing' } },
          },
        },
      },
    },
    visibility: {
      initial: 'shown',
      states: {
        shown: { on: { 'document.hidden': 'hidden' } },
        hidden: { on: { 'document.shown': 'shown' } },
      },
    },
  },
});

export type ConnectivityRef = ActorRefFrom<typeof connectivityMachine>;
