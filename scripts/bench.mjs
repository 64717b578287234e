// npm run bench: the built product with 10,000 books in a real browser, medians of five runs beside the limits.
// Options: --items N, --runs N, --only
// loads|upstream|scroll|worn|browse|table|chapters|completion|play|player|reader|podcasts|inspector|machines (several
// with commas; upstream: loads, play and player again, through `--upstream` in front of a second server that does not
// compress, as the real one), --detail (each request of one load), --strict (exit 1 when a limit is missed)
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { measureBrowse, measureKept } from './bench/browse.mjs';
import { measureChapters } from './bench/chapters.mjs';
import { measureCompletion } from './bench/completion.mjs';
import { signIn as connect } from './bench/client.mjs';
import { measureLoad, measurePlay, measureScroll } from './bench/measures.mjs';
import { CPU_SLOWDOWN, FAST_4G } from './bench/page.mjs';
import { findBooks, measureBorder, measureChanges, measureControls } from './bench/player.mjs';
import { measureReader, shelveBooks } from './bench/reader.mjs';
import { measureRecordedPage } from './bench/recorded-page.mjs';
import { measureInspector, measureMachines } from './bench/recording.mjs';
import { measurePodcasts, startPodcasts } from './bench/podcasts.mjs';
import { formatReport, misses, quantile } from './bench/report.mjs';
import { measureTable } from './bench/table.mjs';
import { findBrowser } from './lib/browser.mjs';
import { measureWorn } from './bench/worn.mjs';
import { packNothing } from './bench/plain-proxy.mjs';
import { libraryTemplate, memoryMb, startServer, untilScanned } from './bench/server.mjs';
import { buildWhatIsStale } from './lib/build.mjs';

const { values: options } = parseArgs({
  options: {
    items: { type: 'string', default: '10000' },
    runs: { type: 'string', default: '5' },
    only: {
      type: 'string',
      default:
        'loads,upstream,scroll,worn,browse,table,chapters,completion,play,player,reader,podcasts,inspector,machines',
    },
    strict: { type: 'boolean', default: false },
    detail: { type: 'boolean', default: false },
  },
});
const runs = Array.from({ length: Number(options.runs) }, (_, index) => index + 1);
const wanted = new Set(options.only.split(','));

