// npm run bench: the built product with 10,000 books in a real browser, medians of five runs beside the limits.
// Options: --items N, --runs N, --only loads|scroll|play (several with commas), --detail (each request of one load),
// --strict (exit 1 when a limit is missed)
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { runnerImport } from 'vite';
import { measureLoad, measurePlay, measureScroll } from './bench/measures.mjs';
import { CPU_SLOWDOWN, FAST_4G } from './bench/page.mjs';
import { formatReport, misses } from './bench/report.mjs';
import { findBrowser } from './lib/browser.mjs';
import { buildWhatIsStale, serverEntry } from './lib/build.mjs';

const { values: options } = parseArgs({
  options: { items: { type: 'string', default: '10000' }, runs: { type: 'string', default: '5' }, only: { type: 'string', default: 'loads,scroll,play' }, strict: { type: 'boolean', default: false }, detail: { type: 'boolean', default: false } },
});
const runs = Array.from({ length: Number(options.runs) }, (_, index) => index + 1);
const wanted = new Set(options.only.split(','));
const root = fileURLToPath(new URL('..', import.meta.url));

await buildWhatIsStale(console.log);
const template = await libraryTemplate(Number(options.items));
const dataDir = mkdtempSync(path.join(tmpdir(), 'earmark-bench-'));
cpSync(path.join(template, 'data'), dataDir, { recursive: true });
const { libraryId, itemId } = JSON.parse(readFileSync(path.join(template, 'bench.json'), 'utf8'));
const [startedAt, scannedAfter] = [performance.now(), Date.now()];
const server = await startServer(['--data', dataDir]);
const coldStart = performance.now() - startedAt;
await untilScanned(server.url, scannedAfter);
const browser = await chromium.launch({ headless: true, ...(await findBrowser()) });
try {
  const storageState = await signIn(server.url);
  const found = { form: [], home: [], shelf: [], scroll: [], play: [] };
  const at = (page) => `${server.url}/library/${libraryId}${page}`;
  const add = async (list, name, work) => {
    for (const run of runs) {
      console.log(`${name}, run ${run} of ${runs.length}`);
      await work().then((result) => list.push(result), (cause) => console.log(`  failed: ${cause.message.split('\n')[0]}`));
    }
  };
  if (wanted.has('loads')) {
    await add(found.form, 'sign-in form', () => measureLoad(browser, { url: `${server.url}/login`, mark: 'formUsable' }));
    await add(found.home, 'home', () => measureLoad(browser, { url: at(''), storageState, mark: 'firstRow' }));
    if (options.detail) console.log(found.home[0]?.cold.lines.join('\n'));
    await add(found.shelf, 'bookshelf', () => measureLoad(browser, { url: at('/bookshelf'), storageState, mark: 'firstRow' }));
  }
  if (wanted.has('scroll')) await add(found.scroll, 'scrolling', () => measureScroll(browser, { url: at('/bookshelf'), storageState }));
  if (wanted.has('play')) await add(found.play, 'playing', () => measurePlay(browser, { itemUrl: `${server.url}/item/${itemId}`, homeName: /^home$/i, storageState }));

  const rows = toRows(found, coldStart, memoryMb(server.process.pid));
  console.log(`\n${options.items} books; loads with ${CPU_SLOWDOWN}x CPU slowdown and Fast 4G (${(FAST_4G.downloadThroughput * 8) / 1e6} Mbit/s down, ${FAST_4G.latency} ms), the rest unthrottled; Chromium ${browser.version()}`);
  console.log('A first row is there when its covers (four or more) are decoded. Blocked time is that of long tasks over 50 ms each.\n');
  console.log(formatReport(rows));
  const missed = misses(rows);
  console.log(missed.length === 0 ? '\nEvery limit is met.' : `\nNot met or not measured: ${missed.join('; ')}`);
  process.exitCode = options.strict && missed.length > 0 ? 1 : 0;
} finally {
  await browser.close();
  server.process.kill('SIGINT');
  await once(server.process, 'exit');
  rmSync(dataDir, { recursive: true, force: true });
}

