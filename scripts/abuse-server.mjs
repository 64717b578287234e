// npm run abuse:server: the built server with 256 MB of heap under all known attacks that have ended or blocked a
// server: bodies, feeds and files that are large, deep or many, and slow connections. Meanwhile another thread pings
// and plays as a listener. Exit 1 when the server ends, blocks its loop for too long, answers 5xx, fails the listener,
// or accepts a body that it must refuse. Options: --most MS (100)
import { once } from 'node:events';
import {
  closeSync,
  copyFileSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  writeSync,
} from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { memoryMb, startServer, untilScanned } from './bench/server.mjs';
import { buildWhatIsStale, root } from './lib/build.mjs';

const { values: options } = parseArgs({ options: { most: { type: 'string', default: '100' } } });
const MOST_MS = Number(options.most);
const MOST_MB = 900;
const MB = 1024 ** 2;

const item = (content) => `<item><title>x</title><enclosure url="http://x/y.mp3"/>${content}</item>`;
const described = (html) => item(`<description><![CDATA[${html}]]></description>`);
const FEEDS = {
  'one-description': () => described('<b><i>'.repeat(2.4e6)),
  episodes: () => item('<description>about it</description>').repeat(20_000),
  attributes: () => `<item ${Array.from({ length: 800_000 }, (_, index) => `a${index}="1"`).join(' ')}/>`,
  entities: () => `<description>${'&#65;'.repeat(3e6)}</description>`,
  levels: () => '<a>'.repeat(1e6),
};