await buildWhatIsStale(console.log);
const behind = wanted.has('upstream');
const template = await libraryTemplate(Number(options.items));
const dataDir = mkdtempSync(path.join(tmpdir(), 'earmark-bench-'));
const [ownData, upstreamData] = [path.join(dataDir, 'own'), path.join(dataDir, 'upstream')];
cpSync(path.join(template, 'data'), ownData, { recursive: true });
const { libraryId, itemId } = JSON.parse(readFileSync(path.join(template, 'bench.json'), 'utf8'));
const [startedAt, scannedAfter] = [performance.now(), Date.now()];
const server = await startServer(['--data', ownData]);
const coldStart = performance.now() - startedAt;
await untilScanned(server.url, scannedAfter);
const through = behind ? await startUpstream() : null;
const others = [];
const plains = [];
const browser = await chromium.launch({ headless: true, ...(await findBrowser('system')) });
try {
  const storageState = await signIn(server.url);
  const found = {
    own: noLoads(),
    upstream: noLoads(),
    scroll: [],
    worn: [],
    browse: [],
    kept: [],
    table: [],
    chapters: [],
    completion: [],
    play: [],
    playUpstream: [],
    player: noPlayer(),
    playerUpstream: noPlayer(),
    changed: [],
    reader: { epub: [], mobi: [], pdf: [], comic: [] },
    podcasts: [],
    inspector: [],
    recordedPage: [],
    machines: [],
  };
  const at = (page, url = server.url) => `${url}/library/${libraryId}${page}`;
  const add = async (list, name, work) => {
    for (const run of runs) {
      console.log(`${name}, run ${run} of ${runs.length}`);
      await work().then(
        (result) => list.push(result),
        (cause) => console.log(`  failed: ${cause.message.split('\n')[0]}`),
      );
    }
  };
  const addPlayer = async () => {
    const demo = await startServer(['--demo', '--data', path.join(dataDir, 'demo')]);
    others.push(demo);
    await untilScanned(demo.url, 1);
    const books = await findBooks(demo.url);
    await addControls(found.player, demo.url, books, '');
    await add(found.changed, 'memory of items played', async () =>
      measureChanges(browser, { url: demo.url, storageState: await signIn(demo.url) }),
    );
    if (!behind) return;
    const front = await startProxy(demo.url);
    others.push(front.proxy);
    plains.push(front.plain);
    await addControls(found.playerUpstream, front.proxy.url, books, ' through --upstream');
  };
  const addControls = async ({ controls, many, border }, url, { several, single }, where) => {
    const on = { url, storageState: await signIn(url) };
    await add(controls, `controls${where}`, () => measureControls(browser, { ...on, itemId: single, chapters: 120 }));
    await add(many, `500 chapters${where}`, () => measureControls(browser, { ...on, itemId: single, chapters: 500 }));
    await add(border, `border of two files${where}`, () => measureBorder(browser, { ...on, itemId: several }));
  };
  const addPlay = (list, url, state, where) =>
    add(list, `playing${where}`, () =>
      measurePlay(browser, { itemUrl: `${url}/item/${itemId}`, homeName: /^home$/i, storageState: state }),
    );
  const addReader = async () => {
    const demo = await startServer(['--demo', '--data', path.join(dataDir, 'books')]);
    others.push(demo);
    await untilScanned(demo.url, 1);
    const [ids, state] = [await shelveBooks(demo.url), await signIn(demo.url)];
    for (const [kind, itemId] of Object.entries(ids))
      await add(found.reader[kind], `reading (${kind})`, () =>
        measureReader(browser, { url: demo.url, itemId, storageState: state }),
      );
  };
  const addPodcasts = async () => {
    const { server: started, ...library } = await startPodcasts(path.join(dataDir, 'podcasts'));
    others.push(started);
    const on = { ...library, url: started.url, storageState: await signIn(started.url) };
    await add(found.podcasts, 'podcasts', () => measurePodcasts(browser, on));
  };
  const addRecordedPage = async () => {
    const demo = await startServer(['--demo', '--data', path.join(dataDir, 'recorded')]);
    others.push(demo);
    await untilScanned(demo.url, 1);
    const [{ single }, state] = [await findBooks(demo.url), await signIn(demo.url)];
    await add(found.recordedPage, 'recorded page', () =>
      measureRecordedPage(browser, { url: demo.url, itemId: single, storageState: state, events: 20_000 }),
    );
  };
  const addLoads = async ({ form, home, shelf }, url, where) => {
    const state = await signIn(url);
    await add(form, `sign-in form${where}`, () => measureLoad(browser, { url: `${url}/login`, mark: 'formUsable' }));
    await add(home, `home${where}`, () =>
      measureLoad(browser, { url: at('', url), storageState: state, mark: 'firstRow' }),
    );
    if (options.detail)
      console.log([...(home[0]?.cold.lines ?? []), 'again', ...(home[0]?.warm.lines ?? [])].join('\n'));
    await add(shelf, `bookshelf${where}`, () =>
      measureLoad(browser, { url: at('/bookshelf', url), storageState: state, mark: 'firstRow' }),
    );
  };
  if (wanted.has('loads')) await addLoads(found.own, server.url, '');
  if (through) await addLoads(found.upstream, through.url, ' through --upstream');
  if (wanted.has('scroll'))
    await add(found.scroll, 'scrolling', () => measureScroll(browser, { url: at('/bookshelf'), storageState }));
  if (wanted.has('worn'))
    await add(found.worn, 'long use', () => measureWorn(browser, { url: server.url, libraryId, storageState }));
  if (wanted.has('browse')) {
    const shelf = { url: at('/bookshelf'), storageState };
    await add(found.browse, 'browsing', () => measureBrowse(browser, shelf));
    await add(found.kept, 'what items leave behind', () => measureKept(browser, shelf));
  }
  if (wanted.has('table')) {
    const { call } = await connect(server.url);
    await add(found.table, 'table of 1,000 items', () =>
      measureTable(browser, { url: server.url, libraryId, call, storageState }),
    );
  }
  if (wanted.has('chapters')) {
    const { call } = await connect(server.url);
    await add(found.chapters, 'editor of 500 chapters', () =>
      measureChapters(browser, { url: server.url, itemId, call, storageState }),
    );
  }
  if (wanted.has('completion'))
    await add(found.completion, 'completion over 20,000 authors', () =>
      measureCompletion(browser, { url: server.url, itemId, storageState }),
    );
  if (wanted.has('play')) {
    await addPlay(found.play, server.url, storageState, '');
    if (through) await addPlay(found.playUpstream, through.url, await signIn(through.url), ' through --upstream');
  }
  if (wanted.has('player')) await addPlayer();
  if (wanted.has('reader')) await addReader();
  if (wanted.has('podcasts')) await addPodcasts();
  if (wanted.has('inspector')) {
    await add(found.inspector, 'recording', measureInspector);
    await addRecordedPage();
  }
  if (wanted.has('machines')) await add(found.machines, 'memory of the machines', measureMachines);

  const rows = toRows(found, coldStart, memoryMb(server.process.pid));
  console.log(
    `\n${options.items} books; loads with ${CPU_SLOWDOWN}x CPU slowdown and Fast 4G (${(FAST_4G.downloadThroughput * 8) / 1e6} Mbit/s down, ${FAST_4G.latency} ms), the rest unthrottled; Chromium ${browser.version()}`,
  );
  console.log(
    'A first row is there when its covers (four or more) are decoded. Blocked time is that of long tasks over 50 ms each.\n',
  );
  console.log(formatReport(rows));
  const missed = misses(rows);
  console.log(missed.length === 0 ? '\nEvery limit is met.' : `\nNot met or not measured: ${missed.join('; ')}`);
  process.exitCode = options.strict && missed.length > 0 ? 1 : 0;
} finally {
  await browser.close();
  for (const started of [server, ...others, ...(through?.servers ?? [])]) {
    started.process.kill('SIGINT');
    await once(started.process, 'exit');
  }
  for (const plain of [through?.plain, ...plains]) plain?.close();
  rmSync(dataDir, { recursive: true, force: true });
}

