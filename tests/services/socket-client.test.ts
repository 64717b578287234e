import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSocketClient, type SocketConnection, type SocketReport } from '../../src/services/socket-client.ts';
import { createNetwork } from '../../src/services/http.ts';
import { createNetworkRules } from '../../src/services/network-rules.ts';
import { createUnreadableEntries } from '../../src/services/unreadable.ts';

const unreadable = createUnreadableEntries();
const network = createNetwork();
let server: Server;
let reports: SocketReport[];
let connection: SocketConnection;
const transports: string[] = [];
const heard: unknown[] = [];

beforeEach(async () => {
  // Nothing is painted here: the code of the connection does not wait for it.
  vi.stubGlobal('document', { visibilityState: 'hidden' });
  const http = createServer();
  server = new Server(http, { path: '/base/socket.io' });
  server.on('connection', (socket) => {
    transports.push(socket.conn.transport.name);
    socket.on('auth', (token) => void heard.push(token));
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  reports = [];
  connection = createSocketClient(
    `http://127.0.0.1:${(http.address() as AddressInfo).port}/base/`,
    unreadable,
    network,
  ).open((report) => void reports.push(report));
});
afterEach(async () => {
  connection.close();
  await server.close();
  network.rules = null;
  transports.length = 0;
  heard.length = 0;
});

const kinds = () => reports.map(({ kind }) => kind);

test('the socket is below the base path and uses websocket from the beginning (SOC-001, SOC-002, API-059)', async () => {
  await vi.waitFor(() => expect(kinds()).toEqual(['connected']));
  expect(transports).toEqual(['websocket']);
});

test('where websocket is refused it polls, and upgrades once websocket works (SOC-002, SOC-003)', async () => {
  connection.close();
  let isRefusing = true;
  const front = createServer();
  const behind = new Server(front, { path: '/base/socket.io', upgradeTimeout: 200, pingInterval: 50 });
  const upgrades = front.listeners('upgrade') as ((...args: unknown[]) => void)[];
  front.removeAllListeners('upgrade').on('upgrade', (request, socket, head) => {
    if (isRefusing) socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n');
    else for (const upgrade of upgrades) upgrade.call(front, request, socket, head);
  });
  behind.on('connection', (socket) => void socket.on('auth', (token) => void heard.push(token)));
  const transportsNow = () => [...behind.sockets.sockets.values()].map(({ conn }) => conn.transport.name);
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  const said: SocketReport[] = [];
  connection = createSocketClient(
    `http://127.0.0.1:${(front.address() as AddressInfo).port}/base/`,
    unreadable,
    network,
  ).open((report) => void said.push(report));
  connection.send('auth', 'token');
  await vi.waitFor(() => expect(heard).toEqual(['token']), { timeout: 8000 });
  expect([said.map(({ kind }) => kind), transportsNow()]).toEqual([['connectFailed', 'connected'], ['polling']]);
  isRefusing = false;
  behind.disconnectSockets();
  await vi.waitFor(() => expect(transportsNow()).toEqual(['websocket']), { timeout: 8000 });
  await behind.close();
});

test('messages before the connection are sent when it opens', async () => {
  connection.send('auth', 'token');
  await vi.waitFor(() => expect(heard).toEqual(['token']));
});

test('server messages arrive parsed', async () => {
  await vi.waitFor(() => expect(kinds()).toEqual(['connected']));
  server.emit('backup_applied');
  server.emit('weather_changed', 'rain');
  await vi.waitFor(() =>
    expect(reports.slice(1)).toEqual([
      { kind: 'event', parsed: expect.objectContaining({ kind: 'event' }) },
      { kind: 'event', parsed: expect.objectContaining({ kind: 'unknown', name: 'weather_changed' }) },
    ]),
  );
});

test('a connection lost on the way reconnects by itself (SOC-003)', async () => {
  await vi.waitFor(() => expect(kinds()).toEqual(['connected']));
  for (const { conn } of server.sockets.sockets.values()) conn.close();
  await vi.waitFor(() => expect(kinds()).toEqual(['connected', 'disconnected', 'connected']), { timeout: 8000 });
  expect(reports[1]).toEqual({ kind: 'disconnected', reason: 'transport close' });
});

test('a connection ended by the server reconnects by itself (SOC-003)', async () => {
  await vi.waitFor(() => expect(kinds()).toEqual(['connected']));
  server.disconnectSockets();
  await vi.waitFor(() => expect(kinds()).toEqual(['connected', 'disconnected', 'connected']), { timeout: 8000 });
});

test('a closed connection is silent', async () => {
  await vi.waitFor(() => expect(kinds()).toEqual(['connected']));
  connection.close();
  await vi.waitFor(() => expect(server.sockets.sockets.size).toBe(0));
  expect(kinds()).toEqual(['connected']);
});

test('code that failed to load is a failed connection, and is requested again', async () => {
  vi.useFakeTimers();
  const load = vi.fn(() => Promise.reject<never>(new TypeError('Failed to fetch')));
  const said = vi.fn<(report: SocketReport) => void>();
  const failing = createSocketClient('http://127.0.0.1/', unreadable, createNetwork(), load).open(said);
  await vi.advanceTimersByTimeAsync(25_000);
  expect(load).toHaveBeenCalledTimes(3);
  expect(said.mock.calls.map(([{ kind }]) => kind)).toEqual(['connectFailed', 'connectFailed', 'connectFailed']);
  failing.close();
  await vi.advanceTimersByTimeAsync(25_000);
  expect(load).toHaveBeenCalledTimes(3);
  vi.useRealTimers();
});

test('network rules delay, drop or spoil server events', async () => {
  await vi.waitFor(() => expect(kinds()).toEqual(['connected']));
  const rule = { id: '1', kind: 'event', delayMs: 0, effect: 'pass', status: 500 } as const;
  network.rules = createNetworkRules([
    { ...rule, name: 'backup_applied', delayMs: 30 },
    { ...rule, name: 'stream_ready', effect: 'drop' },
    { ...rule, name: 'share_open', effect: 'garble' },
  ]);
  for (const name of ['backup_applied', 'stream_ready', 'share_open', 'pong']) server.emit(name);
  await vi.waitFor(() =>
    expect(reports.slice(1)).toMatchObject([
      { parsed: { kind: 'malformed', name: 'share_open' } },
      { parsed: { kind: 'event', event: { type: 'server.socket.ponged' } } },
      { parsed: { kind: 'event', event: { type: 'server.backup.applied' } } },
    ]),
  );
});
