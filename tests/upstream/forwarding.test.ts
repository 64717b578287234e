import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import net from 'node:net';
import tls from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listen, send, startFront, type Listening } from './front.ts';

let seen: IncomingMessage[] = [];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let upstream: Listening;
const port = () => new URL(upstream.url).port;
const fronts: Listening[] = [];
const front = async (...options: Parameters<typeof startFront>) => {
  const started = await startFront(...options);
  fronts.push(started);
  return started;
};

beforeAll(async () => {
  upstream = await listen(
    http.createServer((request, response) => {
      seen.push(request);
      answer(request, response);
    }),
  );
});
afterAll(async () => {
  for (const started of [...fronts, upstream]) await started.stop();
});

/** Headers that reached the upstream with one request. */
async function sentFor(url: string, headers: Record<string, string> = {}) {
  seen = [];
  answer = (_, response) => response.end();
  await send(url, headers);
  return { target: seen[0]?.url, headers: seen[0]?.headers ?? {} };
}

/** Headers of the answer when the upstream answers with these. */
async function answeredWith(url: string, given: http.OutgoingHttpHeaders, headers: Record<string, string> = {}) {
  answer = (_, response) => response.writeHead(302, given).end();
  return (await send(url, headers)).headers;
}

describe('the upstream gets the address that the browser uses', () => {
  test('by Host, X-Forwarded-* and Forwarded', async () => {
    const { url } = await front(upstream.url);
    const { headers } = await sentFor(`${url}/api/me`, { host: 'books.example.org' });
    expect(headers).toMatchObject({
      host: 'books.example.org',
      'x-forwarded-host': 'books.example.org',
      'x-forwarded-proto': 'http',
      'x-forwarded-for': '127.0.0.1',
      forwarded: 'for=127.0.0.1;host="books.example.org";proto=http',
    });
    expect(headers).not.toHaveProperty('x-forwarded-prefix');
  });

  test('through a reverse proxy in front, whose headers count', async () => {
    const { url } = await front(upstream.url);
    const { headers } = await sentFor(`${url}/api/me`, {
      'x-forwarded-host': 'books.example.org:8443, inner',
      'x-forwarded-proto': 'https, http',
      'x-forwarded-for': '203.0.113.9',
      forwarded: 'for=203.0.113.9',
    });
    expect(headers).toMatchObject({
      host: 'books.example.org:8443',
      'x-forwarded-host': 'books.example.org:8443',
      'x-forwarded-proto': 'https',
      'x-forwarded-for': '203.0.113.9, 127.0.0.1',
      forwarded: 'for=203.0.113.9, for=127.0.0.1;host="books.example.org:8443";proto=https',
    });
  });

  test('but its own name where the setting says so', async () => {
    const { url } = await front(upstream.url, { hasOwnHost: true });
    const { headers } = await sentFor(`${url}/api/me`, { host: 'books.example.org' });
    expect([headers.host, headers['x-forwarded-host']]).toEqual([new URL(upstream.url).host, 'books.example.org']);
  });

  test('and is still called by its own name over TLS', async () => {
    const names: string[] = [];
    const secure = tls.createServer({
      SNICallback: (name, done) => {
        names.push(name);
        done(new Error('no certificate here'));
      },
    });
    secure.on('tlsClientError', () => undefined);
    await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
    const { url } = await front(`https://localhost:${(secure.address() as net.AddressInfo).port}`);
    expect((await send(url, { host: 'books.example.org' })).status).toBe(502);
    expect(names).toEqual(['localhost']);
    await new Promise((resolve) => secure.close(resolve));
  });

  test('also of a request that names the whole address', async () => {
    const { url } = await front(upstream.url, { base: '/earmark' });
    seen = [];
    answer = (_, response) => response.end();
    const path = 'http://books.example.org/earmark/api/me?x=1';
    await new Promise<void>((resolve) => {
      http.get({ port: new URL(url).port, path, headers: { host: 'books.example.org' } }, (incoming) => {
        incoming.resume().on('end', resolve);
      });
    });
    expect(seen[0]?.url).toBe('/api/me?x=1');
  });

  test('headers that Connection names are dropped, both ways', async () => {
    const { url } = await front(upstream.url);
    const { headers } = await sentFor(url, { connection: 'close, X-Secret', 'x-secret': '1', 'x-open': '2' });
    expect([headers['x-secret'], headers['x-open']]).toEqual([undefined, '2']);
    const back = await answeredWith(url, { connection: 'close, X-Mark', 'x-mark': '1', 'x-open': '2' });
    expect([back['x-mark'], back['x-open']]).toEqual([undefined, '2']);
  });
});

