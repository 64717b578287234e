import type { Socket } from 'socket.io-client';
import type { ParsedServerEvent } from '../schemas/socket/server-events.ts';

/** What a connection reports. `event` carries what the server said, parsed. */
export type SocketReport =
  | { readonly kind: 'connected' }
  | { readonly kind: 'disconnected'; readonly reason: string }
  | { readonly kind: 'connectFailed'; readonly message: string }
  | { readonly kind: 'event'; readonly parsed: ParsedServerEvent };

export interface SocketConnection {
  send(name: string, ...args: readonly unknown[]): void;
  close(): void;
}

/**
 * Opens a socket.io connection that reconnects by itself until it is closed (spec §7: websocket only). The
 * library and the schemas of the events come when the first connection is opened.
 */
export interface SocketClient {
  open(listener: (report: SocketReport) => void): SocketConnection;
}

/** Pause before a connection is tried that the server ended, in ms: as the first one of the library. */
const AGAIN_MS = 1000;

/** @param baseUrl origin with base path and trailing slash; the socket is at `{base}/socket.io` */
export function createSocketClient(baseUrl: string): SocketClient {
  const url = new URL(baseUrl);
  return {
    open(listener) {
      let socket: Socket | null = null;
      let closed = false;
      let again: ReturnType<typeof setTimeout> | undefined;
      const unsent: (readonly [string, readonly unknown[]])[] = [];
      Promise.all([import('socket.io-client'), import('../schemas/socket/server-events.ts')]).then(
        ([{ io }, { parseServerEvent }]) => {
          if (closed) return;
          socket = io(url.origin, {
            path: `${url.pathname}socket.io`,
            transports: ['websocket'],
            reconnectionDelayMax: 10_000,
          });
          socket.on('connect', () => listener({ kind: 'connected' }));
          socket.on('disconnect', (reason) => {
            listener({ kind: 'disconnected', reason });
            // The library takes this for final; to us it is a loss as any other.
            if (reason === 'io server disconnect') again = setTimeout(() => socket?.connect(), AGAIN_MS);
          });
          socket.on('connect_error', (error) => listener({ kind: 'connectFailed', message: error.message }));
          socket.onAny((name: string, ...args: unknown[]) => listener({ kind: 'event', parsed: parseServerEvent(name, args) }));
          for (const [name, args] of unsent.splice(0)) socket.emit(name, ...args);
        },
        (cause: unknown) => listener({ kind: 'connectFailed', message: String(cause) }),
      );
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
