import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answers, discover } from '../../../server/auth/openid/discovery.ts';
import { at, startDemo, type LibraryServer } from '../library/support.ts';

/** Redirects every request to a service on the own network, which notes them; `/large` does not end. */
const calls: string[] = [];
const inner = http.createServer((request, response) => {
  calls.push(`${request.method} ${request.url}`);
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ issuer: 'inner' }));
});
const outer = http.createServer((request, response) => {
  if (request.url?.startsWith('/large')) return void response.end(`{"issuer":"${'z'.repeat(4_000_000)}"}`);
  response.writeHead(307, { location: `${addressOf(inner)}${request.url}` }).end();
});
const addressOf = (server: http.Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const started = (server: http.Server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

let server: LibraryServer;
beforeAll(async () => {
  await Promise.all([started(inner), started(outer)]);
  server = await startDemo();
});
afterAll(async () => {
  await server.stop();
  inner.close();
  outer.close();
});
beforeEach(() => void calls.splice(0));

describe('a configured service that redirects into the own network', () => {
  test('gets notifications at no other address', async () => {
    const call = (method: string, url: string, body?: unknown) => server.call(url, { method, body });
    await call('PATCH', '/api/notifications', { appriseApiUrl: `${addressOf(outer)}/notify` });
    const made = await call('POST', '/api/notifications', {
      eventName: 'onTest',
      libraryId: null,
      urls: ['json://x'],
      titleTemplate: 'x',
      bodyTemplate: 'x',
      type: 'info',
      enabled: true,
    });
    const tried = await call('GET', `/api/notifications/${at(made.body, 'notifications', 0, 'id')}/test`);
    expect([tried.status, calls]).toEqual([500, []]);
  });

  test('gives covers itself where it is a metadata provider, and at no other address', async () => {
    const books = await server.call(`/api/libraries/${server.bookLibraryId}/items?limit=1`);
    const cover = async (url: string) =>
      (await server.call(`/api/items/${at(books.body, 'results', 0, 'id')}/cover`, { method: 'POST', body: { url } }))
        .status;
    const picture = fs.readFileSync('tests/server/replay/kit/feeds/new-cover.jpg');
    const home = http.createServer((request, response) => {
      if (request.url === '/away') response.writeHead(302, { location: addressOf(inner) });
      response.end(picture);
    });
    await started(home);
    const before = await cover(`${addressOf(home)}/cover.jpg`);
    const provider = { name: 'Home', url: addressOf(home), mediaType: 'book' };
    await server.call('/api/custom-metadata-providers', { method: 'POST', body: provider });
    expect([
      before,
      await cover(`${addressOf(home)}/cover.jpg`),
      await cover(`${addressOf(home)}/away`),
      calls,
    ]).toEqual([400, 200, 400, []]);
    home.close();
  });

  test('is no sign-in provider, and neither is one without an end', async () => {
    expect([
      await discover(addressOf(outer)),
      await discover(`${addressOf(outer)}/large`),
      await answers(addressOf(outer)),
      await answers(`${addressOf(outer)}/large`),
      calls,
    ]).toEqual([undefined, undefined, false, false, []]);
    expect([await discover(addressOf(inner)), await answers(addressOf(inner))]).toEqual([{ issuer: 'inner' }, true]);
  });
});

test('all outgoing requests of the server use http/outside.ts and openid-client', () => {
  const folder = path.join(import.meta.dirname, '../../../server');
  const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const going = files.filter((name) =>
    /(?<![.\w])fetch\(|\bhttps?\.(?:get|request)\(|\bclient\.(?:get|request)\(/.test(
      fs.readFileSync(path.join(folder, name), 'utf8'),
    ),
  );
  expect(going.toSorted()).toEqual([path.join('http', 'outside.ts')]);
});