describe.each([
  ['without a path', '', ''],
  ['with its path', '/audiobookshelf/', '/audiobookshelf'],
  ['at a path of its own', '/abs', '/abs'],
])('an upstream at %s', (_name, given, sentBase) => {
  const base = sentBase || '/audiobookshelf';
  test.each([
    ['/api/me?x=1', '/api/me?x=1'],
    [`${base}/public/share/s/track/1`, '/public/share/s/track/1'],
    [`${base}/hls/1/output.m3u8`, '/hls/1/output.m3u8'],
    [`${base}/feed/slug`, '/feed/slug'],
    [`${base}/socket.io/?transport=polling`, '/socket.io/?transport=polling'],
    [base, '/'],
    [`${base}x/api`, `${base}x/api`],
  ])('gets %s at its base path once', async (target, inner) => {
    for (const ours of ['', '/earmark']) {
      const { url } = await front(upstream.url + given, { base: ours });
      expect((await sentFor(url + ours + target)).target).toBe(sentBase + inner);
    }
  });

  test.each([
    [`${base}/login?x=1#y`, '/login?x=1#y'],
    ['/login?x=1', '/login?x=1'],
    ['http://UPSTREAM/login', '/login'],
    [`http://UPSTREAM${base}/login`, '/login'],
    [`http://books.example.org${base}/login`, '/login'],
    [`https://books.example.org${base}`, '/'],
  ])('that redirects to %s leads within this server', async (location, here) => {
    for (const ours of ['', '/earmark']) {
      const { url } = await front(upstream.url + given, { base: ours });
      const real = location.replace('UPSTREAM', `127.0.0.1:${port()}`);
      const headers = await answeredWith(`${url}${ours}/x`, { location: real }, { host: 'books.example.org' });
      expect(headers.location).toBe(ours + here);
    }
  });

  test.each([
    'https://id.example.org/authorize?redirect_uri=http%3A%2F%2Fx',
    'audiobookshelf://oauth?code=1',
    '//x.org/',
  ])('that redirects to %s leads there', async (location) => {
    const { url } = await front(upstream.url + given, { base: '/earmark' });
    expect((await answeredWith(url, { location })).location).toBe(location);
  });

  test('has its cookies at the path of this server, Secure only for browsers on https', async () => {
    const cookies = [
      'a=1; Path=/; Domain=abs.example; HttpOnly',
      `b=2; Path=${base}/x; Secure; SameSite=Lax`,
      'c=3',
      'd=4; Partitioned; SameSite=None; Secure',
    ];
    const { url } = await front(upstream.url + given);
    const below = await front(upstream.url + given, { base: '/earmark' });
    expect((await answeredWith(url, { 'set-cookie': cookies }))['set-cookie']).toEqual([
      'a=1; Path=/; HttpOnly',
      'b=2; Path=/x; SameSite=Lax',
      'c=3',
      'd=4',
    ]);
    expect(
      (await answeredWith(below.url, { 'set-cookie': cookies }, { 'x-forwarded-proto': 'https' }))['set-cookie'],
    ).toEqual(['a=1; Path=/earmark; HttpOnly', 'b=2; Path=/earmark/x; Secure; SameSite=Lax', 'c=3', cookies[3]]);
  });
});

test('old page addresses at the base path of the upstream lead to the page here', async () => {
  const client = { respond: () => true, has: ({ url }: IncomingMessage) => url === '/item/1?x=2' };
  const { url } = await front(upstream.url, { base: '/earmark', client });
  const { status, headers } = await send(`${url}/earmark/audiobookshelf/item/1?x=2`);
  expect([status, headers.location]).toEqual([302, '/earmark/item/1?x=2']);
});

describe('an upstream that', () => {
  test('refuses an upload early: 413 arrives as 413', async () => {
    const body = Buffer.alloc(30 * 1024 * 1024);
    answer = (request, response) => {
      response.writeHead(413, { connection: 'close' }).end('Payload Too Large');
      response.on('finish', () => request.socket.destroy());
    };
    const { url } = await front(upstream.url);
    for (let round = 0; round < 20; round += 1) {
      const answers = await send(url, { 'content-type': 'application/octet-stream' }, { method: 'POST', body });
      expect([round, answers.status, answers.body]).toEqual([round, 413, 'Payload Too Large']);
    }
  });

  test('is silent ends in 504 with a text', async () => {
    answer = () => undefined;
    const { url } = await front(upstream.url, { patienceMs: 200 });
    expect(await send(`${url}/api/me`)).toMatchObject({
      status: 504,
      body: `The server at ${upstream.url} does not answer (nothing came for 0.2 seconds)`,
    });
  });

  test('has begun to answer may pause for longer than that', async () => {
    const { url } = await front(upstream.url, { patienceMs: 100 });
    answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
      setTimeout(() => response.end('data: 2\n\n'), 400);
    };
    expect(await send(url)).toMatchObject({ status: 200, body: 'data: 1\n\ndata: 2\n\n' });
  });

  test('has closed an idle connection is called again', async () => {
    const sockets = new WeakSet();
    answer = ({ socket }, response) => {
      if (sockets.has(socket)) socket.destroy();
      else response.end('here');
      sockets.add(socket);
    };
    const { url } = await front(upstream.url);
    for (let round = 0; round < 4; round += 1) expect((await send(url)).body).toBe('here');
  });

  test('goes down in the middle of an upload ends in 502', async () => {
    answer = (request) => void request.once('data', () => request.socket.destroy());
    const { url } = await front(upstream.url);
    const { status } = await send(url, {}, { method: 'POST', body: Buffer.alloc(5e6) });
    expect(status).toBe(502);
  });
});
