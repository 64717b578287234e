import { assign, enqueueActions, sendParent, sendTo, setup, type ActorRefFrom } from 'xstate';
import type { AppError, ContractIssue } from '../../schemas/app-error.ts';
import type { ParsedServerEvent, ServerEvent } from '../../schemas/socket/server-events.ts';
import { named } from '../app/system.ts';
import type { AuthEvent, TokenAnswer } from '../auth/auth.protocol.ts';
import type { ToastsEvent } from '../app/toasts.protocol.ts';
import { connection, type ConnectionReport } from './connection.actor.ts';
import type { SocketCommand } from './socket.protocol.ts';

export type SocketEvent =
  | ConnectionReport
  | TokenAnswer
  /** Says something to the server: `cancel_scan` with a library id, `set_log_listener` … */
  | { type: 'socket.send'; name: string; args: readonly unknown[] }
  | SocketCommand;

/** An event whose payload is not as it should be: counted and shown in the inspector, never a crash. */
export interface MalformedEvent {
  type: 'socket.eventRejected';
  name: string;
  issues: readonly ContractIssue[];
}

export type SocketParentEvent =
  | ServerEvent
  | MalformedEvent
  /** Connected and signed in. `again`: events were missed, what is shown may be stale (pitfall 17). */
  | { type: 'socket.connected'; again: boolean }
  /** The server tells nothing any more, until it is connected again. */
  | { type: 'socket.lost' };

interface SocketContext {
  token: string | null;
  /** Connections that came as far as being signed in. */
  connections: number;
  /** An error notice is shown: the next connection says that all is well again. */
  noticed: boolean;
  /** Something stood between the start and the first connection: events were missed before it, too. */
  missedEvents: boolean;
  /** Failed requests for a token since the last connection, and how long to wait before the next try, in ms. */
  denials: number;
  backOffMs: number;
  /** The token was refused once on this connection: a second refusal ends the tries. */
  refused: boolean;
  malformed: number;
  /** Names of events that this client does not know, with their number. */
  unknown: Readonly<Record<string, number>>;
}

/** Waits after a failed request for a token, in ms: doubled each time, never longer than the last. */
const FIRST_BACK_OFF_MS = 1000;
const LONGEST_BACK_OFF_MS = 30_000;
/** A first connection that takes longer, in ms, has missed events: what is shown was loaded long before. */
const LATE_MS = 2000;

/**
 * The live connection: requests a token on each connect, signs in, parses what comes and hands it to the
 * session. A refused token is refreshed once: the machine may have slept past its
 * end (pitfall 18).
 *
 * Invariants
 * 1. A token that fails for now is requested again, with growing waits. Only the end of the sign-in, or a server
 *    that refuses a fresh token, ends the tries.
 * 2. Whoever sees nothing live is told so, until it is back.
 */
