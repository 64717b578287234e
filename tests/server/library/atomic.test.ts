import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startServer } from '../../support/embedded-server.ts';
import { writeBelow } from '../../support/library-folder.ts';
import { at, listAt, startHousehold, type LibraryServer } from './support.ts';

let server: LibraryServer;
let folder: string;
beforeAll(async () => {
  folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-atomic-')));
  server = await startHousehold(folder);
});
afterAll(async () => {
  await server.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => void server.announcements.splice(0));

const send = (method: string, target: string, body?: unknown) => server.call(target, { method, body });
const books = async () => listAt((await server.call(`/api/libraries/${server.bookLibraryId}/items`)).body, 'results');
const items = () =>
  server.ctx.store.database.all<{ id: string; title: string }>(
    "SELECT id, title FROM libraryItems WHERE mediaType = 'book' ORDER BY title",
  );

/** Makes the store fail at the given write of an item from now on, as a full disk does. */
function failAtWrite(number: number): () => void {
  server.ctx.store.database.run(`CREATE TEMP TABLE IF NOT EXISTS writesLeft (n INTEGER)`);
  server.ctx.store.database.run('DELETE FROM writesLeft');
  server.ctx.store.database.run('INSERT INTO writesLeft VALUES (?)', number);
  server.ctx.store.database.run(`CREATE TEMP TRIGGER failing BEFORE UPDATE ON libraryItems BEGIN
    UPDATE writesLeft SET n = n - 1; SELECT CASE WHEN (SELECT n FROM writesLeft) <= 0 THEN RAISE(FAIL, 'disk full') END; END`);
  server.ctx.store.database.run(`CREATE TEMP TRIGGER failingRemoval BEFORE DELETE ON libraryItems BEGIN
    UPDATE writesLeft SET n = n - 1; SELECT CASE WHEN (SELECT n FROM writesLeft) <= 0 THEN RAISE(FAIL, 'disk full') END; END`);
  return () => {
    server.ctx.store.database.run('DROP TRIGGER failing');
    server.ctx.store.database.run('DROP TRIGGER failingRemoval');
  };
}

describe('the folders of a library', () => {
  test('sent without ids are found by their paths: nothing is lost', async () => {
    const before = items();
    const { folders } = server.ctx.store.libraries.byId(server.bookLibraryId) ?? { folders: [] };
    const fullPath = folders[0]?.fullPath ?? '';
    await send('PATCH', `/api/me/progress/${before[0]?.id}`, { currentTime: 3, duration: 10 });
    for (const wanted of [
      { fullPath },
      { path: `${fullPath}/` },
      { id: 'unknown', fullPath: path.join(fullPath, '..', path.basename(fullPath)) },
    ]) {
      const { status, body } = await send('PATCH', `/api/libraries/${server.bookLibraryId}`, {
        name: `Books ${Math.random()}`,
        folders: [wanted, wanted],
      });
      expect([status, at(body, 'folders')]).toEqual([200, folders]);
    }
    expect([items(), (await server.call(`/api/me/progress/${before[0]?.id}`)).status]).toEqual([before, 200]);
  });
});

describe('a change of many items is done for all or none', () => {
  test.each([
    ['renaming a tag', 'POST', '/api/tags/rename', { tag: 'shared', newTag: 'other' }],
    [
      'removing a genre',
      'DELETE',
      `/api/genres/${encodeURIComponent(Buffer.from('Shared').toString('base64'))}`,
      undefined,
    ],
    ['merging an author', 'PATCH', '/api/authors/:author', { name: 'Other Author' }],
    ['removing an author', 'DELETE', '/api/authors/:author', undefined],
    ['renaming a series', 'PATCH', '/api/series/:series', { name: 'New Series' }],
    ['removing a library', 'DELETE', '/api/libraries/:library', undefined],
  ])('%s', async (_what, method, target, body) => {
    const three = items().slice(0, 3);
    for (const { id } of three) {
      const metadata = {
        genres: ['Shared'],
        authors: [{ name: 'Shared Author' }],
        series: [{ name: 'Shared Series', sequence: '1' }],
      };
      await send('PATCH', `/api/items/${id}/media`, { tags: ['shared'], metadata });
    }
    await send('PATCH', `/api/items/${items()[4]?.id}/media`, { metadata: { authors: [{ name: 'Other Author' }] } });
    const { database } = server.ctx.store;
    const idOf = (table: string, name: string) =>
      database.get<{ id: string }>(`SELECT id FROM ${table} WHERE name = ?`, name)?.id ?? '';
    const address = target
      .replace(':author', idOf('authors', 'Shared Author'))
      .replace(':series', idOf('series', 'Shared Series'))
      .replace(':library', server.bookLibraryId);
    const tables = ['libraryItems', 'itemValues', 'bookAuthors', 'bookSeries', 'authors', 'series', 'libraries'];
    const state = () => JSON.stringify(tables.map((table) => database.all(`SELECT * FROM ${table}`)));
    const before = state();
    server.announcements.splice(0);
    const mend = failAtWrite(2);
    const { status } = await send(method, address, body);
    mend();
    expect([status >= 500, state() === before, server.announcements]).toEqual([true, true, []]);
  });
});

test('new sorting prefixes reach the lists', async () => {
  const [first] = items();
  await send('PATCH', `/api/items/${first?.id}/media`, { metadata: { title: 'Zu Hause' } });
  await send('PATCH', '/api/sorting-prefixes', { sortingPrefixes: ['the', 'zu'] });
  const found = (await books()).find((item) => at(item, 'id') === first?.id);
  expect(at(found, 'media', 'metadata', 'titleIgnorePrefix')).toBe('Hause, Zu');
  expect(
    at((await server.call(`/api/items/${first?.id}?expanded=1`)).body, 'media', 'metadata', 'titleIgnorePrefix'),
  ).toBe('Hause, Zu');
});

test('emptying the cache keeps the originals from before encode and embed', async () => {
  const cache = path.join(server.ctx.config.dataDir, 'metadata', 'cache', 'items');
  const [first] = items();
  const original = writeBelow(cache, `${first?.id ?? ''}/Original.mp3`, 'x');
  const picture = writeBelow(cache, 'ab/abc_1.webp', 'x');
  for (const target of ['/api/cache/purge', '/api/cache/items/purge'])
    expect((await send('POST', target)).status).toBe(200);
  expect([fs.existsSync(original), fs.existsSync(picture)]).toEqual([true, false]);
});

test('uploads that a crash cut off are removed at start', async () => {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-crashed-'));
  const left = writeBelow(dataDir, 'metadata/uploads/x/0', 'half');
  const started = await startServer({ dataDir });
  expect(fs.existsSync(left)).toBe(false);
  await started.stop();
  fs.rmSync(dataDir, { recursive: true, force: true });
});
