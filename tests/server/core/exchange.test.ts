import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAnswerCache } from '../../../server/library/answer-cache.ts';
import {
  copyDatabase,
  databaseFile,
  emptyLog,
  logFile,
  openDatabase,
  prepareCopy,
  type MainDatabase,
} from '../../../server/store/database.ts';

let folder: string;
let copy: string;
let database: MainDatabase;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-exchange-'));
  copy = path.join(folder, 'copy.sqlite');
  database = openDatabase(folder);
  addUser('before');
  copyDatabase({ from: databaseFile(folder), to: copy });
  prepareCopy({ file: copy });
  addUser('after');
});
afterEach(() => {
  database.close();
  fs.rmSync(folder, { recursive: true });
});

const addUser = (id: string): void =>
  void database.run(
    "INSERT INTO users (id, username, passwordHash, type, token, isActive, permissions, createdAt, updatedAt) VALUES (?, ?, '', 'user', ?, 1, '{}', 1, 1)",
    id,
    id,
    id,
  );
const names = (): string[] => database.all<{ id: string }>('SELECT id FROM users ORDER BY id').map(({ id }) => id);

test('the copy replaces the file, and nothing of the old one is found later', () => {
  expect(names()).toEqual(['after', 'before']);
  database.exchange(copy);
  expect(names()).toEqual(['before']);
  expect(fs.existsSync(copy)).toBe(false);
  addUser('later');
  database.close();
  database = openDatabase(folder);
  expect(names()).toEqual(['before', 'later']);
  expect(database.get('PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' });
  expect(database.get('PRAGMA journal_mode')).toEqual({ journal_mode: 'wal' });
});

test('a thread frees the space of the old file at once, not the garbage collector of its statements', async () => {
  // Closing it last waits until all of it is freed.
  const old = fs.openSync(databaseFile(folder), 'r');
  names();
  expect(fs.fstatSync(old).size).toBeGreaterThan(0);
  database.exchange(copy);
  await vi.waitFor(() => expect(fs.fstatSync(old).size).toBe(0));
  fs.closeSync(old);
  expect(names()).toEqual(['before']);
});

test('another connection empties the log, and closing it releases the file', () => {
  addUser('x'.repeat(500_000));
  expect(fs.statSync(logFile(folder)).size).toBeGreaterThan(500_000);
  emptyLog({ file: databaseFile(folder) });
  expect(fs.statSync(logFile(folder)).size).toBe(0);
  expect(names()).toHaveLength(3);
  addUser('later');
  database.exchange(copy);
  expect(names()).toEqual(['before']);
});

test('a missing copy changes nothing', async () => {
  const size = fs.statSync(databaseFile(folder)).size;
  expect(() => database.exchange(path.join(folder, 'nowhere.sqlite'))).toThrow('ENOENT');
  expect(names()).toEqual(['after', 'before']);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(fs.statSync(databaseFile(folder)).size).toBeGreaterThanOrEqual(size);
  addUser('later');
  expect(names()).toEqual(['after', 'before', 'later']);
});

test('nothing is exchanged while another connection is open', () => {
  database.all('PRAGMA busy_timeout = 50');
  const other = openDatabase(folder);
  other.get('SELECT 1 FROM users');
  expect(() => database.exchange(copy)).toThrow('locked');
  expect(names()).toEqual(['after', 'before']);
  other.close();
});

test('connection state is restored: cached answers are made again, then and after later changes', async () => {
  const cached = createAnswerCache(database);
  const ask = () => cached({ userId: 'before', libraryId: 'l', url: '/' }, async () => names().join());
  expect(await ask()).toBe('after,before');
  database.exchange(copy);
  expect(await ask()).toBe('before');
  addUser('later');
  expect(await ask()).toBe('before');
  database.run("UPDATE users SET username = 'one' WHERE id = 'before'");
  expect(await ask()).toBe('before,later');
});

test('a call on a closed database is an error, not the end of the process', () => {
  database.close();
  for (const ask of [
    () => database.transaction(() => 1),
    () => database.snapshot(() => 1),
    () => database.all('SELECT 1'),
    () => database.run('DELETE FROM users'),
  ])
    expect(ask).toThrow('not open');
});
