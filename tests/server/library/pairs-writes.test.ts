import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { at, listAt, startHousehold, type LibraryServer } from './support.ts';

/*
 * An edit writes only the rows and columns that it changes: so two edits cannot undo each other, and the cover of a
 * podcast does not cost thousands of rows.
 */

let server: LibraryServer;
let folder: string;
let book: string;
let podcast: string;

beforeAll(async () => {
  folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-writes-')));
  server = await startHousehold(folder);
  const { database } = server.ctx.store;
  const id = (sql: string) => database.get<{ id: string }>(sql)?.id ?? '';
  book = id("SELECT id FROM libraryItems WHERE mediaType = 'book' AND numTracks >= 3");
  podcast = id("SELECT id FROM libraryItems WHERE mediaType = 'podcast' AND numTracks >= 3");
  database.run('CREATE TEMP TABLE written (entry TEXT NOT NULL)');
  for (const table of ['libraryItems', 'itemFiles', 'itemValues', 'bookAuthors', 'bookSeries', 'podcastEpisodes']) {
    for (const change of ['INSERT', 'UPDATE', 'DELETE'])
      database.run(
        `CREATE TEMP TRIGGER "note ${table} ${change}" AFTER ${change} ON main.${table} BEGIN INSERT INTO written VALUES ('${table}'); END`,
      );
  }
  for (const column of ['title', 'media', 'coverPath', 'authorName', 'duration', 'numTracks'])
    database.run(
      `CREATE TEMP TRIGGER "note ${column}" AFTER UPDATE OF ${column} ON main.libraryItems BEGIN INSERT INTO written VALUES ('libraryItems.${column}'); END`,
    );
});
afterAll(async () => {
  await server.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** The tables, and columns of items, that a call writes, with counts. */
async function writtenBy(method: string, target: string, body?: unknown): Promise<Record<string, number>> {
  const { database } = server.ctx.store;
  database.run('DELETE FROM written');
  const { status } = await server.call(target, { method, body });
  expect(status).toBe(200);
  const rows = database.all<{ entry: string; n: number }>(
    'SELECT entry, count(*) AS n FROM written GROUP BY entry ORDER BY entry',
  );
  return Object.fromEntries(rows.map(({ entry, n }) => [entry, n]));
}
const expanded = async (id: string) => (await server.call(`/api/items/${id}?expanded=1`)).body;

test('the cover of a podcast writes one row, however many episodes it has', async () => {
  const [picture] = listAt(await expanded(podcast), 'libraryFiles').filter((file) => at(file, 'fileType') === 'image');
  await server.call(`/api/items/${podcast}/cover`, { method: 'DELETE' });
  const written = await writtenBy('PATCH', `/api/items/${podcast}/cover`, {
    cover: at(picture, 'metadata', 'path'),
  });
  expect(written).toEqual({ libraryItems: 1, 'libraryItems.coverPath': 1, 'libraryItems.media': 1 });
});

test('an episode writes its row and the time of its podcast', async () => {
  const episode = at(await expanded(podcast), 'media', 'episodes', 1, 'id');
  const written = await writtenBy('PATCH', `/api/podcasts/${podcast}/episode/${String(episode)}`, { title: 'Other' });
  expect(written).toEqual({ libraryItems: 1, podcastEpisodes: 1 });
});

test('options of a podcast write neither episodes nor names', async () => {
  const written = await writtenBy('PATCH', `/api/items/${podcast}/media`, { maxEpisodesToKeep: 7 });
  expect(written).toEqual({ libraryItems: 1, 'libraryItems.media': 1 });
});

test('removing an episode writes no other one', async () => {
  const episode = at(await expanded(podcast), 'media', 'episodes', 0, 'id');
  const written = await writtenBy('DELETE', `/api/podcasts/${podcast}/episode/${String(episode)}`);
  expect(written['podcastEpisodes']).toBeLessThanOrEqual(
    listAt(await expanded(podcast), 'media', 'episodes').length + 1,
  );
  expect(Object.keys(written).sort()).toEqual([
    'itemFiles',
    'libraryItems',
    'libraryItems.duration',
    'libraryItems.media',
    'libraryItems.numTracks',
    'podcastEpisodes',
  ]);
});

test('chapters of a book write its files, not its names', async () => {
  const written = await writtenBy('POST', `/api/items/${book}/chapters`, {
    chapters: [{ start: 0, end: 5, title: 'Only' }],
  });
  expect(Object.keys(written).filter((entry) => /itemValues|bookAuthors|bookSeries/.test(entry))).toEqual([]);
  expect(written['itemFiles']).toBe(1);
});

test('tags of a book write its tags only', async () => {
  await server.call(`/api/items/${book}/media`, { method: 'PATCH', body: { tags: ['one'] } });
  const written = await writtenBy('PATCH', `/api/items/${book}/media`, { tags: ['two'] });
  expect(written).toEqual({ itemValues: 2, libraryItems: 1, 'libraryItems.media': 1 });
});
