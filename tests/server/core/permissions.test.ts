import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import path from 'node:path';
import { readHttpRecordings, type HttpRecording } from '../../contract/recording.ts';
import type { TestClient } from '../../support/embedded-server.ts';
import { startWeb, type Web } from '../../support/web.ts';
import { startDemo, type LibraryServer } from '../library/support.ts';
import { json, servicesOn } from '../search/support.ts';

const recordings = readHttpRecordings(path.resolve(import.meta.dirname, '../../contract/recordings'));
const inFolder = (folder: string) => recordings.filter(({ name }) => name.startsWith(`${folder}/`));

let web: Web;
let server: LibraryServer;
let guest: TestClient;
let admin: TestClient;
let owner: TestClient;
let restricted: TestClient;
/** An entity of the demo for each kind in a recorded path. */
let ids: Record<string, string>;

beforeAll(async () => {
  web = await startWeb();
  json(web, '/google/books/v1/volumes', { items: [] });
  server = await startDemo({ allowPrivateRequests: true, searchServices: servicesOn(web.url) });
  guest = await server.account('guest', 'guest');
  admin = await server.account('administrator', 'admin');
  owner = await server.account('owner', 'root');
  const nothing = { download: false, update: false, delete: false, upload: false, accessAllLibraries: false };
  restricted = await server.account('restricted', 'user', nothing);
  const id = (sql: string) => server.ctx.store.database.get<{ id: string }>(sql)?.id ?? '';
  const book = id("SELECT id FROM libraryItems WHERE mediaType = 'book' AND numTracks > 0 AND explicit = 0");
  ids = {
    libraries: server.bookLibraryId,
    items: book,
    item: book,
    progress: book,
    series: id('SELECT s.seriesId AS id FROM bookSeries s JOIN libraryItems i ON i.id = s.itemId WHERE i.explicit = 0'),
    authors: id(`SELECT authorId AS id FROM bookAuthors WHERE itemId = '${book}'`),
  };
});
afterAll(async () => {
  await server.stop();
  await web.stop();
});

/** The recorded call with the ids of the demo; a path may have its query. */
function replay(client: TestClient, { request }: HttpRecording) {
  const target = request.path.replaceAll(/\/(\w+)\/([0-9a-f]{8}-[0-9a-f-]{27})/g, (whole, kind: string) =>
    ids[kind] === undefined ? whole : `/${kind}/${ids[kind]}`,
  );
  const body = JSON.parse(
    JSON.stringify(request.body ?? null).replaceAll(
      /"libraryItemIds":\["[^"]*"\]/g,
      `"libraryItemIds":["${ids['items']}"]`,
    ),
  ) as unknown;
  const query = new URLSearchParams(request.query as Record<string, string>).toString();
  const address = `${target}${query === '' ? '' : `?${query}`}`;
  return request.method === 'GET'
    ? client.get(address)
    : client.send(request.method as 'POST' | 'PATCH' | 'DELETE', address, body ?? undefined);
}

describe('weak accounts', () => {
  it.each(inFolder('denied-guest'))('$name: a guest gets the recorded answer', async (recording) => {
    const answer = await replay(guest, recording);
    expect(answer.status).toBe(recording.response.status);
  });

  it.each(inFolder('denied-restricted'))(
    '$name: a user without rights and libraries gets the recorded answer',
    async (recording) => {
      const answer = await replay(restricted, recording);
      expect(answer.status).toBe(recording.response.status);
    },
  );
});

/** Endpoints of the settings pages. */
const OF_ADMINISTRATORS = [
  ['PATCH', '/api/settings', { chromecastEnabled: false }],
  ['PATCH', '/api/sorting-prefixes', { sortingPrefixes: ['the'] }],
  ['POST', '/api/cache/items/purge'],
  ['POST', '/api/libraries', {}],
  ['POST', '/api/libraries/order', []],
  ['GET', '/api/users'],
  ['POST', '/api/users', {}],
  ['GET', '/api/api-keys'],
  ['POST', '/api/api-keys', {}],
  ['GET', '/api/sessions'],
  ['POST', '/api/sessions/batch/delete', { sessions: [] }],
  ['GET', '/api/backups'],
  ['PATCH', '/api/backups/path', {}],
  ['GET', '/api/logger-data'],
  ['GET', '/api/notifications'],
  ['PATCH', '/api/notifications', {}],
  ['POST', '/api/notifications', {}],
  ['GET', '/api/emails/settings'],
  ['PATCH', '/api/emails/settings', {}],
  ['POST', '/api/emails/ereader-devices', {}],
  ['GET', '/api/feeds'],
  ['GET', '/api/auth-settings'],
  ['PATCH', '/api/auth-settings', {}],
  ['GET', '/api/tags'],
  ['POST', '/api/tags/rename', {}],
  ['POST', '/api/genres/rename', {}],
  ['GET', '/api/custom-metadata-providers'],
  ['POST', '/api/custom-metadata-providers', {}],
  ['POST', '/api/share/mediaitem', {}],
] as const;

describe('server settings', () => {
  it.each(OF_ADMINISTRATORS)('%s %s is for root and administrators only (ROL-009)', async (method, target, body?) => {
    const status = async (client: TestClient) =>
      (await (method === 'GET' ? client.get(target) : client.send(method, target, body ?? {}))).status;
    const isRefused = async (client: TestClient) => [403, 404].includes(await status(client));
    expect([await isRefused(guest), await isRefused(restricted)]).toEqual([true, true]);
    expect([await isRefused(admin), await isRefused(owner)]).toEqual([false, false]);
  });
});

describe('without a token', () => {
  it('every call below /api is refused but two kinds of pictures', async () => {
    const isPicture = (target: string) => /^\/api\/(items\/[^/]+\/cover|authors\/[^/]+\/image)$/.test(target);
    const calls = recordings.filter(
      ({ request }) =>
        request.path.startsWith('/api/') &&
        !(request.method === 'GET' && isPicture(request.path)) &&
        request.method !== 'OPTIONS',
    );
    const open: string[] = [];
    for (const { name, request } of calls) {
      const method = request.method as 'POST';
      const target = encodeURI(request.path.split('?', 1)[0] ?? '');
      const answer = await (request.method === 'GET'
        ? server.anonymous.get(target)
        : server.anonymous.send(method, target, {}));
      if (answer.status !== 401 || answer.body !== 'Unauthorized') open.push(`${name}: ${answer.status}`);
    }
    expect(open).toEqual([]);
    expect(calls.length).toBeGreaterThan(300);
  });
});
