// npm run bench:server: the built server with 10,000 books: answers alone and during a scan with 50 sockets that play
// and sync, pauses of the event loop, memory; beside the limits. Options: --items N, --runs N (requests per kind),
// --changed N (books with a new file), --clients N (sockets), --detail (pauses by kind of request), --strict (exit 1
// when a limit is missed)
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { repeat, signIn, wait } from './bench/client.mjs';
import { LARGE, libraryTemplate, memoryMb, startServer, untilScanned } from './bench/server.mjs';
import { limitsFor, requestsFor } from './bench/requests.mjs';
import { formatReport, misses, quantile } from './bench/report.mjs';
import { countEvents, playAndSync } from './bench/sockets.mjs';
import { buildWhatIsStale } from './lib/build.mjs';

const { values: options } = parseArgs({
  options: {
    items: { type: 'string', default: String(LARGE) },
    runs: { type: 'string', default: '15' },
    changed: { type: 'string', default: '1000' },
    clients: { type: 'string', default: '50' },
    detail: { type: 'boolean', default: false },
    strict: { type: 'boolean', default: false },
  },
});
const CLIENTS = Number(options.clients);
const ITEMS = Number(options.items);
const limits = limitsFor(ITEMS);
/** Time of playing and syncing without other load, in ms. */
const QUIET_MS = 10_000;

await buildWhatIsStale(console.log, ['server']);
const template = await libraryTemplate(ITEMS);
const dataDir = mkdtempSync(path.join(tmpdir(), 'earmark-bench-'));
cpSync(path.join(template, 'data'), dataDir, { recursive: true });
const { libraryId, itemId } = JSON.parse(readFileSync(path.join(template, 'bench.json'), 'utf8'));
const changed = Array.from({ length: Number(options.changed) }, (_, index) =>
  path.join(template, 'media/books', String(index), 'reader.txt'),
);
changed.forEach((file) => rmSync(file, { force: true }));
const requests = requestsFor(libraryId, itemId, limits);
const lists = requests.filter(({ isList }) => isList);

const scannedAfter = Date.now();
const server = await startServer(['--data', dataDir]);
const agent = new http.Agent({ keepAlive: true });
const rows = [];
const pauses = [];
try {
  const one = (name, unit, limit, values, digits = 0) => rows.push({ name, unit, limit, digits, values });
  /** Runs work and notes the longest pause of the loop meanwhile. */
  const watched = async (name, work) => {
    await server.measure('reset');
    const result = await work();
    // A pause counts when the loop turns again.
    await wait(30);
    pauses.push({ name, ...(await server.measure('reset')) });
    if (options.detail) console.log(`${(performance.now() / 1000).toFixed(0)} s  ${name}`, pauses.at(-1));
    return result;
  };
  const startedAt = performance.now();
  await watched('First scan, nothing changed', () => untilScanned(server.url, scannedAfter, 600_000));
  one('First scan, nothing changed', 's', null, [(performance.now() - startedAt) / 1000], 1);
  const accounts = await Promise.all(['root', 'listener'].map((name) => signIn(server.url, name)));
  const [{ token, call }] = accounts;
  await watched('Progress in 500 books at once', () => listenTo(500, call));
  const signIns = await watched('Sign-in', async () => {
    const took = [];
    for (let run = 0; run < 5; run += 1) {
      const started = performance.now();
      await signIn(server.url);
      took.push(performance.now() - started);
    }
    return took;
  });
  one('Sign-in', 'ms', null, signIns, 1);
  const memoryAtRest = memoryMb(server.process.pid);
  for (const { name, limit, path: target } of requests) {
    const values = await watched(name, async () => {
      const took = [];
      // The server caches answers by address: each run requests a new one. The first is a warm-up and left out.
      for (let run = 0; run <= Number(options.runs); run += 1) took.push(await timed(fresh(target, run), token));
      return took.slice(1);
    });
    one(name, 'ms', limit, values, 1);
  }
  const edits = await watched('Edit of a book', async () => {
    const took = [];
    for (let run = 0; run < Number(options.runs); run += 1) {
      const started = performance.now();
      await call('PATCH', `/api/items/${itemId}/media`, { metadata: { authors: [{ id: 'new', name: `New ${run}` }] } });
      took.push(performance.now() - started);
    }
    return took;
  });
  one('Edit of a book (author)', 'ms', limits.list, edits, 1);

  const sockets = await listen(accounts);
  const quiet = await watched(`Lists, ${CLIENTS} sockets sync`, () => askLists(wait(QUIET_MS), token, 'quiet'));
  one(`Lists, ${CLIENTS} sockets sync`, 'ms', limits.list, quiet, 1);
  one('  p99', 'ms', limits.p99, [quantile(quiet, 0.99)], 1);
  changed.forEach((file, index) => writeFileSync(file, `Reader ${index}`));
  const scanStart = performance.now();
  await call('POST', `/api/libraries/${libraryId}/scan`);
  const scanEnd = Promise.all(sockets.map(({ listener }) => listener.finished));
  const during = await watched('Scan', () => askLists(scanEnd, token, 'scan'));
  one(`Scan of ${changed.length} changed books`, 's', null, [(performance.now() - scanStart) / 1000], 1);
  one('Lists during the scan', 'ms', limits.list, during, 1);
  one('  p99', 'ms', limits.p99, [quantile(during, 0.99)], 1);
  // Late events: waits for one more answer over each socket and for the watcher.
  await watched('After the scan', () => wait(15_000));
  const results = sockets.map(({ listener }) => listener.result(changed.length));
  one(`Events missed by ${CLIENTS} sockets`, '', 0, [sum(results, 'missed')]);
  one(`Events doubled at ${CLIENTS} sockets`, '', 0, [sum(results, 'doubled')]);
  const syncs = (await Promise.all(sockets.map(({ player }) => player.stop()))).flat();
  one('Sync of what is played', 'ms', limits.list, syncs, 1);
  one('  p99', 'ms', limits.p99, [quantile(syncs, 0.99)], 1);
  sockets.forEach(({ listener }) => listener.close());
  const backup = performance.now();
  const { backups } = await watched('Backup', () => call('POST', '/api/backups'));
  one('Backup', 's', null, [(performance.now() - backup) / 1000], 1);
  const applied = performance.now();
  await watched('Backup applied', () => call('GET', `/api/backups/${backups[0].id}/apply`));
  one('Backup applied', 's', null, [(performance.now() - applied) / 1000], 1);

  one('Longest pause of the loop', 'ms', limits.pause, [Math.max(...pauses.map(({ pause }) => pause))]);
  one('Most heap', 'MB', limits.heap, [(await server.measure('read')).mostHeap]);
  const most = memoryMb(server.process.pid);
  one('Memory after the start', 'MB', limits.memory, memoryAtRest === null ? [] : [memoryAtRest]);
  one('Most memory', 'MB', limits.memory, most === null ? [] : [most]);
  console.log(
    `\n${ITEMS} books; time from the request to the last byte of the packed answer, on one kept connection; every answer is made again.\n`,
  );
  console.log(formatReport(rows));
  const longest = pauses.toSorted((a, b) => b.pause - a.pause);
  console.log('\nLongest pauses of the event loop (ms):');
  for (const { name, pause } of options.detail ? longest : longest.slice(0, 6))
    console.log(`  ${pause.toFixed(0).padStart(5)}  ${name}`);
  const missed = misses(rows);
  console.log(missed.length === 0 ? '\nEvery limit is met.' : `\nNot met or not measured: ${missed.join('; ')}`);
  process.exitCode = options.strict && missed.length > 0 ? 1 : 0;
} finally {
  changed.forEach((file) => rmSync(file, { force: true }));
  server.process.kill('SIGINT');
  await once(server.process, 'exit');
  rmSync(dataDir, { recursive: true, force: true });
}

