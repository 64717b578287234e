import { io, type Socket } from 'socket.io-client';
import { vi } from 'vitest';
import type { TestClient } from './embedded-server.ts';

export interface TestSocket {
  readonly socket: Socket;
  /** Every received event, in order: `[name, payload]`. */
  readonly events: [string, unknown][];
  /** Names of the received events, in order. */
  names(): string[];
  /** Waits for an event and returns its payload. */
  next(name: string): Promise<unknown>;
  close(): void;
}

/** A websocket to a test server; with a client it is signed in already. */
export async function openSocket(url: string, client?: TestClient): Promise<TestSocket> {
  const socket = io(url, { transports: ['websocket'], reconnection: false, forceNew: true });
  const events: [string, unknown][] = [];
  socket.onAny((name: string, payload: unknown) => void events.push([name, payload]));
  const next = (name: string): Promise<unknown> =>
    vi
      .waitUntil(() => events.find(([event]) => event === name), { timeout: 5000, interval: 5 })
      .then(([, payload]) => payload);
  await vi.waitUntil(() => socket.connected, { timeout: 5000, interval: 5 });
  if (client) {
    socket.emit('auth', client.token);
    await next('init');
  }
  return { socket, events, names: () => events.map(([name]) => name), next, close: () => void socket.close() };
}
