import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { failWrite, isWriteFailure } from '../../../server/http/write-failures.ts';
import type { AnswerInput } from '../../../server/readers/jobs.ts';
import { createReaders, type Readers } from '../../../server/readers/readers.ts';
import { openDatabase, type MainDatabase } from '../../../server/store/database.ts';

/**
 * A thread that, by the searched text, ends, fails, or waits and returns its id. One that writes the log of the
 * database, or works on a whole file, notes it in a file.
 */
const THREAD = `import { appendFileSync } from 'node:fs';
import { parentPort, threadId, workerData } from 'node:worker_threads';
parentPort.on('message', ({ id, kind, name, input }) => {
  if (kind === 'long') {
    appendFileSync(input.file + '.jobs', name + ' ');
    return setTimeout(() => parentPort.postMessage({ id, text: 'null' }), 50);
  }
  if (kind === 'checkpoint') {
    appendFileSync(workerData.dataDir + '/checkpoints', 'x');
    return parentPort.postMessage({ id, text: '100000' });
  }
  if (input.text === 'end') process.exit(1);
  if (input.text === 'fail') parentPort.postMessage({ id, error: 'no such table' });
  else if (input.text === 'full') parentPort.postMessage({ id, error: 'no space', code: 'SQLITE_FULL' });
  else setTimeout(() => parentPort.postMessage({ id, text: JSON.stringify({ name, thread: threadId }) }), input.limit);
});`;

let folder: string;
let database: MainDatabase;
let readers: Readers;

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-readers-'));
  database = openDatabase(folder);
  fs.writeFileSync(path.join(folder, 'thread.mjs'), THREAD);
});
afterAll(() => {
  database.close();
  fs.rmSync(folder, { recursive: true });
});
beforeEach(() => void (readers = createReaders(folder, database, path.join(folder, 'thread.mjs'))));
afterEach(() => readers.close());

const ask = async (text: string, ms = 0): Promise<number> => {
  const answer = await readers.answer('search', { text, limit: ms } as AnswerInput<'search'>);
  return (JSON.parse(answer) as { thread: number }).thread;
};

test('two threads answer; waiting jobs go to the idle one', async () => {
  const [slow, quick] = await Promise.all([ask('', 200), ask('')]);
  const [long, others] = await Promise.all([ask('', 200), Promise.all([ask(''), ask(''), ask('')])]);
  expect(new Set([slow, quick]).size).toBe(2);
  expect(new Set(others).size).toBe(1);
  expect(others).not.toContain(long);
});

test('a failed job is rejected with its message, and the thread goes on', async () => {
  const thread = await ask('');
  await expect(ask('fail')).rejects.toThrow('no such table');
  expect(await ask('')).toBe(thread);
});

test('a full disk keeps its error code', async () => {
  const cause = await ask('full').catch((thrown: unknown) => thrown);
  expect([isWriteFailure(cause), failWrite(cause)?.status]).toEqual([true, 507]);
});

test('a thread that ends rejects its job, and another one replaces it', async () => {
  const before = await ask('');
  await expect(ask('end')).rejects.toThrow('ended');
  expect(await ask('')).not.toBe(before);
});

test('closing waits for running jobs and rejects waiting ones', async () => {
  const requested = Promise.allSettled([ask('', 100), ask('', 200), ask('')]);
  await readers.close();
  expect((await requested).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  await expect(ask('')).rejects.toThrow('closing');
});

test('exclusive work waits for running jobs, and later jobs wait for it', async () => {
  const order: string[] = [];
  const note = (name: string) => () => void order.push(name);
  const running = [ask('', 150).then(note('first')), ask('', 150).then(note('first'))];
  const waiting = ask('').then(note('last'));
  await readers.alone(note('alone'));
  await Promise.all([...running, waiting]);
  expect(order).toEqual(['first', 'first', 'alone', 'last']);
  const failing = readers.alone(() => {
    throw new Error('no space');
  });
  await expect(failing).rejects.toThrow('no space');
  expect(await ask('')).toBeGreaterThan(0);
});

test('exclusive work starts with an empty log, which a thread wrote after the last reader', async () => {
  const jobs = path.join(folder, 'earmark.sqlite.jobs');
  const done = (): string => (fs.existsSync(jobs) ? fs.readFileSync(jobs, 'utf8') : '');
  fs.rmSync(jobs, { force: true });
  const running = ask('', 150).then(() => expect(done()).toBe(''));
  await readers.alone(() => expect(done()).toBe('emptyLog '));
  await running;
  expect(done()).toBe('emptyLog ');
});

test('a thread writes a long log into the database file, not the writing connection', async () => {
  const file = path.join(folder, 'earmark.sqlite');
  database.run('CREATE TABLE filler (text TEXT)');
  const size = fs.statSync(file).size;
  for (let round = 0; round < 12; round += 1) database.run('INSERT INTO filler (text) VALUES (?)', 'x'.repeat(500_000));
  expect(fs.statSync(file).size).toBe(size);
  await vi.waitFor(() => expect(fs.existsSync(path.join(folder, 'checkpoints'))).toBe(true), { timeout: 10_000 });
  const requested = (): number => fs.statSync(path.join(folder, 'checkpoints')).size;
  const before = requested();
  await new Promise((resolve) => setTimeout(resolve, 2500));
  expect(requested()).toBeLessThanOrEqual(before + 1);
  // The thread reported the log's length: its end was written here, or it would grow while others write.
  expect(fs.statSync(file).size).toBeGreaterThan(5_000_000);
  database.run("INSERT INTO filler (text) VALUES ('x')");
  expect(fs.statSync(`${file}-wal`).size).toBeLessThan(2_000_000);
  expect(database.get('SELECT count(*) AS n FROM filler')).toEqual({ n: 13 });
});

test('without the bundled file all is done in place', async () => {
  const here = createReaders(folder, database, path.join(folder, 'not-there.mjs'));
  const user = { permissions: { accessExplicitContent: true, accessAllTags: true } };
  const input = { library: { id: 'x', mediaType: 'book' }, user } as AnswerInput<'stats'>;
  await expect(here.answer('stats', input)).resolves.toContain('"totalItems":0');
  const copy = path.join(folder, 'copy.sqlite');
  await here.long('copyDatabase', { from: path.join(folder, 'earmark.sqlite'), to: copy });
  await here.long('prepareCopy', { file: copy });
  const broken = path.join(folder, 'thread.mjs');
  await expect(here.long('prepareCopy', { file: broken })).rejects.toThrow('not a database');
  expect(fs.existsSync(copy)).toBe(true);
  await here.close();
});
