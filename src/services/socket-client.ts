import type { Socket } from 'socket.io-client';
import type { ParsedServerEvent } from '../schemas/socket/server-events.ts';
import { collectDropped } from '../schemas/contract-issues.ts';
import type { UnreadableEntries } from './unreadable.ts';
import { untilIdle } from './idle.ts';
import type { Network } from './http.ts';

/** `event`: a parsed server event. */
export type SocketReport =
  | { readonly kind: 'connected' }
  | { readonly kind: 'disconnected'; readonly reason: string }
  | { readonly kind: 'connectFailed'; readonly message: string }
  | { readonly kind: 'event'; readonly parsed: ParsedServerEvent };

export interface SocketConnection {
  send(name: string, ...args: readonly unknown[]): void;
  close(): void;
}

/** Reconnects until closed. After a failed websocket it starts with polling, for proxies, and upgrades. */
export interface SocketClient {
  open(listener: (report: SocketReport) => void): SocketConnection;
}

/** Wait after the server ended the connection, in ms: like socket.io's first. */
const FIRST_PAUSE_MS = 1000;
/** Longest wait between attempts, in ms. */
const LONGEST_PAUSE_MS = 10_000;

async function loadCode() {
  await untilIdle();
  const [{ io }, { parseServerEvent }] = await Promise.all([
    import('socket.io-client'),
    import('../schemas/socket/server-events.ts'),
  ]);
  return { io, parseServerEvent };
}

/** The socket is at `{baseUrl}socket.io`. `unreadable` gets unreadable entries; `load` repeats after a failure. */
export function createSocketClient(
  baseUrl: string,
  unreadable: UnreadableEntries,
  network: Network,
  load = loadCode,
): SocketClient {
  const url = new URL(baseUrl);
  return {
    open(listener) {
      let socket: Socket | null = null;
      let closed = false;
      let again: ReturnType<typeof setTimeout> | undefined;
      const unsent: (readonly [string, readonly unknown[]])[] = [];
      const connect = ({ io, parseServerEvent }: Awaited<ReturnType<typeof loadCode>>) => {
        if (closed) return;
        const opened = io(url.origin, {
          path: `${url.pathname}socket.io`,
          transports: ['websocket'],
          reconnectionDelayMax: LONGEST_PAUSE_MS,
        });
        socket = opened;
        opened.on('connect', () => listener({ kind: 'connected' }));
        opened.on('disconnect', (reason) => {
          listener({ kind: 'disconnected', reason });
          // socket.io does not reconnect after the server ended the connection.
          if (!opened.active) again = setTimeout(() => opened.connect(), FIRST_PAUSE_MS);
        });
        opened.on('connect_error', (error) => {
          opened.io.opts.transports = ['polling', 'websocket'];
          listener({ kind: 'connectFailed', message: error.message });
        });
        const receive = (name: string, args: readonly unknown[]) => {
          if (closed) return;
          const { result: parsed, dropped } = collectDropped(() => parseServerEvent(name, args));
          unreadable.report(name, dropped);
          listener({ kind: 'event', parsed });
        };
        opened.onAny((name: string, ...args: unknown[]) => {
          if (network.rules) network.rules.receive(name, args, (received) => receive(name, received));
          else receive(name, args);
        });
        for (const [name, args] of unsent.splice(0)) opened.emit(name, ...args);
      };
      const start = () =>
        load().then(connect, (cause: unknown) => {
          if (closed) return;
          listener({ kind: 'connectFailed', message: String(cause) });
          again = setTimeout(start, LONGEST_PAUSE_MS);
        });
      void start();
      return {
        send(name, ...args) {
          if (socket) socket.emit(name, ...args);
          else unsent.push([name, args]);
        },
        close() {
          closed = true;
          clearTimeout(again);
          socket?.removeAllListeners();
          socket?.close();
        },
      };
    },
  };
}
