// npm run bench: the built product with 10,000 books in a real browser, medians of five runs beside the limits.
// Options: --items N, --runs N, --only loads|scroll|play (several with commas), --detail (each request of one load),
// --strict (exit 1 when a limit is missed)
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { measureLoad, measurePlay, measureScroll } from './bench/measures.mjs';
import { CPU_SLOWDOWN, FAST_4G } from './bench/page.mjs';
import { formatReport, misses } from './bench/report.mjs';
import { findBrowser } from './lib/browser.mjs';
import { libraryTemplate, memoryMb, startServer, untilScanned } from './bench/server.mjs';
import { buildWhatIsStale } from './lib/build.mjs';

const { values: options } = parseArgs({
  options: { items: { type: 'string', default: '10000' }, runs: { type: 'string', default: '5' }, only: { type: 'string', default: 'loads,scroll,play' }, strict: { type: 'boolean', default: false }, detail: { type: 'boolean', default: false } },
});
const runs = Array.from({ length: Number(options.runs) }, (_, index) => index + 1);
const wanted = new Set(options.only.split(','));

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
