import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Libsql from 'libsql';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LogEntry } from '../../../server/logger.ts';
import { databaseFile } from '../../../server/store/database.ts';
import { startServer, type TestServer } from '../../support/embedded-server.ts';

let dataDir: string;
let server: TestServer | undefined;
beforeEach(async () => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-crash-'));
  const first = await startServer({ dataDir });
  await first.close();
});
afterEach(async () => {
  await server?.close();
  server = undefined;
  fs.rmSync(dataDir, { recursive: true, force: true });
});

const said = async (): Promise<LogEntry[]> => {
  server = await startServer({ dataDir });
  const { log } = server.ctx;
  return vi.waitFor(() => {
    const entries = log.today().filter(({ source }) => source === 'Database');
    expect(entries).not.toEqual([]);
    return entries;
  });
};
/** The leftovers of a killed process. */
const crash = (): void => fs.writeFileSync(path.join(dataDir, 'earmark.pid'), '1\n');

test('after a crash the database is checked, and damage is logged', async () => {
  crash();
  const database = new Libsql(databaseFile(dataDir));
  database.exec(
    "PRAGMA foreign_keys = OFF; INSERT INTO bookmarks (userId, libraryItemId, time, title, createdAt) VALUES ('nobody', 'nothing', 1, 'x', 1)",
  );
  database.close();
  expect((await said()).map(({ message }) => message)).toEqual([
    'After a crash: Rows of "bookmarks" belong to nothing. Apply a backup.',
  ]);
});

test('an intact database is logged as intact', async () => {
  crash();
  expect((await said()).map(({ message }) => message)).toEqual([
    'The last run did not come to its end; the database is whole',
  ]);
});

test('after a normal end the database is not checked', async () => {
  server = await startServer({ dataDir });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(server.ctx.log.today().filter(({ source }) => source === 'Database')).toEqual([]);
});
