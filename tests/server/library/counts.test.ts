import fs from 'node:fs';
import path from 'node:path';
import Libsql from 'libsql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BookItem, Item } from '../../../server/items/model.ts';
import { copyDatabase, databaseFile, openDatabase, type Database } from '../../../server/store/database.ts';
import { WITHOUT_COUNTS } from './older-schema.ts';
import { at, listAt, startDemo, type LibraryServer } from './support.ts';

let server: LibraryServer;
beforeAll(async () => {
  server = await startDemo();
});
afterAll(() => server.stop());

/** The stored counts, beside those of the rows. */
function counts(database: Database): { kept: unknown; counted: unknown } {
  const names = (table: string, links: string, key: string) => [
    database.all(`SELECT id, numBooks AS n FROM ${table} ORDER BY id`),
    database.all(
      `SELECT id, (SELECT count(*) FROM ${links} b JOIN libraryItems i ON i.id = b.itemId WHERE b.${key} = n.id) AS n FROM ${table} n ORDER BY id`,
    ),
  ];
  const authors = names('authors', 'bookAuthors', 'authorId');
  const series = names('series', 'bookSeries', 'seriesId');
  const values = [
    database.all('SELECT libraryId, kind, value, numItems AS n FROM valueCounts ORDER BY libraryId, kind, value'),
    database.all(
      `SELECT i.libraryId, v.kind, v.value, count(*) AS n FROM itemValues v JOIN libraryItems i ON i.id = v.itemId
       GROUP BY i.libraryId, v.kind, v.value ORDER BY i.libraryId, v.kind, v.value`,
    ),
  ];
  const items = [
    database.all('SELECT libraryId, explicit, isAlone, numItems AS n FROM itemCounts WHERE numItems <> 0'),
    database.all(
      `SELECT libraryId, explicit, NOT EXISTS (SELECT 1 FROM bookSeries b WHERE b.itemId = i.id) AS isAlone, count(*) AS n FROM libraryItems i
       GROUP BY libraryId, explicit, isAlone ORDER BY libraryId, explicit, isAlone`,
    ),
  ];
  return { kept: [authors[0], series[0], values[0], items[0]], counted: [authors[1], series[1], values[1], items[1]] };
}
const expectKept = (database: Database = server.ctx.store.database): void => {
  const { kept, counted } = counts(database);
  expect(kept).toEqual(counted);
};

const books = (): BookItem[] =>
  server.ctx.store.database
    .all<{ id: string }>('SELECT id FROM libraryItems WHERE libraryId = ? ORDER BY title', server.bookLibraryId)
    .flatMap(({ id }) => server.ctx.editor.items.load(id) ?? [])
    .filter((item): item is BookItem => item.mediaType === 'book');
const withNames = (item: Item, authors: string[], series: string[], genres: string[]): Item =>
  item.mediaType === 'book'
    ? {
        ...item,
        tags: genres.map((genre) => `about ${genre}`),
        metadata: {
          ...item.metadata,
          authors: authors.map((name) => ({ id: '', name })),
          series: series.map((name, index) => ({ id: '', name, sequence: String(index + 1) })),
          genres,
          narrators: authors,
        },
      }
    : item;

test('numbers of books and items follow every edit, and every undo', async () => {
  expectKept();
  const { editor } = server.ctx;
  const [one, two, three] = books();
  if (!one || !two || !three) throw new Error('The demo has too few books');
  await editor.change(one.id, (item) => withNames(item, ['Ann', 'Ben'], ['Lake', 'River'], ['Water', 'Wood']));
  await editor.change(two.id, (item) => withNames(item, ['Ben'], ['River'], ['Water']));
  await editor.change(three.id, (item) => withNames(item, ['Ben', 'Ann'], [], ['water']));
  expectKept();
  await editor.change(one.id, (item) => withNames(item, ['Ben'], ['River'], ['Wood']));
  expectKept();
  for (const explicit of [true, false]) {
    await editor.change(two.id, (item) =>
      item.mediaType === 'book' ? { ...item, metadata: { ...item.metadata, explicit, series: [] } } : item,
    );
    expectKept();
  }
  expect(() =>
    editor.store([two.id, three.id], (item) => {
      if (item.id === three.id) throw new Error('undone');
      return withNames(item, [], [], []);
    }),
  ).toThrow('undone');
  expectKept();
  await server.call('/api/tags/rename', { method: 'POST', body: { tag: 'about Water', newTag: 'about Wood' } });
  expectKept();
});

