import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build } from 'vite';
import { openDatabase } from '../../../server/store/database.ts';

const root = path.resolve(import.meta.dirname, '../../..');
let folder: string;
let entry: string;

/** The server is bundled once as `npm start` does it, next to the sources so that it finds package and node_modules. */
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-start-'));
  const bundle = path.join(root, '.cache', path.basename(folder));
  await build({
    root,
    configFile: path.join(root, 'vite.server.config.ts'),
    logLevel: 'error',
    build: { outDir: bundle },
  });
  entry = path.join(bundle, 'cli.js');
}, 60_000);
afterAll(() => {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.rmSync(path.dirname(entry), { recursive: true, force: true });
});

interface Run {
  readonly out: () => string;
  /** Resolves when the text is printed. */
  printed(text: string): Promise<void>;
  interrupt(): void;
  readonly ended: Promise<{ code: number | null; err: string }>;
}

function run(...args: string[]): Run {
  const child = spawn(process.execPath, [entry, ...args], { env: { ...process.env, EARMARK_CLIENT: 'none' } });
  let [out, err] = ['', ''];
  const listeners = new Set<() => void>();
  child.stdout.on('data', (data) => {
    out += String(data);
    listeners.forEach((listener) => listener());
  });
  child.stderr.on('data', (data) => (err += String(data)));
  const ended = new Promise<{ code: number | null; err: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, err })),
  );
  const printed = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const check = () => out.includes(text) && resolve();
      listeners.add(check);
      check();
      void ended.then(({ err: why }) => reject(new Error(`Ended before printing "${text}": ${why}`)));
    });
  return { out: () => out, printed, interrupt: () => void child.kill('SIGINT'), ended };
}

describe('the command', () => {
  it('prints address and demo accounts, answers, and ends cleanly on Ctrl-C', async () => {
    const server = run('--port', '0', '--demo', '--data', path.join(folder, 'demo'));
    await server.printed('Demo accounts: root / earmark, listener / earmark');
    const url = /ready: (http:\/\/127\.0\.0\.1:\d+)/.exec(server.out())?.[1] ?? '';
    const login = await fetch(`${url}/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'listener', password: 'earmark' }),
    });
    expect([login.status, ((await login.json()) as { user: { type: string } }).user.type]).toEqual([200, 'user']);
    server.interrupt();
    expect(await server.ended).toEqual({ code: 0, err: '' });
  });

  it('answers lists and makes backups in threads', async () => {
    const server = run('--port', '0', '--demo', '--data', path.join(folder, 'threads'));
    await server.printed('Demo accounts');
    const url = /ready: (\S+)/.exec(server.out())?.[1] ?? '';
    const login = await fetch(`${url}/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'root', password: 'earmark' }),
    });
    const { accessToken } = ((await login.json()) as { user: { accessToken: string } }).user;
    const headers = { authorization: `Bearer ${accessToken}` };
    const { libraries } = (await (await fetch(`${url}/api/libraries?include=stats`, { headers })).json()) as {
      libraries: { id: string; stats: { totalItems: number } }[];
    };
    for (const { id } of libraries) {
      const paths = [
        'items?limit=5',
        'personalized',
        'search?q=a',
        'filterdata',
        'stats',
        'series',
        'authors',
        '?include=filterdata',
      ];
      const answers = paths.map((name) => fetch(`${url}/api/libraries/${id}/${name}`.replace('/?', '?'), { headers }));
      expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(paths.map(() => 200));
    }
    const backup = await fetch(`${url}/api/backups`, { method: 'POST', headers });
    const { backups } = (await backup.json()) as { backups: { id: string }[] };
    expect(backups).toHaveLength(1);
    const applied = await fetch(`${url}/api/backups/${backups[0]?.id}/apply`, { headers });
    expect([applied.status, await applied.text()]).toEqual([200, 'OK']);
    server.interrupt();
    expect(await server.ended).toEqual({ code: 0, err: '' });
  });

  it('starts without accounts on own folders', async () => {
    const server = run('--port', '0', '--books', folder, '--data', path.join(folder, 'own'));
    await server.printed('Earmark is ready');
    const url = /ready: (\S+)/.exec(server.out())?.[1] ?? '';
    expect(await (await fetch(`${url}/status`)).json()).toMatchObject({ isInit: false });
    expect(server.out()).not.toContain('accounts');
    server.interrupt();
    await server.ended;
  });

  it('prints one line when the port is taken', async () => {
    const holder = net.createServer();
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
    const { port } = holder.address() as net.AddressInfo;
    expect(await run('--port', String(port), '--data', path.join(folder, 'taken')).ended).toEqual({
      code: 1,
      err: `Port ${port} on 127.0.0.1 is taken by another program. Choose another with --port.\n`,
    });
    await new Promise((resolve) => holder.close(resolve));
  });

  it('prints one line when a folder cannot be read', async () => {
    const missing = path.join(folder, 'not-there');
    const { code, err } = await run('--port', '0', '--books', missing, '--data', path.join(folder, 'unread')).ended;
    expect([code, err.split('\n').length, err]).toEqual([
      1,
      2,
      expect.stringContaining(`The folder ${missing} cannot be read`),
    ]);
  });

  it('prints one line for a data folder of a newer version, or an invalid one', async () => {
    const newer = path.join(folder, 'newer');
    const database = openDatabase(newer);
    database.run('PRAGMA user_version = 999');
    database.close();
    const file = path.join(folder, 'a-file');
    fs.writeFileSync(file, '');
    const [first, second] = [
      await run('--port', '0', '--data', newer).ended,
      await run('--port', '0', '--data', file).ended,
    ];
    expect([first.code, first.err]).toEqual([
      1,
      expect.stringMatching(/^The data folder .* was written by a newer Earmark [^\n]*\n$/),
    ]);
    expect([second.code, second.err]).toEqual([
      1,
      expect.stringMatching(/^The data folder .* cannot be used: [^\n]*\n$/),
    ]);
  });

  it('refuses the demo on an address that others reach, and unknown options', async () => {
    const [open, unknown] = [await run('--host', '0.0.0.0').ended, await run('--nonsense').ended];
    expect([open.code, open.err]).toEqual([
      1,
      expect.stringMatching(/^The demo has accounts with known passwords[^\n]*\n$/),
    ]);
    expect([unknown.code, unknown.err]).toEqual([1, expect.stringMatching(/^Unknown option '--nonsense'[^\n]*\n$/)]);
  });
});
