import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { runnerImport } from 'vite';
import { root, serverEntry } from '../lib/build.mjs';

/** Books of a large library for bench and browser tests. */
export const LARGE = 10_000;
/** Raised when a library is made differently, so that one in .cache is replaced. */
const [VERSION, PODCASTS_VERSION] = [3, 1];

/** A folder with the data and media of that many books, made once and kept in .cache. */
export function libraryTemplate(count) {
  return template(`${count}-v${VERSION}`, `a library of ${count} books`, async (data, media) => {
    const { makeLibrary } = await importScript('library.ts');
    return makeLibrary(data, media, count);
  });
}

/** The same of ten podcasts with a thousand episodes each: see episodes.ts. */
export function podcastsTemplate() {
  return template(`podcasts-v${PODCASTS_VERSION}`, 'a library of 10,000 episodes', async (data, media) => {
    const { makePodcasts } = await importScript('episodes.ts');
    return makePodcasts(data, media);
  });
}

/** A script that uses the server's own code. */
const importScript = async (name) =>
  (await runnerImport(path.join(root, 'scripts/bench', name), { root, configFile: false, logLevel: 'error' })).module;

/**
 * Data and media of a library, made once from the demo, in a folder of this name. `make` writes it, and returns the
 * content of bench.json.
 */
async function template(name, what, make) {
  const folder = path.join(root, '.cache', 'bench', name);
  const [made, data] = [path.join(folder, 'bench.json'), path.join(folder, 'data')];
  if (existsSync(made)) return folder;
  console.log(`Making ${what} ...`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(data, { recursive: true });
  const demo = await startServer(['--demo', '--data', data]);
  await untilScanned(demo.url, 1);
  demo.process.kill('SIGINT');
  await once(demo.process, 'exit');
  writeFileSync(made, JSON.stringify(await make(data, path.join(folder, 'media'))));
  return folder;
}

/** A writable data folder of that many books, and the id of its library; `remove` deletes it. */
export async function copyOfLibrary(name, count) {
  const template = await libraryTemplate(count);
  const dataDir = mkdtempSync(path.join(tmpdir(), `earmark-${name}-`));
  cpSync(path.join(template, 'data'), dataDir, { recursive: true });
  const { libraryId } = JSON.parse(readFileSync(path.join(template, 'bench.json'), 'utf8'));
  return { dataDir, libraryId, remove: () => rmSync(dataDir, { recursive: true, force: true }) };
}

/** As in `npm start`: with this bound node lets the memory of a server grow in smaller steps. */
const MEMORY = '--max-old-space-size=768';

const probe = pathToFileURL(path.join(root, 'scripts/bench/probe.mjs')).href;

/**
 * Starts the built server with these options on a free port. `measure('read')` returns the load of the event loop and
 * the heap since the last `measure('reset')`: see probe.mjs.
 */
export async function startServer(args, { memory = MEMORY, env = {} } = {}) {
  const child = spawn(process.execPath, [memory, '--import', probe, serverEntry, '--port', '0', ...args], {
    env: { ...process.env, RATE_LIMIT_AUTH_MAX: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const measure = async (wanted) => {
    const answer = once(child, 'message');
    child.send(wanted);
    return (await answer)[0];
  };
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
  return { process: child, url, measure };
}

/** Waits until every library was scanned since that time (ms since 1970), at most `patience` ms. */
export async function untilScanned(url, since, patience = 60_000) {
  const { user } = await (
    await fetch(`${url}/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'root', password: 'earmark' }),
    })
  ).json();
  const deadline = Date.now() + patience;
  for (;;) {
    const { libraries } = await (
      await fetch(`${url}/api/libraries`, { headers: { authorization: `Bearer ${user.accessToken}` } })
    ).json();
    if (libraries.length > 0 && libraries.every((library) => library.lastScan >= since)) return;
    if (Date.now() > deadline) throw new Error(`The libraries were not read in within ${patience / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Highest resident size of a process so far, where the system reports it. */
export const memoryMb = (pid) => statusMb(pid, 'VmHWM');

/** Current memory of a process without the files of its program, where the system reports it. */
export function residentMb(pid) {
  const [own, shared] = [statusMb(pid, 'RssAnon'), statusMb(pid, 'RssShmem')];
  return own === null || shared === null ? null : own + shared;
}

function statusMb(pid, name) {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return null;
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(file, 'utf8'))?.[1] ?? 0) / 1024;
}