test('authors that are merged, removed or lose a book have correct numbers', async () => {
  const authorNamed = (name: string): string =>
    server.ctx.store.database.get<{ id: string }>('SELECT id FROM authors WHERE name = ?', name)?.id ?? '';
  await server.ctx.editor.change(books()[0]?.id ?? '', (item) => withNames(item, ['Cleo', 'Dora'], ['Sea'], ['Salt']));
  await server.ctx.editor.change(books()[1]?.id ?? '', (item) => withNames(item, ['Dora'], ['Sea'], ['Salt']));
  await server.call(`/api/authors/${authorNamed('Cleo')}`, { method: 'PATCH', body: { name: 'Dora' } });
  expectKept();
  expect(
    at((await server.call(`/api/authors/${authorNamed('Dora')}?include=items`)).body, 'libraryItems', 'length'),
  ).toBe(2);
  const listed = listAt(
    (await server.call(`/api/libraries/${server.bookLibraryId}/authors?limit=5&sort=numBooks&desc=1`)).body,
    'results',
  ).map((author) => Number(at(author, 'numBooks')));
  expect(listed).toEqual(listed.toSorted((a, b) => b - a));
  await server.call(`/api/authors/${authorNamed('Dora')}`, { method: 'DELETE' });
  expectKept();
  await server.call(`/api/items/${books()[2]?.id ?? ''}`, { method: 'DELETE' });
  expectKept();
});

test('names without a book, left by a killed server, are removed by the next scan', async () => {
  const { database } = server.ctx.store;
  const add = (id: string, description: string | null): number =>
    database.run(
      'INSERT INTO authors (id, libraryId, name, lastFirst, description, addedAt, updatedAt) VALUES (?, ?, ?, ?, ?, 1, 1)',
      id,
      server.bookLibraryId,
      id,
      id,
      description,
    );
  add('left', null);
  add('described', 'A text that somebody wrote');
  database.run(
    "INSERT INTO series (id, libraryId, name, nameIgnorePrefix, addedAt, updatedAt) VALUES ('empty', ?, 'empty', 'empty', 1, 1)",
    server.bookLibraryId,
  );
  server.announcements.length = 0;
  await server.ctx.scans.scanLibrary(server.bookLibraryId);
  const gone = server.announcements.filter(({ event }) => event === 'author_removed' || event === 'series_removed');
  expect(gone.map(({ payload }) => at(payload, 'id'))).toEqual(['left', 'empty']);
  expect(database.all("SELECT id FROM authors WHERE id IN ('left', 'described')")).toEqual([{ id: 'described' }]);
  expect(database.all("SELECT id FROM series WHERE id = 'empty'")).toEqual([]);
  expectKept();
});

test('an older database is counted when it is opened', () => {
  const folder = path.join(server.ctx.config.dataDir, 'older');
  fs.mkdirSync(folder);
  copyDatabase({ from: databaseFile(server.ctx.config.dataDir), to: databaseFile(folder) });
  const old = new Libsql(databaseFile(folder));
  old.exec(`${WITHOUT_COUNTS} PRAGMA user_version = 6`);
  old.close();
  const opened = openDatabase(folder);
  try {
    expectKept(opened);
    expect(counts(opened)).toEqual(counts(server.ctx.store.database));
    expect(opened.all('PRAGMA foreign_key_check')).toEqual([]);
  } finally {
    opened.close();
  }
});

test('removing a library removes its numbers', async () => {
  await server.call(`/api/libraries/${server.bookLibraryId}`, { method: 'DELETE' });
  expectKept();
  expect(server.ctx.store.database.all('SELECT * FROM valueCounts WHERE libraryId = ?', server.bookLibraryId)).toEqual(
    [],
  );
});
