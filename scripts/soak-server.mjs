// npm run soak:server: the built server under combined load: sockets that listen, playing with syncs, lists, a scan,
// edits and backups. Memory must stay flat, every socket connected, every confirmed progress stored. Exit 1 otherwise.
// Options: --minutes N (30), --items N (books, 1000), --clients N (sockets, 50), --rest N (factor for all waits, 1: for
// a busy machine)
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { io } from 'socket.io-client';
import { repeat, signIn, wait as waitMs } from './bench/client.mjs';
import { copyOfLibrary, startServer, untilScanned } from './bench/server.mjs';
import { buildWhatIsStale } from './lib/build.mjs';

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    items: { type: 'string', default: '1000' },
    clients: { type: 'string', default: '50' },
    rest: { type: 'string', default: '1' },
  },
});
const wait = (ms) => waitMs(ms * Number(options.rest));
const PLAYERS = 4;
const SYNCS = 10;
/** Most memory of the last third, as a factor of the second. */
const GROWTH = 1.15;

await buildWhatIsStale(console.log, ['server']);
const { dataDir, libraryId, remove } = await copyOfLibrary('soak', Number(options.items));
const startedAt = Date.now();
const server = await startServer(['--data', dataDir]);
const done = { syncs: 0, edits: 0, lists: 0, scans: 0, backups: 0, events: 0 };
const confirmed = new Map();
const memory = [];
const waits = [];
let sockets = [];
try {
  await untilScanned(server.url, startedAt);
  const { call, token } = await signIn(server.url);
  const { results } = await call('GET', `/api/libraries/${libraryId}/items?limit=200&minified=1&sort=addedAt`);
  sockets = await Promise.all(Array.from({ length: Number(options.clients) }, () => listen(token)));
  const state = { isOver: false };
  const end = Date.now() + Number(options.minutes) * 60_000;
  const work = [
    ...Array.from({ length: PLAYERS }, (_, player) => repeat(state, (round) => play(call, results, player, round))),
    repeat(state, async (round) => {
      await call('PATCH', `/api/items/${results[round % results.length].id}/media`, {
        metadata: { subtitle: `Round ${round}` },
        tags: [`tag ${round % 7}`],
      });
      done.edits += 1;
      await wait(50);
    }),
    repeat(state, async (round) => {
      const before = performance.now();
      await call(
        'GET',
        `/api/libraries/${libraryId}/items?limit=50&page=${round % 15}&minified=1&sort=media.metadata.title`,
      );
      waits.push(performance.now() - before);
      done.lists += 1;
      await wait(20);
    }),
    repeat(state, async () => {
      await call('POST', `/api/libraries/${libraryId}/scan?force=1`);
      done.scans += 1;
      await wait(10_000);
    }),
    repeat(state, async () => {
      const { backups } = await call('POST', '/api/backups');
      done.backups += 1;
      for (const { id } of backups.slice(0, -2)) await call('DELETE', `/api/backups/${id}`);
      await wait(15_000);
    }),
    repeat(state, async () => {
      const status = readFileSync(`/proc/${server.process.pid}/status`, 'utf8');
      memory.push(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
      state.isOver = Date.now() > end;
      await wait(1_000);
    }),
  ];
  await Promise.all(work);
  const stored = new Map(
    (await call('GET', '/api/me')).mediaProgress.map((progress) => [progress.libraryItemId, progress.currentTime]),
  );
  const lost = [...confirmed].filter(([id, time]) => stored.get(id) !== time);
  report(lost);
} finally {
  sockets.forEach((socket) => socket.close());
  server.process.kill('SIGINT');
  await once(server.process, 'exit');
  remove();
}

/** One book played: opened, synced, closed. Each player has books of its own. */
async function play(call, items, player, round) {
  const own = items.filter((_, index) => index % PLAYERS === player);
  const { id } = own[round % own.length];
  const session = await call('POST', `/api/items/${id}/play`, {
    deviceInfo: { deviceId: `soak-${player}` },
    mediaPlayer: 'html5',
    supportedMimeTypes: ['audio/mpeg'],
    forceDirectPlay: true,
  });
  const time = (step) => Math.min(session.duration * 0.5, 1 + step + (round % 7) / 10);
  for (let step = 0; step < SYNCS; step += 1) {
    await call('POST', `/api/session/${session.id}/sync`, {
      currentTime: time(step),
      timeListened: 1,
      duration: session.duration,
    });
    done.syncs += 1;
    confirmed.set(id, time(step));
    await wait(100);
  }
  await call('POST', `/api/session/${session.id}/close`);
}

async function listen(token) {
  const socket = io(server.url, { transports: ['websocket'], forceNew: true, reconnection: false });
  socket.onAny(() => (done.events += 1));
  const ready = new Promise((resolve) => socket.once('init', resolve));
  socket.on('connect', () => socket.emit('auth', token));
  await ready;
  return socket;
}

function report(lost) {
  const third = Math.floor(memory.length / 3);
  const [second, last] = [median(memory.slice(third, 2 * third)), median(memory.slice(2 * third))];
  const gone = sockets.filter((socket) => !socket.connected).length;
  const sorted = waits.toSorted((a, b) => a - b);
  console.log(JSON.stringify(done));
  console.log(
    `Memory, median of the second third ${second.toFixed(0)} MB, of the last ${last.toFixed(0)} MB, most ${Math.max(...memory).toFixed(0)} MB`,
  );
  console.log(
    `Lists: median ${median(waits).toFixed(1)} ms, p99 ${(sorted[Math.floor(sorted.length * 0.99)] ?? 0).toFixed(1)} ms, slowest ${(sorted.at(-1) ?? 0).toFixed(1)} ms`,
  );
  console.log(
    `Sockets lost: ${gone} of ${sockets.length}; confirmed progress lost: ${lost.length} of ${confirmed.size}`,
  );
  if (lost.length > 0) console.log(JSON.stringify(lost.slice(0, 5)));
  process.exitCode = lost.length + gone > 0 || last > second * GROWTH ? 1 : 0;
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
