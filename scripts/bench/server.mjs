import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runnerImport } from 'vite';
import { root, serverEntry } from '../lib/build.mjs';

/** A folder with the data and media of that many books, made once and kept in .cache. */
export async function libraryTemplate(count) {
  const folder = path.join(root, '.cache', 'bench', String(count));
  const [made, data] = [path.join(folder, 'bench.json'), path.join(folder, 'data')];
  if (existsSync(made)) return folder;
  console.log(`Making a library of ${count} books ...`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(data, { recursive: true });
  const demo = await startServer(['--demo', '--data', data]);
  await untilScanned(demo.url, 1);
  demo.process.kill('SIGINT');
  await once(demo.process, 'exit');
  const { module } = await runnerImport(path.join(root, 'scripts/bench/library.ts'), { root, configFile: false, logLevel: 'error' });
  writeFileSync(made, JSON.stringify(await module.makeLibrary(data, path.join(folder, 'media'), count)));
  return folder;
}

/** As in `npm start`: node lets the memory of a server with this bound grow by less at a time. */
const MEMORY = '--max-old-space-size=768';

/** Starts the built server with these options on a free port. */
export async function startServer(args) {
  const child = spawn(process.execPath, [MEMORY, serverEntry, '--port', '0', ...args], { env: { ...process.env, RATE_LIMIT_AUTH_MAX: '0' }, stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  const url = await new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      text += chunk;
      const ready = /Earmark is ready: (\S+)/.exec(text)?.[1];
      if (ready) resolve(ready);
    });
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${text}`)));
  });
  await fetch(`${url}/status`);
  return { process: child, url };
}

/** Waits until every library was read in since that time (ms since 1970). */
export async function untilScanned(url, since) {
  const { user } = await (await fetch(`${url}/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ username: 'root', password: 'earmark' }) })).json();
  const deadline = Date.now() + 60_000;
  for (;;) {
    const { libraries } = await (await fetch(`${url}/api/libraries`, { headers: { authorization: `Bearer ${user.accessToken}` } })).json();
    if (libraries.length > 0 && libraries.every((library) => library.lastScan >= since)) return;
    if (Date.now() > deadline) throw new Error('The libraries were not read in within a minute');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Highest resident size of a process so far, where the system tells it. */
export function memoryMb(pid) {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return null;
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(file, 'utf8'))?.[1] ?? 0) / 1024;
}
