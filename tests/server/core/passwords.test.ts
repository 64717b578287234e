import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashPassword, passwordAnswers, verifyPassword } from '../../../server/auth/passwords.ts';
import { createReaders, type Readers } from '../../../server/readers/readers.ts';
import { openDatabase, type MainDatabase } from '../../../server/store/database.ts';

/** A thread that answers like the server's own, which is not bundled here. */
const THREAD = `import { parentPort } from 'node:worker_threads';
import bcrypt from ${JSON.stringify(import.meta.resolve('bcryptjs'))};
parentPort.on('message', ({ id, name, input }) => {
  const value = name === 'passwordHash' ? { hash: bcrypt.hashSync(input.password, 4) } : { matches: bcrypt.compareSync(input.password, input.hash) };
  parentPort.postMessage({ id, text: JSON.stringify(value) });
});`;

let folder: string;
let database: MainDatabase;
let readers: Readers;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-passwords-'));
  database = openDatabase(folder);
});
afterEach(async () => {
  await readers.close();
  database.close();
  fs.rmSync(folder, { recursive: true });
});

test.each(['in a thread', 'in place'])('%s a password is hashed and verified, and no other matches', async (where) => {
  const file = path.join(folder, 'thread.mjs');
  if (where === 'in a thread') fs.writeFileSync(file, THREAD);
  readers = createReaders(folder, database, file);
  expect(readers.hasThreads).toBe(where === 'in a thread');
  const hash = await hashPassword(readers, 'secret');
  expect(passwordAnswers.passwordMatches(null, { password: 'secret', hash })).toEqual({ matches: true });
  expect(await verifyPassword(readers, 'secret', hash)).toBe(true);
  expect(await verifyPassword(readers, 'other', hash)).toBe(false);
  expect(await verifyPassword(readers, 'secret', undefined)).toBe(false);
});
