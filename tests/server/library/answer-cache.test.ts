import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAnswerCache } from '../../../server/library/answer-cache.ts';
import { openDatabase, type MainDatabase } from '../../../server/store/database.ts';

let folder: string;
let database: MainDatabase;
let cached: ReturnType<typeof createAnswerCache>;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-cache-'));
  database = openDatabase(folder);
  for (const id of ['ann', 'ben']) {
    database.run(
      "INSERT INTO users (id, username, passwordHash, type, token, isActive, permissions, createdAt, updatedAt) VALUES (?, ?, '', 'user', ?, 1, '{}', 1, 1)",
      id,
      id,
      id,
    );
  }
  for (const id of ['books', 'talks']) {
    database.run(
      "INSERT INTO libraries (id, name, displayOrder, icon, mediaType, provider, settings, createdAt, lastUpdate) VALUES (?, ?, 1, '', 'book', '', '{}', 1, 1)",
      id,
      id,
    );
  }
  cached = createAnswerCache(database);
});
afterEach(() => {
  vi.useRealTimers();
  database.close();
  fs.rmSync(folder, { recursive: true });
});

/** The answers that were made again, by account and library. */
const remade = async (): Promise<string[]> => {
  const made: string[] = [];
  for (const userId of ['ann', 'ben']) {
    for (const libraryId of ['books', 'talks']) {
      const name = `${userId} ${libraryId}`;
      expect(
        await cached({ userId, libraryId, url: '/items' }, async () => {
          made.push(name);
          return JSON.stringify({ name });
        }),
      ).toBe(JSON.stringify({ name }));
    }
  }
  return made;
};
const ALL = ['ann books', 'ann talks', 'ben books', 'ben talks'];

test('an answer is made once while nothing changes', async () => {
  expect(await remade()).toEqual(ALL);
  expect(await remade()).toEqual([]);
});

test('changes of an account keep the answers of others, changes of a library those of other libraries', async () => {
  await remade();
  database.run("UPDATE users SET lastSeen = 5 WHERE id = 'ann'");
  expect(await remade()).toEqual(['ann books', 'ann talks']);
  database.run(
    "INSERT INTO authors (id, libraryId, name, lastFirst, addedAt, updatedAt) VALUES ('a', 'talks', 'A', 'A', 1, 1)",
  );
  expect(await remade()).toEqual(['ann talks', 'ben talks']);
  database.run("DELETE FROM authors WHERE id = 'a'");
  expect(await remade()).toEqual(['ann talks', 'ben talks']);
});

test('a setting changes all; a table without answers changes none', async () => {
  await remade();
  database.run("INSERT INTO settings (key, value) VALUES ('server', '{}')");
  expect(await remade()).toEqual(ALL);
  database.run(
    "INSERT INTO refreshSessions (id, userId, tokenHash, expiresAt, createdAt) VALUES ('s', 'ann', 't', 9, 1)",
  );
  expect(await remade()).toEqual([]);
});

test('a change that was rolled back keeps the answers', async () => {
  await remade();
  expect(() =>
    database.transaction(() => {
      database.run("UPDATE libraries SET name = 'x' WHERE id = 'books'");
      throw new Error('undone');
    }),
  ).toThrow('undone');
  expect(await remade()).toEqual([]);
});

test('an answer is a minute old at most', async () => {
  vi.useFakeTimers();
  await remade();
  vi.advanceTimersByTime(59_000);
  expect(await remade()).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(await remade()).toEqual(ALL);
});

test('equal requests share an answer in the making; after a change it is made again', async () => {
  let made = 0;
  const ask = () =>
    cached({ userId: 'ann', libraryId: 'books', url: '/items' }, async () => {
      made += 1;
      const number = made;
      await new Promise((resolve) => setTimeout(resolve, 5));
      return String(number);
    });
  const before = [ask(), ask()];
  database.run("UPDATE libraries SET name = 'x' WHERE id = 'books'");
  const after = ask();
  expect([await Promise.all(before), await after, await ask()]).toEqual([['1', '1'], '2', '2']);
});

test('a failed answer is made again', async () => {
  const requested = { userId: 'ann', libraryId: 'books', url: '/items' };
  await expect(cached(requested, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await cached(requested, async () => 'whole')).toBe('whole');
});
