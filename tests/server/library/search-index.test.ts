import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Libsql from 'libsql';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  copyDatabase,
  databaseFile,
  openDatabase,
  prepareCopy,
  type MainDatabase,
} from '../../../server/store/database.ts';
import { WITHOUT_COUNTS } from './older-schema.ts';

let folder: string;
let database: MainDatabase;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-search-'));
  database = openDatabase(folder);
  database.run(
    "INSERT INTO libraries (id, name, displayOrder, icon, mediaType, provider, settings, createdAt, lastUpdate) VALUES ('l', 'L', 1, '', 'book', '', '{}', 1, 1)",
  );
  database.run("INSERT INTO libraryFolders (id, libraryId, fullPath, addedAt) VALUES ('f', 'l', '/l', 1)");
});
afterEach(() => {
  database.close();
  fs.rmSync(folder, { recursive: true });
});

const add = (id: string, title: string, subtitle: string | null = null) =>
  database.run(
    `INSERT INTO libraryItems (id, libraryId, folderId, mediaId, mediaType, path, relPath, mtimeMs, ctimeMs, birthtimeMs, addedAt, updatedAt, title, titleIgnorePrefix, subtitle, media)
     VALUES (?, 'l', 'f', ?, 'book', ?, ?, 1, 1, 1, 1, 1, ?, ?, ?, '{}')`,
    id,
    `m${id}`,
    `/l/${id}`,
    id,
    title,
    title,
    subtitle,
  );
/** Items that the index finds, and those that have the text. */
const found = (text: string, from = database): [string[], string[]] => [
  from
    .all<{ id: string }>(
      'SELECT k.id FROM itemSearch s JOIN itemSearchKeys k ON k.key = s.rowid WHERE itemSearch MATCH ? ORDER BY k.id',
      `"${text}"`,
    )
    .map(({ id }) => id),
  from
    .all<{ id: string }>(
      'SELECT id FROM libraryItems WHERE title LIKE ? OR subtitle LIKE ? ORDER BY id',
      `%${text}%`,
      `%${text}%`,
    )
    .map(({ id }) => id),
];

test('follows what is added, changed and removed, with the library as well', () => {
  add('a', 'The River', 'Wild water');
  add('b', 'Drivers');
  expect(found('RIVER')).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ]);
  database.run("UPDATE libraryItems SET title = 'The Lake', size = 5 WHERE id = 'a'");
  expect(found('river')).toEqual([['b'], ['b']]);
  expect(found('ld wat')).toEqual([['a'], ['a']]);
  database.run("DELETE FROM libraryItems WHERE id = 'b'");
  expect(found('river')).toEqual([[], []]);
  database.run("DELETE FROM libraries WHERE id = 'l'");
  expect(found('lake')).toEqual([[], []]);
  expect(database.all('SELECT * FROM itemSearchKeys')).toEqual([]);
});

test('a change that is undone is undone there, too', () => {
  add('a', 'The River');
  expect(() =>
    database.transaction(() => {
      add('b', 'Another River');
      throw new Error('undone');
    }),
  ).toThrow('undone');
  expect(found('river')).toEqual([['a'], ['a']]);
});

test('an older database gets it, and a backup brings its own texts', () => {
  add('a', 'The River');
  add('b', 'The Mountain');
  const copy = path.join(folder, 'copy.sqlite');
  copyDatabase({ from: databaseFile(folder), to: copy });
  const old = new Libsql(copy);
  for (const name of ['itemSearch', 'episodeSearch'])
    old.exec(
      `DROP TRIGGER ${name}Added; DROP TRIGGER ${name}Changed; DROP TRIGGER ${name}Removed; DROP TABLE ${name}; DROP TABLE ${name}Keys;`,
    );
  old.exec(
    `${WITHOUT_COUNTS} DELETE FROM libraryItems WHERE id = 'a'; UPDATE libraryItems SET title = 'The Sea' WHERE id = 'b'; DROP INDEX libraryItemsInOrder; DROP INDEX libraryItemsByLibrary; PRAGMA user_version = 4;`,
  );
  old.exec(
    "INSERT INTO users (id, username, passwordHash, type, token, isActive, permissions, createdAt, updatedAt) VALUES ('u', 'u', '', 'root', 't', 1, '{}', 1, 1)",
  );
  old.close();
  prepareCopy({ file: copy });
  database.exchange(copy);
  expect(found('the sea')).toEqual([['b'], ['b']]);
  expect(found('river')).toEqual([[], []]);
  expect(database.get('PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' });
});
