import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHostCheck } from '../../../server/http/hosts.ts';
import { createUpstreamProxy } from '../../../server/proxy/upstream-proxy.ts';
import { startServer, type TestServer } from '../../support/embedded-server.ts';

let server: TestServer;
let proxy: http.Server;
beforeAll(async () => {
  server = await startServer({ allowedHosts: ['Books.example.org'] });
  proxy = createUpstreamProxy(
    new URL(server.url),
    { respond: () => false, has: () => false },
    createHostCheck(['books.example.org']),
  );
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  proxy.closeAllConnections();
  await new Promise((resolve) => proxy.close(resolve));
  await server.stop();
});

const ports = () => ({ server: Number(new URL(server.url).port), proxy: (proxy.address() as AddressInfo).port });

/** A request to this machine under a name. */
function ask(
  port: number,
  host: string,
  target = '/status',
  method = 'GET',
  headers: Record<string, string> = {},
): Promise<{ status: number; body: string; type: string | undefined }> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      { host: '127.0.0.1', port, path: target, method, headers: { host, ...headers } },
      (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (text: string) => (body += text));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, body, type: response.headers['content-type'] }),
        );
      },
    );
    request.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode ?? 0, body: '', type: undefined });
    });
    request.on('error', reject).end();
  });
}

const upgrade = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  'sec-websocket-version': '13',
};
const rebound = [
  'evil.example',
  'evil.example:3378',
  '127.0.0.1.evil.example',
  'localhost.evil.example',
  'books.example.org.evil.example',
  'evil.example, localhost',
];

describe.each(['server', 'proxy'] as const)('the %s', (which) => {
  test.each(rebound)('answers nothing to the name %j', async (host) => {
    const port = ports()[which];
    for (const [target, method] of [
      ['/status', 'GET'],
      ['/', 'GET'],
      ['/init', 'POST'],
      ['/login', 'POST'],
      ['/api/me', 'GET'],
    ] as const) {
      expect([target, (await ask(port, host, target, method)).status]).toEqual([target, 403]);
    }
    expect((await ask(port, host, '/socket.io/?EIO=4&transport=polling')).status).toBe(403);
    expect((await ask(port, host, '/socket.io/?EIO=4&transport=websocket', 'GET', upgrade)).status).toBe(
      which === 'server' ? 400 : 403,
    );
  });

  test('shows advice', async () => {
    expect(await ask(ports()[which], 'evil.example:80')).toEqual({
      status: 403,
      type: 'text/plain; charset=utf-8',
      body: 'This server does not answer to the name evil.example. If it is yours, start it with --allow-host evil.example',
    });
  });

  test.each([
    'localhost',
    'LOCALHOST:3378',
    '127.0.0.1',
    '127.0.0.1:1',
    '[::1]:3378',
    '192.168.1.20',
    'books.example.org',
    'BOOKS.example.org.:443',
  ])('answers to %s', async (host) => {
    const port = ports()[which];
    expect((await ask(port, host)).status).toBe(200);
    expect((await ask(port, host, '/socket.io/?EIO=4&transport=polling')).status).toBe(200);
    expect((await ask(port, host, '/socket.io/?EIO=4&transport=websocket', 'GET', upgrade)).status).toBe(101);
  });
});
