// npm run bench:server: the built server with 10,000 books: answers, 50 sockets during a scan, memory; medians beside the limits.
// Options: --items N, --runs N (requests per kind), --changed N (books with a new file), --clients N (sockets), --strict (exit 1 when a limit is missed)
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { requestsFor } from './bench/requests.mjs';
import { formatReport, misses } from './bench/report.mjs';
import { libraryTemplate, memoryMb, startServer, untilScanned } from './bench/server.mjs';
import { countEvents } from './bench/sockets.mjs';
import { buildWhatIsStale } from './lib/build.mjs';

const { values: options } = parseArgs({
  options: {
    items: { type: 'string', default: '10000' }, runs: { type: 'string', default: '15' }, changed: { type: 'string', default: '1000' }, clients: { type: 'string', default: '50' }, strict: { type: 'boolean', default: false },
  },
});
const CLIENTS = Number(options.clients);

await buildWhatIsStale(console.log, ['server']);
const template = await libraryTemplate(Number(options.items));
const dataDir = mkdtempSync(path.join(tmpdir(), 'earmark-bench-'));
cpSync(path.join(template, 'data'), dataDir, { recursive: true });
const { libraryId, itemId } = JSON.parse(readFileSync(path.join(template, 'bench.json'), 'utf8'));
const changed = Array.from({ length: Number(options.changed) }, (_, index) => path.join(template, 'media/books', String(index), 'reader.txt'));
changed.forEach((file) => rmSync(file, { force: true }));

const scannedAfter = Date.now();
const server = await startServer(['--data', dataDir]);
const agent = new http.Agent({ keepAlive: true });
try {
  await untilScanned(server.url, scannedAfter);
  const [token, other] = await Promise.all(['root', 'listener'].map(signIn));
  await listenTo(500, token);
  const memoryAtRest = memoryMb(server.process.pid);
  const rows = [];
  for (const { name, limit, path: target } of requestsFor(libraryId, itemId)) {
    const values = [];
    for (let run = 0; run <= Number(options.runs); run += 1) {
      // The server keeps answers by address: each run asks a new one. The first is left out, it warms up.
      const took = await timed(`${target}${target.includes('?') ? '&' : '?'}run=${run}`, token);
      if (run > 0) values.push(took);
    }
    rows.push({ name, unit: 'ms', limit, digits: 1, values });
  }
  const scan = await scanWithListeners(token, other);
  rows.push({ name: `Scan of ${changed.length} changed books`, unit: 's', limit: null, digits: 1, values: [scan.seconds] });
  rows.push({ name: `Events missed by ${CLIENTS} sockets`, unit: '', limit: 0, digits: 0, values: [scan.missed] });
  rows.push({ name: `Events doubled at ${CLIENTS} sockets`, unit: '', limit: 0, digits: 0, values: [scan.doubled] });
  rows.push({ name: 'Answer of a list during the scan', unit: 'ms', limit: null, digits: 1, values: scan.waits });
  rows.push({ name: 'Memory after the start', unit: 'MB', limit: 250, digits: 0, values: memoryAtRest === null ? [] : [memoryAtRest] });
  const most = memoryMb(server.process.pid);
  rows.push({ name: 'Most memory', unit: 'MB', limit: 250, digits: 0, values: most === null ? [] : [most] });
  console.log(`\n${options.items} books; time from the request to the last byte of the packed answer, on one kept connection; every answer is made anew.\n`);
  console.log(formatReport(rows));
  const missed = misses(rows);
  console.log(missed.length === 0 ? '\nEvery limit is met.' : `\nNot met or not measured: ${missed.join('; ')}`);
  process.exitCode = options.strict && missed.length > 0 ? 1 : 0;
} finally {
  changed.forEach((file) => rmSync(file, { force: true }));
  server.process.kill('SIGINT');
  await once(server.process, 'exit');
  rmSync(dataDir, { recursive: true, force: true });
}

/** A new file in so many books, a scan, and what the sockets hear of it; every second one is that of a plain account. */
async function scanWithListeners(token, other) {
  const listeners = await Promise.all(Array.from({ length: CLIENTS }, (_, index) => countEvents(server.url, index % 2 === 0 ? token : other)));
  changed.forEach((file, index) => writeFileSync(file, `Reader ${index}`));
  const started = performance.now();
  await fetch(`${server.url}/api/libraries/${libraryId}/scan`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
  const waits = [];
  const end = Promise.all(listeners.map((listener) => listener.finished));
  const scan = { isOver: false };
  void end.then(() => (scan.isOver = true));
  while (!scan.isOver) {
    waits.push(await timed(`/api/libraries/${libraryId}/items?limit=50&minified=1&sort=addedAt&run=${waits.length}`, token));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const seconds = (performance.now() - started) / 1000;
  // What comes too much comes after the end: one more answer over each socket, and the watcher's own turn, are waited for.
  await new Promise((resolve) => setTimeout(resolve, 15_000));
  const results = listeners.map((listener) => listener.result(changed.length));
  listeners.forEach((listener) => listener.close());
  return { seconds, waits, missed: sum(results, 'missed'), doubled: sum(results, 'doubled') };
}

/** Progress in so many books, every third of them finished. */
async function listenTo(count, token) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const { results } = await (await fetch(`${server.url}/api/libraries/${libraryId}/items?limit=${count}&minified=1&sort=size`, { headers })).json();
  const updates = results.map(({ id }, index) => ({ libraryItemId: id, currentTime: 100, duration: 1000, progress: 0.1, isFinished: index % 3 === 0 }));
  const answer = await fetch(`${server.url}/api/me/progress/batch/update`, { method: 'PATCH', headers, body: JSON.stringify(updates) });
  if (!answer.ok) throw new Error(`The progress was answered with ${answer.status}`);
}

function sum(results, key) {
  return results.reduce((total, result) => total + result[key], 0);
}

/** Milliseconds until the last byte. */
function timed(target, token) {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const request = http.get(`${server.url}${target}`, { agent, headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip, br' } }, (response) => {
      response.resume().on('end', () => (response.statusCode === 200 ? resolve(performance.now() - start) : reject(new Error(`${target} answered ${response.statusCode}`))));
    });
    request.on('error', reject);
  });
}

async function signIn(username) {
  const answer = await fetch(`${server.url}/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ username, password: 'earmark' }) });
  return (await answer.json()).user.accessToken;
}