await buildWhatIsStale(console.log, ['server']);
const startedAt = Date.now();
const folder = mkdtempSync(path.join(tmpdir(), 'earmark-abuse-'));
const library = path.join(folder, 'books');
const podcasts = path.join(folder, 'podcasts');
makeFiles();
const feeds = await serveFeeds();
const server = await startServer(['--data', path.join(folder, 'data'), '--books', library, '--podcasts', podcasts], {
  memory: '--max-old-space-size=256',
  env: { ALLOW_PRIVATE_FEEDS: '1' },
});
let hasEnded = false;
server.process.once('exit', () => (hasEnded = true));
let others;
const problems = [];
try {
  await send('', 'POST', '/init', { newRoot: { username: 'root', password: 'earmark' } });
  await untilScanned(server.url, startedAt, 90_000);
  const rootToken = await signIn('root');
  for (const [username, type] of [
    ['guest', 'guest'],
    ['listener', 'user'],
  ])
    await send(rootToken, 'POST', '/api/users', { username, password: 'earmark', type, isActive: true });
  const guest = await signIn('guest');
  const item = await firstItem(rootToken);
  others = serveOthersMeanwhile(await signIn('listener'), item);
  for (const [name, attack] of attacks(rootToken, guest, item)) await run(name, attack);
} finally {
  await others?.stop();
  console.log(
    `${Math.round((Date.now() - startedAt) / 1000)} s, memory at most ${Math.round(memoryMb(server.process.pid))} MB, ${others?.summary()}, ${problems.length} problems`,
  );
  problems.forEach((problem) => console.log(problem));
  server.process.kill('SIGINT');
  if (!hasEnded) await once(server.process, 'exit');
  feeds.close();
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = problems.length > 0 ? 1 : 0;

/** Requests with their right answers. */
function attacks(rootToken, guest, { id, libraryId }) {
  const json = (token, method, target, body, ...right) => [
    `${method} ${target.slice(0, 60)}`,
    async () => expectStatus(await send(token, method, target, body), right),
  ];
  const long = (length) => 'z'.repeat(length);
  const list = (count, make) => Array.from({ length: count }, (_, index) => make(index));
  const session = (index) => ({
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    libraryItemId: id,
    currentTime: 1,
    timeListening: 1,
    displayTitle: 'x',
    updatedAt: Date.now(),
  });
  const bookmark = `/api/me/item/${id}/bookmark`;
  const description = (html) => ({ metadata: { description: html } });
  const media = `/api/items/${id}/media`;
  return [
    ...list(5, (time) => json(guest, 'POST', bookmark, { time, title: long(9e6) }, 400)),
    ['5,500 bookmarks', () => many(5500, (time) => send(guest, 'POST', bookmark, { time, title: long(1000) }))],
    ...list(3, () => json(guest, 'GET', '/api/me', undefined, 200)),
    json(guest, 'PATCH', `/api/me/progress/${id}`, { ebookLocation: long(9e6) }, 400),
    json(guest, 'PATCH', `/api/me/progress/${id}`, { currentTime: 1e300 }, 400),
    json(
      guest,
      'PATCH',
      '/api/me/progress/batch/update',
      list(20_000, () => ({ libraryItemId: id, currentTime: 1 })),
      200,
    ),
    json(guest, 'POST', '/api/playlists', { libraryId, name: long(9e6) }, 400),
    [
      '600 playlists',
      () =>
        many(600, () =>
          send(guest, 'POST', '/api/playlists', { libraryId, name: 'x', items: [{ libraryItemId: id }] }),
        ),
    ],
    json(guest, 'GET', '/api/playlists', undefined, 200),
    json(guest, 'POST', '/api/session/local-all', { sessions: list(15_000, session) }, 200),
    json(guest, 'POST', '/api/session/local-all', '['.repeat(6e6), 413),
    json(guest, 'POST', '/api/session/local-all', `[${'{},'.repeat(3e6)}{}]`, 413),
    json(guest, 'POST', '/api/session/local', `{${list(200_000, (index) => `"k${index}":1`).join()}}`, 413),
    json(guest, 'POST', '/api/me/ereader-devices', { ereaderDevices: [] }, 403),
    json(guest, 'GET', `/api/libraries/${libraryId}/items?limit=1e308`, undefined, 400),
    json(rootToken, 'PATCH', media, description('<b>'.repeat(3.3e6)), 400),
    json(rootToken, 'PATCH', media, description('<b><i>'.repeat(16_000)), 200),
    json(rootToken, 'PATCH', media, description('&#1;'.repeat(25_000)), 200),
    json(rootToken, 'POST', '/api/podcasts/opml/parse', { opmlText: '<outline>'.repeat(400_000) }, 200),
    ...Object.keys(FEEDS).map((name) => [
      `feed of ${name}`,
      async () =>
        expectStatus(
          await send(rootToken, 'POST', '/api/podcasts/feed', {
            rssFeed: `http://127.0.0.1:${feeds.address().port}/${name}`,
          }),
          [200, 404],
        ),
    ]),
    ['sound of a damaged mp3, four at once', () => streamDamaged(rootToken)],
    ['500 connections that hardly send', () => hardlySend(500)],
  ];
}

async function run(name, attack) {
  await server.measure('reset');
  others.reset();
  const begun = performance.now();
  const problem = await attack().catch((cause) => (hasEnded ? 'the server ended' : String(cause)));
  if (hasEnded) throw new Error(`${name}: the server ended`);
  const took = Math.round(performance.now() - begun);
  const [{ pause, late, call, mostHeap }, { ping, failed }] = [await server.measure('read'), others.read()];
  const held = `loop ${Math.round(pause)} ms (${Math.round(late)} ms with waiting for a processor) in ${call}`;
  const line = `${name}: ${took} ms, ${held}, ping ${Math.round(ping)} ms, heap ${Math.round(mostHeap)} MB`;
  console.log(line);
  if (problem) problems.push(`${name}: ${problem}`);
  if (failed > 0) problems.push(`${name}: ${failed} requests of the listener failed`);
  if (pause > MOST_MS) problems.push(`${name}: held the loop for ${Math.round(pause)} ms in ${call}`);
  const memory = memoryMb(server.process.pid);
  if (memory > MOST_MB) problems.push(`${name}: ${Math.round(memory)} MB`);
}

function expectStatus({ status, text }, right) {
  return right.includes(status) ? undefined : `${status} instead of ${right.join(' or ')}: ${text.slice(0, 100)}`;
}

/** Ten at a time, until one is refused, which is right; failures are not. */
async function many(count, sendOne) {
  for (let index = 0; index < count; index += 10) {
    const answers = await Promise.all(Array.from({ length: 10 }, (_, number) => sendOne(index + number)));
    const worst = Math.max(...answers.map(({ status }) => status));
    if (worst >= 500) return `${worst}`;
    if (worst >= 400) return undefined;
  }
  return 'was never refused';
}

async function send(token, method, target, body) {
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await fetch(server.url + target, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(text === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: text,
  });
  return { status: answer.status, text: await answer.text() };
}

async function signIn(username) {
  const { text } = await send('', 'POST', '/login', { username, password: 'earmark' });
  return JSON.parse(text).user.accessToken;
}

async function itemsOf(token, libraryId) {
  return JSON.parse((await send(token, 'GET', `/api/libraries/${libraryId}/items?limit=0`)).text).results;
}

async function librariesOf(token) {
  return JSON.parse((await send(token, 'GET', '/api/libraries')).text).libraries;
}

async function firstItem(token) {
  const found = (await librariesOf(token)).find(({ mediaType }) => mediaType === 'book');
  const items = await itemsOf(token, found.id);
  return { id: items.find(({ path: at }) => at.includes('Whole')).id, libraryId: found.id };
}

async function streamDamaged(token) {
  for (const { id: libraryId, mediaType } of await librariesOf(token)) {
    const item =
      mediaType === 'book' && (await itemsOf(token, libraryId)).find(({ path: at }) => at.includes('Damaged'));
    if (!item) continue;
    const { text } = await send(token, 'POST', `/api/items/${item.id}/play`, { forceTranscode: true });
    const { id } = JSON.parse(text);
    const parts = await Promise.all([0, 1, 2, 3].map((number) => send('', 'GET', `/hls/${id}/output-${number}.ts`)));
    if (parts.some(({ status }) => status >= 500)) return 'failed';
    const longest = Math.max(...parts.map(({ text: sound }) => sound.length));
    return longest > 4 * MB ? `a segment of ${longest} bytes` : undefined;
  }
  return 'the damaged book was not found';
}

/** Connections that begin a body and stop: all must end. */
async function hardlySend(count) {
  const head =
    'POST /login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n{';
  const sockets = Array.from({ length: count }, () => net.connect(new URL(server.url).port, '127.0.0.1'));
  const ends = await Promise.all(
    sockets.map((socket) => {
      socket.on('error', () => undefined).resume();
      socket.write(head);
      return Promise.race([once(socket, 'close'), setTimeout(60_000, 'open')]);
    }),
  );
  const open = ends.filter((end) => end === 'open').length;
  sockets.forEach((socket) => socket.destroy());
  return open > 0 ? `${open} connections stayed open` : undefined;
}

/** A book of 20 s of sound, then zeros to 600 MB and one more frame; one with 30 MB of small ID3 frames. */
function makeFiles() {
  const sound = path.join(root, 'server/demo/library');
  const [name] = mp3sBelow(sound);
  mkdirSync(path.join(library, 'Damaged'), { recursive: true });
  mkdirSync(path.join(library, 'Tags'), { recursive: true });
  mkdirSync(podcasts, { recursive: true });
  mkdirSync(path.join(library, 'Whole'));
  copyFileSync(name, path.join(library, 'Whole', 'whole.mp3'));
  const damaged = path.join(library, 'Damaged', 'damaged.mp3');
  copyFileSync(name, damaged);
  const file = openSync(damaged, 'r+');
  ftruncateSync(file, 600 * MB);
  writeSync(file, Buffer.from([0xff, 0xfb, 0x90, 0x64]), 0, 4, 600 * MB);
  closeSync(file);
  const frame = Buffer.concat([Buffer.from('TXXX'), Buffer.from([0, 0, 0, 4, 0, 0]), Buffer.from('\0a\0b')]);
  const frames = Buffer.concat(Array.from({ length: (30 * MB) / frame.length }, () => frame));
  const length = Buffer.from([21, 14, 7, 0].map((shift) => (frames.length >> shift) & 0x7f));
  const tags = openSync(path.join(library, 'Tags', 'tags.mp3'), 'w');
  for (const part of [Buffer.from('ID3\x04\0\0', 'latin1'), length, frames]) writeSync(tags, part);
  closeSync(tags);
}

function mp3sBelow(start) {
  const found = [];
  for (const entry of readdirSync(start, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && entry.name.endsWith('.mp3')) found.push(path.join(entry.parentPath, entry.name));
  return found;
}

/** A server of oversized feeds, each under its name. */
async function serveFeeds() {
  const web = http.createServer((request, response) => {
    const make = FEEDS[request.url.slice(1)];
    response.writeHead(make ? 200 : 404, { 'content-type': 'application/rss+xml' });
    response.end(make ? `<rss><channel><title>x</title>${make()}</channel></rss>` : '');
  });
  web.listen(0, '127.0.0.1');
  await once(web, 'listening');
  return web;
}

/** Pings and makes a listener's calls all the time; counts them and keeps the longest. */
function serveOthersMeanwhile(token, { id, libraryId }) {
  const shared = new Float64Array(new SharedArrayBuffer(8 * 4));
  const [PING, FAILED, ANSWERED, SLOWEST] = [0, 1, 2, 3];
  const worker = new Worker(
    `const { workerData: { url, shared, token, id, libraryId } } = require('node:worker_threads');
     const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json' };
     const progress = '/api/me/progress/' + id;
     const calls = [['GET', '/api/me'], ['GET', '/api/libraries/' + libraryId + '/items?limit=20'],
       ['PATCH', progress, '{"currentTime":5}'], ['GET', progress]];
     const timed = async (method, target, body) => {
       const begun = performance.now();
       const isRight = await fetch(url + target, { method, body, headers })
         .then(async (answer) => (await answer.text(), answer.ok)).catch(() => false);
       return [performance.now() - begun, isRight];
     };
     (async () => {
       for (let turn = 0; ; turn += 1) {
         const [ping] = await timed('GET', '/ping');
         shared[${PING}] = Math.max(shared[${PING}], ping);
         const [took, isRight] = await timed(...calls[turn % calls.length]);
         shared[isRight ? ${ANSWERED} : ${FAILED}] += 1;
         shared[${SLOWEST}] = Math.max(shared[${SLOWEST}], took);
         await new Promise((resolve) => setTimeout(resolve, 10));
       }
     })();`,
    { eval: true, workerData: { url: server.url, shared, token, id, libraryId } },
  );
  return {
    reset: () => shared.fill(0, PING, ANSWERED),
    read: () => ({ ping: shared[PING], failed: shared[FAILED] }),
    summary: () =>
      `${shared[ANSWERED]} requests of a listener answered, the slowest in ${Math.round(shared[SLOWEST])} ms`,
    stop: () => worker.terminate(),
  };
}
