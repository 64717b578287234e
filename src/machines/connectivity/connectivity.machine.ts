import { setup, type ActorRefFrom } from 'xstate';
import { ping } from '../../services/endpoints/server.ts';
import { callEndpoint } from '../app/ports.ts';
import { documentEvents, type DocumentEvent } from './document-events.actor.ts';
import { serverCalls, type ServerCallEvent } from './server-calls.actor.ts';

/** Pause between pings to a server that did not answer, in ms. */
const PAUSE_MS = 3000;

/** Network, server and page visibility. A ping confirms an unanswered call, which may have failed alone. */
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
