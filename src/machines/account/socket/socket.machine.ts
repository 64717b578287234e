import {
  assign,
  enqueueActions,
  sendParent,
  sendTo,
  setup,
  type ActorRefFrom,
  fromCallback,
  type NonReducibleUnknown,
} from 'xstate';
import { by } from '../../kit/by.ts';
import type { AppError, ContractIssue } from '../../../schemas/app-error.ts';
import type { ParsedServerEvent, ServerEvent } from '../../../schemas/socket/server-events.ts';
import { ping } from '../../../services/endpoints/server.ts';
import { getPorts } from '../../kit/ports.ts';
import { named, type SocketCommand, type SystemRef } from '../../kit/system.ts';
import type { ToastsEvent } from '../../kit/toasts.protocol.ts';
import type { AuthEvent, TokenAnswer } from '../auth/auth.protocol.ts';
import { toast } from '../../kit/toast.ts';

type ConnectionCommand = { type: 'connection.send'; name: string; args: readonly unknown[] };

type ConnectionReport =
  | { type: 'connection.opened' }
  | { type: 'connection.lost'; reason: string }
  | { type: 'connection.failed'; message: string }
  | { type: 'connection.received'; parsed: ParsedServerEvent };

/** The socket.io connection: reconnects by itself, closes when stopped. */
const connection = fromCallback<ConnectionCommand, NonReducibleUnknown>(({ sendBack, receive, system }) => {
  const { api, socket } = getPorts(system);
  const report = (event: ConnectionReport) => sendBack(event as never);
  /** Whether the server answers at all: connectivity follows each call. */
  const check = () => void api.call(ping, undefined).catch(() => undefined);
  const open = socket.open((news) => {
    switch (news.kind) {
      case 'connected':
        return report({ type: 'connection.opened' });
      case 'disconnected':
        check();
        return report({ type: 'connection.lost', reason: news.reason });
      case 'connectFailed':
        check();
        return report({ type: 'connection.failed', message: news.message });
      case 'event':
        return report({ type: 'connection.received', parsed: news.parsed });
    }
  });
  receive((event) => open.send(event.name, ...event.args));
  return () => open.close();
});

type SocketEvent =
  | ConnectionReport
  | TokenAnswer
  /** For example `cancel_scan` with a library id, or `set_log_listener`. */
  | { type: 'socket.send'; name: string; args: readonly unknown[] }
  | SocketCommand;

/** Counted, and shown in the inspector. */
interface MalformedEvent {
  type: 'socket.eventRejected';
  name: string;
  issues: readonly ContractIssue[];
}

export type SocketParentEvent =
  | ServerEvent
  | MalformedEvent
  /** Connected and signed in. `again`: events were missed, data may be stale (pitfall 17). */
  | { type: 'socket.connected'; again: boolean }
  /** No events until the next connection. */
  | { type: 'socket.lost' };

interface SocketContext {
  token: string | null;
  connections: number;
  /** Of the last sign-in, by the page's clock, in ms. */
  connectedAt: number;
  /** An error toast is visible: the next connection reports recovery. */
  noticed: boolean;
  /** The first connection was late: it missed events. */
  missedEvents: boolean;
  /** Failed token requests since the last connection, and the wait before the next, in ms. */
  denials: number;
  backOffMs: number;
  /** The token was refused once on this connection; a second refusal ends the retries. */
  refused: boolean;
  malformed: number;
  unknown: Readonly<Record<string, number>>;
}

/** Wait after a failed token request, in ms: doubles up to the limit. */
const FIRST_BACK_OFF_MS = 1000;
const LONGEST_BACK_OFF_MS = 30_000;
/** In ms. A first connection after this time has missed events; an account loaded within it counts as current. */
const LATE_MS = 10_000;

/** Signs in on each connect and forwards parsed events. Refreshes a refused token once (pitfall 18); retries others. */
export const socketMachine = setup({
  types: {
    context: {} as SocketContext,
    events: {} as SocketEvent,
    children: {} as { connection: 'connection' },
  },
  actors: { connection },
  guards: {
    /** A connection made later has refreshed by itself. */
    stoodSince: ({ context }, params: { lostAt: number }) => context.connectedAt <= params.lostAt,
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
    welcome: enqueueActions(({ context, enqueue, system }) => {
      const again = context.connections > 0 || context.missedEvents;
      if (context.connections > 0 || context.noticed) {
        enqueue.sendTo(named('toasts'), toast('success', 'socket', 'socket.connected', { durationMs: 5000 }));
      }
      enqueue.assign({
        connections: context.connections + 1,
        connectedAt: getPorts(system).clock.elapsed(),
        noticed: false,
        refused: false,
        denials: 0,
      });
      enqueue(sendParent({ type: 'socket.connected', again } satisfies SocketParentEvent));
    }),
    notice: sendTo(named('toasts'), (_, params: { key: string }): ToastsEvent =>
      toast('error', 'socket', params.key, { durationMs: null }),
    ),
    noticeRefusal: sendTo(
      named('toasts'),
      toast('error', 'socket', 'socket.refused', {
        durationMs: null,
        action: { label: { key: 'common.retry' }, to: 'socket', event: { type: 'socket.retry' } },
      }),
    ),
    notifyLost: sendParent({ type: 'socket.lost' } satisfies SocketParentEvent),
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
    connectedAt: 0,
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
      actions: ['notifyLost', { type: 'notice', params: { key: 'socket.disconnected' } }, 'rememberNotice'],
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
          { guard: by('isSessionOver'), target: 'refused' },
          {
            target: 'waiting',
            actions: [by('planRetry'), { type: 'notice', params: { key: 'socket.connectFailed' } }, 'rememberNotice'],
          },
        ],
        'connection.received': [
          {
            guard: by('isWelcome'),
            target: 'connected',
            actions: ['welcome', by('handOver')],
          },
          {
            guard: by('isSecondRefusal'),
            target: 'refused',
            actions: ['noticeRefusal', 'rememberNotice'],
          },
          {
            guard: by('isRefusal'),
            actions: [
              'rememberRefusal',
              { type: 'askForToken', params: ({ context }) => ({ rejected: context.token }) },
            ],
          },
          { actions: by('handOver') },
        ],
      },
    },
    connected: {
      on: {
        'connection.received': { actions: by('handOver') },
        'socket.send': { actions: { type: 'send', params: ({ event }) => ({ name: event.name, args: event.args }) } },
        'socket.refresh': {
          guard: { type: 'stoodSince', params: ({ event }) => event },
          actions: sendParent({ type: 'socket.connected', again: true } satisfies SocketParentEvent),
        },
      },
    },
    backingOff: { entry: 'rememberDelay' },
    waiting: { entry: 'rememberDelay', after: { backOff: 'authenticating' }, on: { 'socket.retry': 'authenticating' } },
    refused: { entry: 'rememberDelay', on: { 'socket.retry': { target: 'authenticating', actions: 'clearRefusal' } } },
  },
});

function eventTypeOf(parsed: ParsedServerEvent): string | null {
  return parsed.kind === 'event' ? parsed.event.type : null;
}

export type SocketRef = SystemRef<'socket', ActorRefFrom<typeof socketMachine>>;