/** Sockets, every second one of a plain account; each plays a book and syncs. */
async function listen(accounts) {
  const { results } = await accounts[0].call(
    'GET',
    `/api/libraries/${libraryId}/items?limit=${CLIENTS}&minified=1&sort=duration`,
  );
  return Promise.all(
    Array.from({ length: CLIENTS }, async (_, index) => {
      const account = accounts[index % accounts.length];
      const listener = await countEvents(server.url, account.token);
      return { listener, player: await playAndSync(account.call, results[index % results.length].id, index) };
    }),
  );
}

/** Requests one list after another until the end; returns the milliseconds of each. */
async function askLists(end, token, mark) {
  const [state, took] = [{ isOver: false }, []];
  void end.then(() => (state.isOver = true));
  await repeat(state, async (round) => {
    took.push(await timed(fresh(lists[round % lists.length].path, `${mark}${round}`), token));
    await wait(20);
  });
  return took;
}

/** Progress in `count` books, every third of them finished. */
async function listenTo(count, call) {
  const { results } = await call('GET', `/api/libraries/${libraryId}/items?limit=${count}&minified=1&sort=size`);
  const updates = results.map(({ id }, index) => ({
    libraryItemId: id,
    currentTime: 100,
    duration: 1000,
    progress: 0.1,
    isFinished: index % 3 === 0,
  }));
  await call('PATCH', '/api/me/progress/batch/update', updates);
}

function fresh(target, run) {
  return `${target}${target.includes('?') ? '&' : '?'}run=${run}`;
}

function sum(results, key) {
  return results.reduce((total, result) => total + result[key], 0);
}

/** Milliseconds until the last byte. */
function timed(target, token) {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const request = http.get(
      `${server.url}${target}`,
      { agent, headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip, br' } },
      (response) => {
        response
          .resume()
          .on('end', () =>
            response.statusCode === 200
              ? resolve(performance.now() - start)
              : reject(new Error(`${target} answered ${response.statusCode}`)),
          );
      },
    );
    request.on('error', reject);
  });
}
