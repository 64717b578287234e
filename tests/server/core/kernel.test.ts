import Libsql from 'libsql';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StartError } from '../../../server/errors.ts';
import { databaseFile, openDatabase } from '../../../server/store/database.ts';
import { openStore } from '../../../server/store/index.ts';
import { startServer, type TestServer } from '../../support/embedded-server.ts';
import { WITHOUT_COUNTS } from '../library/older-schema.ts';

describe('the kernel of the embedded server', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.stop());

  it('answers /status before the first account with its folders', async () => {
    const answer = await fetch(`${server.url}/status`);
    expect(await answer.json()).toEqual({
      app: 'audiobookshelf',
      serverVersion: '2.26.0',
      isInit: false,
      language: 'en-us',
      authMethods: ['local'],
      authFormData: { authLoginCustomMessage: null },
      ConfigPath: server.ctx.config.dataDir,
      MetadataPath: path.join(server.ctx.config.dataDir, 'metadata'),
    });
  });

  it('refuses an /api call without a token by the text Unauthorized without a content type', async () => {
    const answer = await fetch(`${server.url}/api/me`);
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      401,
      null,
      'Unauthorized',
    ]);
  });

  it('answers an unknown route with a page that names it, escaped', async () => {
    const answer = await fetch(`${server.url}/nowhere/<script>`);
    const body = await answer.text();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(body).toContain('<pre>Cannot GET /nowhere/&lt;script&gt;</pre>');
  });

  it('answers malformed JSON with the page Bad Request', async () => {
    const answer = await fetch(`${server.url}/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{bad',
    });
    const body = await answer.text();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
    expect(body).toContain('<pre>Bad Request</pre>');
  });

  it('refuses a JSON body above 10 MB with 413', async () => {
    const body = JSON.stringify({ username: 'x'.repeat(10 * 1024 * 1024) });
    const answer = await fetch(`${server.url}/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(answer.status).toBe(413);
  });

  it('sends a JSON answer with an ETag, and 304 to a client that has it', async () => {
    const first = await fetch(`${server.url}/ping`);
    const again = await fetch(`${server.url}/ping`, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });
});

describe('the data folder', () => {
  const makeFolder = () => fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-store-'));

  it('survives a restart', () => {
    const folder = makeFolder();
    const store = openStore(folder);
    store.settings.set('colour', { name: 'plum' });
    store.close();
    const again = openStore(folder);
    expect(again.settings.get('colour', null)).toEqual({ name: 'plum' });
    again.close();
    fs.rmSync(folder, { recursive: true });
  });

  it('of a newer version is refused with one clear line', () => {
    const folder = makeFolder();
    const database = openDatabase(folder);
    database.run('PRAGMA user_version = 999');
    database.close();
    expect(() => openStore(folder)).toThrow(StartError);
    expect(() => openStore(folder)).toThrow(/was written by a newer Earmark \(schema 999/);
    fs.rmSync(folder, { recursive: true });
  });

  it('is waited for while another program holds it briefly', async () => {
    const folder = makeFolder();
    const holds = `const held = new (require('libsql'))(process.argv[1]);
      held.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; BEGIN EXCLUSIVE');
      process.stdout.write('held');
      setTimeout(() => held.close(), 300);`;
    const other = spawn(process.execPath, ['-e', holds, databaseFile(folder)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(other, 'close');
    await once(other.stdout, 'data');
    const database = openDatabase(folder);
    expect(database.get('SELECT count(*) AS users FROM users')).toEqual({ users: 0 });
    database.close();
    await ended;
    fs.rmSync(folder, { recursive: true });
  });

  it('is upgraded to the current schema, with a line before and after it in log and terminal', async () => {
    const folder = makeFolder();
    const said: string[] = [];
    const start = () => startServer({ dataDir: folder }, (text) => said.push(text));
    await (await start()).stop();
    expect(said).toEqual([]);
    const old = new Libsql(databaseFile(folder));
    old.exec(`${WITHOUT_COUNTS} PRAGMA user_version = 6`);
    old.close();
    const begun = await start();
    const lines = [
      expect.stringMatching(/^The database is brought from schema 6 to \d+; /),
      expect.stringMatching(/^The database has schema \d+; that took \d+\.\d s$/),
    ];
    expect(said).toEqual(lines);
    const logged = begun.ctx.log.today().filter(({ source }) => source === 'Database');
    expect(logged.map(({ message }) => message)).toEqual(lines);
    await begun.stop();
    await (await start()).stop();
    expect(said).toHaveLength(2);
    fs.rmSync(folder, { recursive: true });
  });

  it('rolls back a transaction that fails', () => {
    const folder = makeFolder();
    const store = openStore(folder);
    const failing = () =>
      store.database.transaction(() => {
        store.settings.set('half', true);
        throw new Error('no');
      });
    expect(failing).toThrow('no');
    expect(store.settings.get('half', false)).toBe(false);
    store.close();
    fs.rmSync(folder, { recursive: true });
  });
});