function toRows({ form, home, shelf, scroll, play }, coldStartMs, serverMb) {
  const row = (name, unit, limit, values, digits = 0) => ({ name, unit, limit, digits, values });
  const cold = (loads, read) => loads.map((load) => read(load.cold));
  const warm = (loads, read) => loads.map((load) => read(load.warm));
  return [
    row('Sign-in form usable', 'ms', 700, cold(form, (load) => load.formUsable)),
    row('Home: first covers, cold', 'ms', 1500, cold(home, (load) => load.firstRow)),
    row('Home: first covers, warm', 'ms', 600, warm(home, (load) => load.firstRow)),
    row('Shelf: first row, cold', 'ms', 1300, cold(shelf, (load) => load.firstRow)),
    row('Shelf: first row, warm', 'ms', null, warm(shelf, (load) => load.firstRow)),
    row('Home: first contentful paint, cold', 'ms', null, cold(home, (load) => load.fcp)),
    row('Home: largest contentful paint, cold', 'ms', null, cold(home, (load) => load.lcp)),
    row('Script on the wire for home', 'kB', 185, cold(home, (load) => load.scriptBytes / 1000), 1),
    row('Home: bytes to the first covers, cold', 'kB', null, cold(home, (load) => load.bytesToMark / 1000)),
    row('Home: bytes to the first covers, warm', 'kB', null, warm(home, (load) => load.bytesToMark / 1000)),
    row('Requests for home, cold', '', 60, cold(home, (load) => load.requests)),
    row('Requests for home, warm', '', null, warm(home, (load) => load.requests)),
    row('Shelf: bytes to the first row, cold', 'kB', null, cold(shelf, (load) => load.bytesToMark / 1000)),
    row('Main thread blocked, home', 'ms', 100, cold(home, (load) => load.blocked)),
    row('Scrolling 2,500 px/s: p95 frame', 'ms', 17, scroll.map((run) => run.p95), 1),
    row('Scrolling 2,500 px/s: dropped', '%', 3, scroll.map((run) => run.dropped), 1),
    row('Most DOM nodes while scrolling through all', '', 900, scroll.map((run) => run.nodes)),
    row('Heap after scrolling through all', 'MB', 25, scroll.map((run) => run.heapMb), 1),
    row('Press on play to sound', 'ms', 200, play.map((run) => run.pressToSound)),
    row('Playing with home in view: main thread', 'ms/s', 5, play.map((run) => run.busyMsPerSecond), 1),
    row('Server: start to first answer', 'ms', 3000, [coldStartMs]),
    row('Server: most memory', 'MB', 250, serverMb === null ? [] : [serverMb]),
  ];
}

/** A folder with the data and media of that many books, made once and kept in .cache. */
async function libraryTemplate(count) {
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

async function startServer(args) {
  const child = spawn(process.execPath, [serverEntry, '--port', '0', ...args], { env: { ...process.env, RATE_LIMIT_AUTH_MAX: '0' }, stdio: ['ignore', 'pipe', 'inherit'] });
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
async function untilScanned(url, since) {
  const { user } = await (await fetch(`${url}/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ username: 'root', password: 'earmark' }) })).json();
  const deadline = Date.now() + 60_000;
  for (;;) {
    const { libraries } = await (await fetch(`${url}/api/libraries`, { headers: { authorization: `Bearer ${user.accessToken}` } })).json();
    if (libraries.length > 0 && libraries.every((library) => library.lastScan >= since)) return;
    if (Date.now() > deadline) throw new Error('The libraries were not read in within a minute');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Cookies and storage of somebody who signed in before. */
async function signIn(url) {
  const context = await browser.newContext();
  const answer = await context.request.post(`${url}/login`, { data: { username: 'root', password: 'earmark' } });
  const { user } = await answer.json();
  const { cookies } = await context.storageState();
  await context.close();
  const session = { name: 'earmark.session', value: JSON.stringify({ accessToken: user.accessToken, userId: user.id }) };
  return { cookies, origins: [{ origin: url, localStorage: [session] }] };
}

/** Highest resident size of a process so far, where the system tells it. */
function memoryMb(pid) {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return null;
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(file, 'utf8'))?.[1] ?? 0) / 1024;
}
