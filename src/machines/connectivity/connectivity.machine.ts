import { setup, type ActorRefFrom } from 'xstate';
import { ping } from '../../services/endpoints/server.ts';
import { callEndpoint } from '../app/ports.ts';
import { documentEvents, type DocumentEvent } from './document-events.actor.ts';
import { serverCalls, type ServerCallEvent } from './server-calls.actor.ts';

/** How long a server that did not answer is left alone, in ms. */
const PAUSE_MS = 3000;

/**
 * Whether the browser has a network, whether the server answers, and whether the page is seen. A call that nothing
 * answered is checked by another one before it is told: it may have been that call alone.
 */
export const connectivityMachine = setup({
  types: { events: {} as DocumentEvent | ServerCallEvent },
  actors: { documentEvents, serverCalls, ping: callEndpoint(ping) },
  delays: { pause: PAUSE_MS },
}).createMachine({
  id: 'connectivity',
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
        doubted: { invoke: { src: 'ping', id: 'ping', onDone: 'reached', onError: 'lost' } },
        lost: {
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
