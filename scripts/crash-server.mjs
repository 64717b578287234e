// npm run crash:server: kills the built server with SIGKILL at random moments of a load of writes. After each one the
// database must be intact and hold every confirmed progress; the next start must open it. Exit 1 at the first loss.
// Options: --moments N (200), --items N (books, 1000)
import { once } from 'node:events';
import path from 'node:path';
import { parseArgs } from 'node:util';
import Libsql from 'libsql';
import { repeat, signIn, wait } from './bench/client.mjs';
import { copyOfLibrary, startServer } from './bench/server.mjs';
import { buildWhatIsStale } from './lib/build.mjs';

const { values: options } = parseArgs({
  options: { moments: { type: 'string', default: '200' }, items: { type: 'string', default: '1000' } },
});
const WRITERS = 6;
const BOOKS_EACH = 20;
const LONGEST_MS = 1_500;

await buildWhatIsStale(console.log, ['server']);
const { dataDir, libraryId, remove } = await copyOfLibrary('crash', Number(options.items));

/** By book: the last confirmed position, and the pending one. */
const confirmed = new Map();
const sent = new Map();
let [position, confirmations, slowestStart] = [0, 0, 0];
try {
  for (let moment = 1; moment <= Number(options.moments); moment += 1) {
    const startedAt = performance.now();
    const server = await startServer(['--data', dataDir]);
    slowestStart = Math.max(slowestStart, performance.now() - startedAt);
    await killDuringWrites(server, Math.random() * LONGEST_MS);
    check(moment);
  }
  console.log(
    `${options.moments} moments: opened again each time (slowest start ${Math.round(slowestStart)} ms), integrity_check ok, ` +
      `${confirmations} confirmed writes of progress, none lost.`,
  );
} finally {
  remove();
}

async function killDuringWrites(server, ms) {
  const { call } = await signIn(server.url);
  const { results } = await call(
    'GET',
    `/api/libraries/${libraryId}/items?limit=${WRITERS * BOOKS_EACH}&minified=1&sort=addedAt`,
  );
  const state = { isOver: false };
  const writer = (own) =>
    repeat(state, async (round) => {
      const { id } = own[round % own.length];
      position += 1;
      sent.set(id, position);
      await call('PATCH', `/api/me/progress/${id}`, { currentTime: position, duration: 1e9, progress: position / 1e9 });
      confirmed.set(id, sent.get(id));
      confirmations += 1;
    });
  const work = [
    ...Array.from({ length: WRITERS }, (_, index) =>
      writer(results.slice(index * BOOKS_EACH, (index + 1) * BOOKS_EACH)),
    ),
    repeat(state, (round) =>
      call('PATCH', `/api/items/${results[round % results.length].id}/media`, {
        tags: [`round ${round}`, `killed ${Date.now()}`],
      }),
    ),
    repeat(state, (round) =>
      call('POST', `/api/me/item/${results[round % results.length].id}/bookmark`, {
        time: round,
        title: `At ${round}`,
      }),
    ),
    call('POST', `/api/libraries/${libraryId}/scan?force=1`).catch((cause) => {
      if (!state.isOver) throw cause;
    }),
  ];
  await Promise.race([wait(ms), Promise.all(work)]);
  state.isOver = true;
  server.process.kill('SIGKILL');
  await once(server.process, 'exit');
  await Promise.all(work);
}

function check(moment) {
  const database = new Libsql(path.join(dataDir, 'earmark.sqlite'));
  try {
    const problems = database
      .prepare('PRAGMA integrity_check')
      .all()
      .map((row) => row.integrity_check)
      .filter((text) => text !== 'ok');
    const loose = database.prepare('PRAGMA foreign_key_check').all();
    const stored = new Map(
      database
        .prepare(
          "SELECT libraryItemId, currentTime FROM mediaProgress WHERE userId = (SELECT id FROM users WHERE username = 'root')",
        )
        .all()
        .map((row) => [row.libraryItemId, row.currentTime]),
    );
    const lost = [...confirmed].filter(([id, time]) => stored.get(id) !== time && stored.get(id) !== sent.get(id));
    if (problems.length + loose.length + lost.length > 0) {
      throw new Error(`Moment ${moment}: ${JSON.stringify({ problems, loose: loose.length, lost })}`);
    }
    // A pending one may have been stored without an answer.
    for (const id of sent.keys()) if (stored.has(id)) confirmed.set(id, stored.get(id));
  } finally {
    database.close();
  }
}