export const socketMachine = setup({
  types: {
    context: {} as SocketContext,
    events: {} as SocketEvent,
    children: {} as { connection: 'connection' },
  },
  actors: { connection },
  guards: {
    isWelcome: (_, params: { parsed: ParsedServerEvent }) =>
      eventTypeOf(params.parsed) === 'server.socket.authenticated',
    isRefusal: (_, params: { parsed: ParsedServerEvent }) => eventTypeOf(params.parsed) === 'server.socket.refused',
    isSessionOver: (_, params: { error: AppError }) => ['unauthorized', 'forbidden'].includes(params.error.kind),
    isSecondRefusal: ({ context }, params: { parsed: ParsedServerEvent }) =>
      context.refused && eventTypeOf(params.parsed) === 'server.socket.refused',
  },
  actions: {
    askForToken: sendTo(named('auth'), ({ self }, params: { rejected: string | null }): AuthEvent => ({
      type: 'token.request',
      rejected: params.rejected,
      replyTo: self,
    })),
    authenticate: sendTo('connection', (_, params: { token: string }) => ({
      type: 'connection.send',
      name: 'auth',
      args: [params.token],
    })),
    send: sendTo('connection', (_, params: { name: string; args: readonly unknown[] }) => ({
      type: 'connection.send',
      ...params,
    })),
    rememberToken: assign((_, params: { token: string }) => params),
    rememberRefusal: assign({ refused: true }),
    clearRefusal: assign({ refused: false }),
    planRetry: assign(({ context }, { error }: { error: AppError }) => ({
      denials: context.denials + 1,
      backOffMs:
        error.kind === 'rateLimited' && error.retryAfterSeconds !== null
          ? error.retryAfterSeconds * 1000
          : Math.min(FIRST_BACK_OFF_MS * 2 ** context.denials, LONGEST_BACK_OFF_MS),
    })),
    welcome: enqueueActions(({ context, enqueue }) => {
      const again = context.connections > 0 || context.missedEvents;
      if (context.connections > 0 || context.noticed) {
        enqueue.sendTo(named('toasts'), {
          type: 'toasts.show',
          id: 'socket',
          kind: 'success',
          message: { key: 'socket.connected' },
          durationMs: 5000,
        });
      }
      enqueue.assign({ connections: context.connections + 1, noticed: false, refused: false, denials: 0 });
      enqueue(sendParent({ type: 'socket.connected', again } satisfies SocketParentEvent));
    }),
    notice: sendTo(named('toasts'), (_, params: { key: string }): ToastsEvent => ({
      type: 'toasts.show',
      id: 'socket',
      kind: 'error',
      message: { key: params.key },
      durationMs: null,
    })),
    noticeRefusal: sendTo(named('toasts'), {
      type: 'toasts.show',
      id: 'socket',
      kind: 'error',
      message: { key: 'socket.refused' },
      durationMs: null,
      action: { label: { key: 'common.retry' }, to: 'socket', event: { type: 'socket.retry' } },
    }),
    tellLost: sendParent({ type: 'socket.lost' } satisfies SocketParentEvent),
    rememberNotice: assign({ noticed: true }),
    rememberDelay: assign({ missedEvents: true }),
    handOver: enqueueActions(({ context, enqueue }, { parsed }: { parsed: ParsedServerEvent }) => {
      switch (parsed.kind) {
        case 'event':
          enqueue(sendParent(parsed.event satisfies SocketParentEvent));
          break;
        case 'malformed':
          enqueue.assign({ malformed: context.malformed + 1 });
          enqueue(
            sendParent({
              type: 'socket.eventRejected',
              name: parsed.name,
              issues: parsed.issues,
            } satisfies SocketParentEvent),
          );
          break;
        case 'unknown':
          enqueue.assign({ unknown: { ...context.unknown, [parsed.name]: (context.unknown[parsed.name] ?? 0) + 1 } });
      }
    }),
  },
  delays: { backOff: ({ context }) => context.backOffMs, late: LATE_MS },
}).createMachine({
  id: 'socket',
  context: {
    token: null,
    connections: 0,
    noticed: false,
    missedEvents: false,
    denials: 0,
    backOffMs: 0,
    refused: false,
    malformed: 0,
    unknown: {},
  },
  invoke: { src: 'connection', id: 'connection' },
  initial: 'connecting',
  on: {
    'connection.opened': '.authenticating',
    'connection.lost': {
      target: '.backingOff',
      actions: ['tellLost', { type: 'notice', params: { key: 'socket.disconnected' } }, 'rememberNotice'],
    },
    'connection.failed': {
      target: '.backingOff',
      actions: [{ type: 'notice', params: { key: 'socket.connectFailed' } }, 'rememberNotice'],
    },
  },
  states: {
    connecting: { after: { late: { actions: 'rememberDelay' } } },
    authenticating: {
      entry: { type: 'askForToken', params: { rejected: null } },
      after: { late: { actions: 'rememberDelay' } },
      on: {
        'token.granted': {
          actions: [
            { type: 'rememberToken', params: ({ event }) => ({ token: event.accessToken }) },
            { type: 'authenticate', params: ({ event }) => ({ token: event.accessToken }) },
          ],
        },
        'token.denied': [
          { guard: { type: 'isSessionOver', params: ({ event }) => event }, target: 'refused' },
          {
            target: 'waiting',
            actions: [
              { type: 'planRetry', params: ({ event }) => event },
              { type: 'notice', params: { key: 'socket.connectFailed' } },
              'rememberNotice',
            ],
          },
        ],
        'connection.received': [
          {
            guard: { type: 'isWelcome', params: ({ event }) => event },
            target: 'connected',
            actions: ['welcome', { type: 'handOver', params: ({ event }) => event }],
          },
          {
            guard: { type: 'isSecondRefusal', params: ({ event }) => event },
            target: 'refused',
            actions: ['noticeRefusal', 'rememberNotice'],
          },
          {
            guard: { type: 'isRefusal', params: ({ event }) => event },
            actions: [
              'rememberRefusal',
              { type: 'askForToken', params: ({ context }) => ({ rejected: context.token }) },
            ],
          },
          { actions: { type: 'handOver', params: ({ event }) => event } },
        ],
      },
    },
    connected: {
      on: {
        'connection.received': { actions: { type: 'handOver', params: ({ event }) => event } },
        'socket.send': { actions: { type: 'send', params: ({ event }) => ({ name: event.name, args: event.args }) } },
      },
    },
    backingOff: { entry: 'rememberDelay' },
    waiting: { entry: 'rememberDelay', after: { backOff: 'authenticating' }, on: { 'socket.retry': 'authenticating' } },
    refused: { entry: 'rememberDelay', on: { 'socket.retry': { target: 'authenticating', actions: 'clearRefusal' } } },
  },
});

/** The type of a server event that could be parsed, else null. */
function eventTypeOf(parsed: ParsedServerEvent): string | null {
  return parsed.kind === 'event' ? parsed.event.type : null;
}

export type SocketRef = ActorRefFrom<typeof socketMachine>;
