import http, { type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHostCheck } from '../../../server/http/hosts.ts';
import { createUpstreamProxy } from '../../../server/proxy/upstream-proxy.ts';

const noClient = { respond: () => false, has: () => false };
const isOurHost = createHostCheck([]);

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('the proxy to an existing server', () => {
  const seen: IncomingMessage[] = [];
  let upstream: Server;
  let proxy: Server;
  let upstreamUrl: string;
  let url: string;
  beforeAll(async () => {
    upstream = http.createServer((request, response) => {
      seen.push(request);
      if (request.url === '/abs/login')
        response.setHeader('set-cookie', ['refresh_token=x; Path=/abs/; Domain=abs.example; HttpOnly']);
      if (request.url === '/abs/moved') response.writeHead(302, { location: `${upstreamUrl}/abs/login?x=1` });
      if (request.headers.range) response.writeHead(206, { 'content-range': 'bytes 0-3/9' });
      request.pipe(response);
    });
    upstream.on('upgrade', (_request, socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\n\r\n');
      socket.pipe(socket);
    });
    upstreamUrl = await listen(upstream);
    proxy = createUpstreamProxy(new URL(`${upstreamUrl}/abs/`), noClient, isOurHost);
    url = await listen(proxy);
  });
  afterAll(async () => {
    for (const server of [proxy, upstream]) {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    }
  });

  it('streams request and answer, below the base path, with forwarding headers', async () => {
    const answer = await fetch(`${url}/api/me?x=1`, {
      method: 'POST',
      body: 'hello',
      headers: { authorization: 'Bearer t' },
    });
    const request = seen.at(-1);
    expect([
      await answer.text(),
      request?.url,
      request?.headers.authorization,
      request?.headers['x-forwarded-host'],
    ]).toEqual(['hello', '/abs/api/me?x=1', 'Bearer t', new URL(url).host]);
  });

  it('does not repeat an existing base path', async () => {
    await fetch(`${url}/abs/public/x`);
    expect(seen.at(-1)?.url).toBe('/abs/public/x');
  });

  it('runs nothing of the upstream as the client', async () => {
    expect((await fetch(`${url}/api/items/1/file/2`)).headers.get('content-security-policy')).toBe(
      "sandbox; default-src 'none'",
    );
  });

  it('passes ranges on', async () => {
    const answer = await fetch(`${url}/api/file`, { headers: { range: 'bytes=0-3' } });
    expect([answer.status, answer.headers.get('content-range'), seen.at(-1)?.headers.range]).toEqual([
      206,
      'bytes 0-3/9',
      'bytes=0-3',
    ]);
  });

  it('rewrites cookies and redirects of the upstream', async () => {
    const login = await fetch(`${url}/login`, { method: 'POST' });
    const moved = await fetch(`${url}/moved`, { redirect: 'manual' });
    expect([login.headers.getSetCookie(), moved.headers.get('location')]).toEqual([
      ['refresh_token=x; Path=/; HttpOnly'],
      '/login?x=1',
    ]);
  });

  it('connects websockets', async () => {
    const echoed = await new Promise<string>((resolve, reject) => {
      const request = http.request(`${url}/socket.io/?transport=websocket`, {
        headers: { connection: 'Upgrade', upgrade: 'websocket' },
      });
      request.on('upgrade', (_answer, socket) => {
        socket.write('ping');
        socket.once('data', (data) => {
          resolve(String(data));
          socket.destroy();
        });
      });
      request.on('error', reject).end();
    });
    expect(echoed).toBe('ping');
  });

  it('answers 502 with a text when the upstream is down', async () => {
    const orphan = createUpstreamProxy(new URL('http://127.0.0.1:1'), noClient, isOurHost);
    const answer = await fetch(`${await listen(orphan)}/api/me`);
    expect([answer.status, await answer.text()]).toEqual([
      502,
      expect.stringContaining('The server at http://127.0.0.1:1 does not answer'),
    ]);
    await new Promise((resolve) => orphan.close(resolve));
  });
});
