import { assign, enqueueActions, sendParent, sendTo, setup, type ActorRefFrom } from 'xstate';
import type { ContractIssue } from '../../schemas/app-error.ts';
import type { ParsedServerEvent, ServerEvent } from '../../schemas/socket/server-events.ts';
import { named } from '../app/system.ts';
import type { AuthEvent, TokenAnswer } from '../auth/auth.machine.ts';
import type { ToastsEvent } from '../toasts/toasts.machine.ts';
import { connection, type ConnectionReport } from './connection.actor.ts';

export type SocketEvent =
  | ConnectionReport
  | TokenAnswer
  /** Says something to the server: `cancel_scan` with a library id, `set_log_listener` … */
  | { type: 'socket.send'; name: string; args: readonly unknown[] }
  | { type: 'socket.retry' };

/** An event whose payload is not as it should be: counted and shown in the inspector, never a crash. */
export interface MalformedEvent {
  type: 'server.malformed';
  name: string;
  issues: readonly ContractIssue[];
}

export type SocketParentEvent =
  | ServerEvent
  | MalformedEvent
  /** Connected and signed in. `again`: events were missed, what is shown may be stale (pitfall 17). */
  | { type: 'socket.connected'; again: boolean };

interface SocketContext {
  token: string | null;
  /** Connections that came as far as being signed in. */
  connections: number;
  /** An error notice is shown: the next connection says that all is well again. */
  noticed: boolean;
  /** Something stood between the start and the first connection: events were missed before it, too. */
  isLate: boolean;
  /** The token was refused once on this connection: a second refusal ends the tries. */
  refused: boolean;
  malformed: number;
  /** Names of events that this client does not know, with their number. */
  unknown: Readonly<Record<string, number>>;
}

/**
 * The live connection: asks for a token on each connect, signs in, parses what comes and hands it to the
 * session (spec §4 Socket, SOC). A refused token is refreshed once: the machine may have slept past its
 * end (pitfall 18).
 */
export const socketMachine = setup({
  types: {
    context: {} as SocketContext,
    events: {} as SocketEvent,
    children: {} as { connection: 'connection' },
  },
  actors: { connection },
  guards: {
    isWelcome: (_, params: { parsed: ParsedServerEvent }) => saysOf(params.parsed) === 'server.socket.authenticated',
    isRefusal: (_, params: { parsed: ParsedServerEvent }) => saysOf(params.parsed) === 'server.socket.refused',
    isSecondRefusal: ({ context }, params: { parsed: ParsedServerEvent }) =>
      context.refused && saysOf(params.parsed) === 'server.socket.refused',
  },
  actions: {
    askForToken: sendTo(named('auth'), ({ self }, params: { rejected: string | null }): AuthEvent => ({
      type: 'token.request', rejected: params.rejected, replyTo: self,
    })),
    authenticate: sendTo('connection', (_, params: { token: string }) => ({
      type: 'connection.send',
      name: 'auth',
      args: [params.token],
    })),
    send: sendTo('connection', (_, params: { name: string; args: readonly unknown[] }) => ({ type: 'connection.send', ...params })),
    rememberToken: assign((_, params: { token: string }) => params),
    rememberRefusal: assign({ refused: true }),
    clearRefusal: assign({ refused: false }),
    welcome: enqueueActions(({ context, enqueue }) => {
      const again = context.connections > 0 || context.isLate;
      if (context.connections > 0 || context.noticed) {
        enqueue.sendTo(named('toasts'), {
          type: 'toasts.show', id: 'socket', kind: 'success', message: { key: 'socket.connected' }, durationMs: 5000,
        });
      }
      enqueue.assign({ connections: context.connections + 1, noticed: false, refused: false });
      enqueue(sendParent({ type: 'socket.connected', again } satisfies SocketParentEvent));
    }),
    notice: sendTo(named('toasts'), (_, params: { key: string }): ToastsEvent => ({
      type: 'toasts.show', id: 'socket', kind: 'error', message: { key: params.key }, durationMs: null,
    })),
    rememberNotice: assign({ noticed: true }),
    rememberDelay: assign({ isLate: true }),
    handOver: enqueueActions(({ context, enqueue }, { parsed }: { parsed: ParsedServerEvent }) => {
      switch (parsed.kind) {
        case 'event':
          enqueue(sendParent(parsed.event satisfies SocketParentEvent));
          break;
        case 'malformed':
          enqueue.assign({ malformed: context.malformed + 1 });
          enqueue(sendParent({ type: 'server.malformed', name: parsed.name, issues: parsed.issues } satisfies SocketParentEvent));
          break;
        case 'unknown':
          enqueue.assign({ unknown: { ...context.unknown, [parsed.name]: (context.unknown[parsed.name] ?? 0) + 1 } });
      }
    }),
  },
}).createMachine({
  id: 'socket',
  context: { token: null, connections: 0, noticed: false, isLate: false, refused: false, malformed: 0, unknown: {} },
  invoke: { src: 'connection', id: 'connection' },
  initial: 'connecting',
  on: {
    'connection.opened': '.authenticating',
    'connection.lost': { target: '.backingOff', actions: [{ type: 'notice', params: { key: 'socket.disconnected' } }, 'rememberNotice'] },
    'connection.failed': { target: '.backingOff', actions: [{ type: 'notice', params: { key: 'socket.connectFailed' } }, 'rememberNotice'] },
  },
  states: {
    connecting: {},
    authenticating: {
      entry: { type: 'askForToken', params: { rejected: null } },
      on: {
        'token.granted': {
          actions: [
            { type: 'rememberToken', params: ({ event }) => ({ token: event.accessToken }) },
            { type: 'authenticate', params: ({ event }) => ({ token: event.accessToken }) },
          ],
        },
        'token.denied': 'refused',
        'connection.event': [
          {
            guard: { type: 'isWelcome', params: ({ event }) => event },
            target: 'connected',
            actions: ['welcome', { type: 'handOver', params: ({ event }) => event }],
          },
          {
            guard: { type: 'isSecondRefusal', params: ({ event }) => event },
            target: 'refused',
          },
          {
            guard: { type: 'isRefusal', params: ({ event }) => event },
            actions: ['rememberRefusal', { type: 'askForToken', params: ({ context }) => ({ rejected: context.token }) }],
          },
          { actions: { type: 'handOver', params: ({ event }) => event } },
        ],
      },
    },
    connected: {
      on: {
        'connection.event': { actions: { type: 'handOver', params: ({ event }) => event } },
        'socket.send': { actions: { type: 'send', params: ({ event }) => ({ name: event.name, args: event.args }) } },
      },
    },
    backingOff: { entry: 'rememberDelay' },
    refused: { entry: 'rememberDelay', on: { 'socket.retry': { target: 'authenticating', actions: 'clearRefusal' } } },
  },
});

/** The type of a server event that could be parsed, else null. */
function saysOf(parsed: ParsedServerEvent): string | null {
  return parsed.kind === 'event' ? parsed.event.type : null;
}

export type SocketRef = ActorRefFrom<typeof socketMachine>;
