import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storedAt, touching } from '../../../server/scan/watcher.ts';
import { openStore, type Store } from '../../../server/store/index.ts';
import type { Library } from '../../../server/store/libraries.repo.ts';
import { seedLibrary } from './seed.ts';

const COUNT = 3000;
let folder: string;
let store: Store;
let library: Library;

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-changes-'));
  store = openStore(folder);
  store.database.run(
    "INSERT INTO users (id, username, passwordHash, type, token, isActive, permissions, createdAt, updatedAt) VALUES ('u', 'u', '', 'root', 't', 1, '{}', 1, 1)",
  );
  library = seedLibrary(store, 'u', COUNT);
});
afterAll(() => {
  store.close();
  fs.rmSync(folder, { recursive: true });
});

const pathsAt = async (paths: readonly string[]): Promise<string[]> => {
  const [root] = library.folders;
  const ids = root ? await storedAt(store.database, root, new Set(paths)) : new Set<string>();
  return store.database
    .all<{ id: string; relPath: string }>("SELECT id, replace(path, '/nowhere/', '') AS relPath FROM libraryItems")
    .filter(({ id }) => ids.has(id))
    .map(({ relPath }) => relPath)
    .sort();
};

test('items at, above and below changed paths are found, and no others', async () => {
  expect(await pathsAt(['12', '13/CD 1/a.mp3', '14x', '1500/reader.txt'])).toEqual(['12', '13', '1500']);
  expect(await pathsAt([])).toEqual([]);
  store.database.run("UPDATE libraryItems SET path = '/nowhere/Author/Deep/Book' WHERE path = '/nowhere/15'");
  expect(await pathsAt(['Author'])).toEqual(['Author/Deep/Book']);
  expect(await pathsAt(['Author/Deep/Book/a.mp3'])).toEqual(['Author/Deep/Book']);
  expect(await pathsAt(['Author/Dee'])).toEqual([]);
});

test('a thousand changes do not read every item for each', async () => {
  const before = process.cpuUsage();
  expect(await pathsAt(Array.from({ length: 1000 }, (_, index) => `${index + 1000}/reader.txt`))).toHaveLength(1000);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(500);
});

test('found items are those at, above and below a change', () => {
  const isTouched = touching(new Set(['A/Book/CD 1/a.mp3', 'B']));
  const touched = ['A', 'A/Book', 'A/Book/CD 1', 'A/Other', 'B', 'B/Any/Deep', 'BB', 'A/Book/CD 1/a.mp3'];
  expect(touched.filter(isTouched)).toEqual(['A', 'A/Book', 'A/Book/CD 1', 'B', 'B/Any/Deep', 'A/Book/CD 1/a.mp3']);
});