function noLoads() {
  return { form: [], home: [], shelf: [] };
}

function noPlayer() {
  return { controls: [], many: [], border: [] };
}

/**
 * A second server with the same data, a proxy in front of it that prevents compression, and the client's own proxy
 * before both.
 */
async function startUpstream() {
  cpSync(path.join(template, 'data'), upstreamData, { recursive: true });
  const startedAt = Date.now();
  const upstream = await startServer(['--data', upstreamData]);
  await untilScanned(upstream.url, startedAt);
  const { proxy, plain } = await startProxy(upstream.url);
  return { url: proxy.url, plain, servers: [proxy, upstream] };
}

/** The client's own proxy before a server that does not compress. */
async function startProxy(url) {
  const plain = await packNothing(url);
  return { plain, proxy: await startServer(['--upstream', plain.url]) };
}

function toRows(
  { own, upstream, scroll, worn, browse, kept, play, playUpstream, player, playerUpstream, changed, ...rest },
  coldStartMs,
  serverMb,
) {
  const { reader, podcasts, inspector, recordedPage, machines, table, chapters, completion } = rest;
  const row = (name, unit, limit, values, digits = 0) => ({ name, unit, limit, digits, values });
  const both = (name, unit, limit, [values, upstream], digits = 0) => ({
    ...row(name, unit, limit, values, digits),
    upstream,
  });
  const inPlay = (read) => [play.map(read), playUpstream.map(read)];
  const inPlayer = (read) => [read(player), read(playerUpstream)];
  const load = (name, unit, limit, page, state, read, digits = 0) => {
    const of = (loads) => loads[page].map((result) => read(result[state]));
    return { ...row(name, unit, limit, of(own), digits), upstream: of(upstream) };
  };
  return [
    load('Sign-in form usable', 'ms', 700, 'form', 'cold', (of) => of.formUsable),
    load('Home: first covers, cold', 'ms', 1500, 'home', 'cold', (of) => of.firstRow),
    load('Home: first covers, warm', 'ms', 600, 'home', 'warm', (of) => of.firstRow),
    load('Shelf: first row, cold', 'ms', 1300, 'shelf', 'cold', (of) => of.firstRow),
    load('Shelf: first row, warm', 'ms', null, 'shelf', 'warm', (of) => of.firstRow),
    load('Home: first contentful paint, cold', 'ms', null, 'home', 'cold', (of) => of.fcp),
    load('Home: largest contentful paint, cold', 'ms', null, 'home', 'cold', (of) => of.lcp),
    load('Script on the wire for home', 'kB', 185, 'home', 'cold', (of) => of.scriptBytes / 1000, 1),
    load('Home: JSON on the wire, cold', 'kB', null, 'home', 'cold', (of) => of.jsonBytes / 1000),
    load('Home: JSON on the wire, warm', 'kB', null, 'home', 'warm', (of) => of.jsonBytes / 1000),
    load('Home: bytes to the first covers, cold', 'kB', null, 'home', 'cold', (of) => of.bytesToMark / 1000),
    load('Home: bytes to the first covers, warm', 'kB', null, 'home', 'warm', (of) => of.bytesToMark / 1000),
    load('Requests for home, cold', '', 60, 'home', 'cold', (of) => of.requests),
    load('Requests for home, warm', '', null, 'home', 'warm', (of) => of.requests),
    load('Shelf: bytes to the first row, cold', 'kB', null, 'shelf', 'cold', (of) => of.bytesToMark / 1000),
    load('Main thread blocked, home', 'ms', 100, 'home', 'cold', (of) => of.blocked),
    load('Main thread blocked, home again', 'ms', null, 'home', 'warm', (of) => of.blocked),
    row(
      'Scrolling 2,500 px/s: p95 frame',
      'ms',
      17,
      scroll.map((run) => run.p95),
      1,
    ),
    row(
      'Scrolling 2,500 px/s: dropped',
      '%',
      3,
      scroll.map((run) => run.dropped),
      1,
    ),
    row(
      'Most DOM nodes while scrolling through all',
      '',
      900,
      scroll.map((run) => run.nodes),
    ),
    row(
      'Heap after scrolling through all',
      'MB',
      25,
      scroll.map((run) => run.heapMb),
      1,
    ),
    ...[
      ['Table of 1,000 items: scrolling 2,500 px/s, p95 frame', 'ms', 17, 'p95', 1],
      ['Table of 1,000 items: find and replace, key to preview', 'ms', 200, 'found', 0],
      ['Table of 1,000 items: loaded', 'ms', null, 'loaded', 0],
      ['Table of 1,000 items: DOM nodes', '', 900, 'nodes', 0],
    ].map(([name, unit, limit, part, digits]) =>
      row(
        name,
        unit,
        limit,
        table.map((run) => run[part]),
        digits,
      ),
    ),
    ...[
      ['Editor of 500 chapters: a letter, key to paint p95', 'typed'],
      ['Editor of 500 chapters: the next row, key to paint p95', 'moved'],
      ['Editor of 500 chapters: undo, key to paint p95', 'undone'],
    ].map(([name, part]) =>
      row(
        name,
        'ms',
        50,
        chapters.map((run) => run[part]),
      ),
    ),
    row(
      'Completion over 20,000 authors: key to offers p95',
      'ms',
      100,
      completion.map((run) => run.p95),
    ),
    ...[
      ['Kept in memory: 20 scrolls through all', 'MB', 5, 'scrollsMb', 1],
      ['Most DOM nodes in them', '', 900, 'scrollNodes', 0],
      ['Kept in memory: 2,000 changed items with home in view', 'MB', 5, 'changesMb', 1],
      ['DOM nodes more than before them', '', 0, 'moreNodes', 0],
    ].map(([name, unit, limit, key, digits]) =>
      row(
        name,
        unit,
        limit,
        worn.map((run) => run[key]),
        digits,
      ),
    ),
    ...[
      ['Filter menu with 20,000 authors: press to groups', 100, 'groups'],
      ['Filter menu: press on authors to their names', 100, 'names'],
      ['Filter menu: a search among 20,000', null, 'found'],
      ['Sort change: first cards', 200, 'sorted'],
      ['Jump to the middle: titles', 130, 'middle'],
      ['A letter: press to its titles', null, 'letter'],
      ['Item page: press to title', 50, 'title'],
      ['Item page: press to play button', 60, 'play'],
      ['Back to the shelf, with place and focus', 50, 'back'],
    ].map(([name, limit, key]) =>
      row(
        name,
        'ms',
        limit,
        browse.map((run) => run[key]),
      ),
    ),
    row(
      'Kept in memory per item opened and closed',
      'kB',
      5,
      kept.map((bytes) => bytes / 1000),
      1,
    ),
    both(
      'Press on play to sound',
      'ms',
      200,
      inPlay((run) => run.pressToSound),
    ),
    both(
      'Playing with home in view: main thread',
      'ms/s',
      5,
      inPlay((run) => run.busyMsPerSecond),
      1,
    ),
    both(
      'Jump inside what is loaded to sound',
      'ms',
      60,
      inPlayer(({ controls, many }) => [...controls, ...many].map((run) => run.seekToSound)),
    ),
    both(
      'List of 120 chapters: press to drawn',
      'ms',
      35,
      inPlayer(({ controls }) => controls.map((run) => run.chaptersDrawn)),
    ),
    both(
      'List of 500 chapters: press to drawn',
      'ms',
      35,
      inPlayer(({ many }) => many.map((run) => run.chaptersDrawn)),
    ),
    both(
      'Silence between two files',
      'ms',
      80,
      inPlayer(({ border }) => border),
    ),
    row('Kept in memory by the page: 200 items played', 'MB', 5, changed, 1),
    ...[
      ['epub', 200, 50],
      ['mobi', null, 50],
      ['pdf', null, 100],
      ['comic', null, 100],
    ].flatMap(([kind, first, turn]) => [
      row(
        `Press on Read to the first page, ${kind}`,
        'ms',
        first,
        reader[kind].map((run) => run.pressToPage),
      ),
      row(
        `Page turn, ${kind}: p95`,
        'ms',
        turn,
        reader[kind].map((run) => quantile(run.turns, 0.95)),
      ),
    ]),
    row(
      'Memory with a comic of 300 pages, after 25 turns',
      'MB',
      null,
      reader.comic.flatMap((run) => run.memoryMb ?? []),
    ),
    row(
      'The same when memory is short',
      'MB',
      250,
      reader.comic.flatMap((run) => run.keptMb ?? []),
    ),
    ...[
      ['Podcast of 1,000 episodes: press to its rows', 'ms', 250, 'pressToRows', 0],
      ['DOM nodes of its page', '', 500, 'nodes', 0],
      ['Latest of 10,000 episodes, scrolling: p95 frame', 'ms', 17, 'latest', 1],
    ].map(([name, unit, limit, key, digits]) =>
      row(
        name,
        unit,
        limit,
        podcasts.map((run) => run[key]),
        digits,
      ),
    ),
    ...[
      ['20,000 events, never watched', 'off'],
      ['20,000 events, inspector closed', 'closed'],
      ['20,000 events, recorded', 'recorded'],
    ].map(([name, key]) =>
      row(
        name,
        'ms',
        null,
        inspector.flatMap((run) => run[key]),
      ),
    ),
    row(
      'Cost of recording: machines alone, a burst without views',
      '%',
      3,
      inspector.map((run) => run.cost),
      1,
    ),
    ...[
      ['Page with 20,000 events, inspector closed', 'closed'],
      ['Page with 20,000 events, recorded', 'recorded'],
    ].map(([name, key]) =>
      row(
        name,
        'ms',
        null,
        recordedPage.flatMap((run) => run[key]),
      ),
    ),
    row(
      'Cost of recording: main thread of a page in use',
      '%',
      3,
      recordedPage.map((run) => run.cost),
      1,
    ),
    ...[
      ['Kept in memory by machines: 200 items played', 'changesMb'],
      ['Kept in memory by machines: four hours played', 'hoursMb'],
    ].map(([name, key]) =>
      row(
        name,
        'MB',
        5,
        machines.map((run) => run[key]),
        1,
      ),
    ),
    row('Server: start to first answer', 'ms', 3000, [coldStartMs]),
    row('Server: most memory', 'MB', 250, serverMb === null ? [] : [serverMb]),
  ];
}

/** Cookies and storage of a signed-in account. */
async function signIn(url) {
  const context = await browser.newContext();
  const answer = await context.request.post(`${url}/login`, { data: { username: 'root', password: 'earmark' } });
  const { user } = await answer.json();
  const { cookies } = await context.storageState();
  await context.close();
  const session = {
    name: 'earmark.session',
    value: JSON.stringify({ accessToken: user.accessToken, userId: user.id }),
  };
  return { cookies, origins: [{ origin: url, localStorage: [session] }] };
}
