import fs from 'node:fs';
import type { IncomingMessage } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClientFiles } from '../../server/client/client-files.ts';
import { browserAddress, readBasePath, withoutBase } from '../../server/http/browser-address.ts';
import { startServer, type TestServer } from '../support/embedded-server.ts';
import { send, startFront, type Listening } from './front.ts';

const page = '<!doctype html><html><head><base href="/" /><script>1</script></head></html>';
const moved = page.replace('"/"', '"/earmark/"');

let clientDir: string;
beforeAll(() => {
  clientDir = fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-client-'));
  fs.writeFileSync(path.join(clientDir, 'index.html'), page);
  fs.writeFileSync(path.join(clientDir, 'index.html.br'), 'packed for the root');
  fs.writeFileSync(path.join(clientDir, 'icon.svg'), '<svg/>');
});
afterAll(() => fs.rmSync(clientDir, { recursive: true }));

describe.each([
  ['by --base', '/earmark', {}],
  ['by X-Forwarded-Prefix', '', { 'x-forwarded-prefix': '/earmark/' }],
] as const)('below a path of a reverse proxy, known %s', (_name, base, headers) => {
  let embedded: TestServer;
  let front: Listening;
  beforeAll(async () => {
    embedded = await startServer({ clientDir, base });
    const client = createClientFiles(clientDir, () => ({ frames: false, casting: false }));
    front = await startFront(embedded.url, { base, client });
  });
  afterAll(async () => {
    await front.stop();
    await embedded.stop();
  });

  describe.each(['embedded server', 'server in front of another'])('the %s', (which) => {
    const url = () => (which === 'embedded server' ? embedded.url : front.url);

    test.each(['/earmark/library/1', '/library/1', '/earmark', '/earmark/', '/earmark?x=1'])(
      'serves the page at %s with its base path',
      async (target) => {
        const answer = await send(url() + target, headers);
        expect([answer.status, answer.body]).toEqual([200, moved]);
        expect(answer.headers['content-security-policy']).toContain("base-uri 'self'");
        const again = await send(url() + target, { ...headers, 'if-none-match': answer.headers.etag });
        expect(again.status).toBe(304);
      },
    );

    test('packs that page itself: the packed file is the one of the root', async () => {
      const request = await fetch(`${url()}/earmark/`, { headers: { ...headers, 'accept-encoding': 'br, gzip' } });
      expect([request.headers.get('content-encoding'), await request.text()]).toEqual(['gzip', moved]);
    });

    test.each(['/earmark/icon.svg', '/icon.svg'])('serves the file %s', async (target) => {
      expect(await send(url() + target, headers)).toMatchObject({ status: 200, body: '<svg/>' });
    });

    test.each(['/earmark/status', '/status'])('answers the call %s', async (target) => {
      expect(JSON.parse((await send(url() + target, headers)).body)).toMatchObject({ app: 'audiobookshelf' });
    });

    test.each(['websocket', 'polling'])('opens the live connection by %s', async (transport) => {
      const socket = io(url(), {
        path: '/earmark/socket.io',
        transports: [transport],
        reconnection: false,
        extraHeaders: headers,
      });
      const ended = new Promise<string>((resolve) => {
        socket.on('connect', () => resolve('connected')).on('connect_error', (error) => resolve(error.message));
      });
      expect(await ended).toBe('connected');
      socket.close();
    });
  });
});

test.each([
  ['', ''],
  ['/', ''],
  ['earmark', '/earmark'],
  ['/a/b.c/', '/a/b.c'],
  ['/a"><script>', undefined],
  ['/../x', undefined],
  ['/a/./b', undefined],
  ['//evil.example', '/evil.example'],
  ['/a//b', undefined],
  ['https://evil.example', undefined],
  [`/${'x'.repeat(300)}`, undefined],
])('%j as a base path is %j', (text, base) => {
  expect(readBasePath(text)).toBe(base);
});

test.each([
  ['/earmark/a?b', '/earmark', '/a?b'],
  ['/earmark', '/earmark', '/'],
  ['/earmark?b', '/earmark', '/?b'],
  ['/earmarks/a', '/earmark', '/earmarks/a'],
  ['/a', '/earmark', '/a'],
  ['/a', '', '/a'],
])('%s without %j is %s', (target, base, rest) => {
  expect(withoutBase(target, base)).toBe(rest);
});

test("an address of another network cannot forward the browser's address", () => {
  const address = (remoteAddress: string, name = 'b.test') =>
    browserAddress({
      headers: { host: 'a.test', 'x-forwarded-host': name, 'x-forwarded-proto': 'https' },
      socket: { remoteAddress },
    } as unknown as IncomingMessage);
  expect([address('203.0.113.9'), address('::ffff:10.0.0.2'), address('::1'), address('::1', '"x')]).toEqual([
    { protocol: 'http', host: 'a.test', base: '' },
    { protocol: 'https', host: 'b.test', base: '' },
    { protocol: 'https', host: 'b.test', base: '' },
    { protocol: 'https', host: 'a.test', base: '' },
  ]);
});
