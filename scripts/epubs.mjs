// npm run epubs -- FOLDER: opens every epub of a folder in the reader of the built client, against the embedded server,
// and turns through it: a line for each book, then what its page reported. Exit 1 when one did not open or did not
// turn, or when a request left the reader. Options: --only TEXT (in the name), --turns N (40), --shots FOLDER
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { signIn, wait } from './bench/client.mjs';
import { startServer } from './bench/server.mjs';
import { findBrowser } from './lib/browser.mjs';
import { buildWhatIsStale } from './lib/build.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: '' },
    turns: { type: 'string', default: '40' },
    shots: { type: 'string' },
  },
});
/** Time limits of opening and of one turn, in ms. */
const [OPENING, TURNING] = [30_000, 5_000];
/** Entries of the contents that are opened, to see more than the beginning. */
const ENTRIES = 8;

const [folder] = positionals;
if (!folder) throw new Error('Which folder? npm run epubs -- FOLDER');
const names = readdirSync(folder).filter((name) => name.endsWith('.epub') && name.includes(options.only));
await buildWhatIsStale(console.log);
const work = mkdtempSync(path.join(tmpdir(), 'earmark-epubs-'));
const shelf = path.join(work, 'shelf');
for (const name of names) {
  mkdirSync(path.join(shelf, path.parse(name).name), { recursive: true });
  cpSync(path.join(folder, name), path.join(shelf, path.parse(name).name, name));
}
const server = await startServer(['--books', shelf, '--data', path.join(work, 'data')]);
const browser = await chromium.launch({ headless: true, ...(await findBrowser()) });
try {
  await fetch(`${server.url}/init`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ newRoot: { username: 'root', password: 'earmark' } }),
  });
  const { token, call } = await signIn(server.url);
  const ids = await idsOf(call);
  const session = { accessToken: token, userId: (await call('GET', '/api/me')).id };
  const localStorage = [{ name: 'earmark.session', value: JSON.stringify(session) }];
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    storageState: { cookies: [], origins: [{ origin: server.url, localStorage }] },
  });
  const results = [];
  for (const name of names) {
    const result = await tryBook(context, name, ids.get(name));
    results.push(result);
    const { fault, pages, errors, left, ms } = result;
    console.log(`${fault ? 'failed' : 'opened'} ${name}: ${fault || `${pages} pages`}, ${Math.round(ms / 100) / 10} s`);
    for (const text of new Set([...errors, ...left.map((url) => `left the reader: ${url}`)]))
      console.log(`  ${text.slice(0, 300)}`);
  }
  const failed = results.filter(({ fault }) => fault).length;
  const left = results.flatMap((result) => result.left).length;
  console.log(
    `${results.length} books: ${results.length - failed} opened, ${failed} failed, ${left} requests left the reader`,
  );
  process.exitCode = failed + left > 0 ? 1 : 0;
} finally {
  await browser.close();
  server.process.kill('SIGINT');
  await once(server.process, 'exit');
  rmSync(work, { recursive: true, force: true });
}

/** Items by the names of their files, once all are read in. */
async function idsOf(call) {
  const { libraries } = await call('GET', '/api/libraries');
  for (;;) {
    const { results } = await call('GET', `/api/libraries/${libraries[0].id}/items?limit=0`);
    if (results.length === names.length) return new Map(results.map((item) => [`${item.relPath}.epub`, item.id]));
    await wait(200);
  }
}

async function tryBook(context, name, id) {
  const page = await context.newPage();
  const [errors, left] = [[], []];
  page.on('console', (message) => {
    // Without a place in the book yet, the account's answer is 404.
    if (message.type() === 'error' && !message.location().url.includes('/api/me/progress/'))
      errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  const note = (request) => {
    const { protocol, origin } = new URL(request.url());
    const isOwn = origin === server.url && request.frame() === page.mainFrame();
    if (/^(?:https?|ftp|wss?):$/.test(protocol) && !isOwn) left.push(request.url());
  };
  page.on('requestfinished', note);
  // The policy stops a request before it leaves.
  page.on('requestfailed', (request) => request.failure()?.errorText !== 'csp' && note(request));
  const startedAt = performance.now();
  const seen = new Set();
  let fault = '';
  try {
    await page.goto(`${server.url}/item/${id}?read=main`);
    const ms = await opened(page);
    await readOn(page, seen, Number(options.turns));
    return { fault, pages: seen.size, errors, left, ms };
  } catch (cause) {
    fault = cause.message.split('\n')[0];
    return { fault, pages: seen.size, errors, left, ms: performance.now() - startedAt };
  } finally {
    if (options.shots) {
      mkdirSync(options.shots, { recursive: true });
      await page.screenshot({ path: path.join(options.shots, `${path.parse(name).name}.png`) });
    }
    await page.close();
  }
}

/** Resolves with the ms it took when the first page is shown. */
async function opened(page) {
  const startedAt = performance.now();
  const reader = page.getByRole('dialog');
  const [first, fault] = [reader.getByRole('button', { name: 'Next page' }), reader.getByRole('alert')];
  await first.or(fault).first().waitFor({ timeout: OPENING });
  if (await fault.isVisible()) throw new Error((await fault.innerText()).split('\n').slice(0, 2).join(' '));
  return performance.now() - startedAt;
}

/** Turns a third of the pages from the beginning, the others after entries of the contents. */
async function readOn(page, seen, turns) {
  await turn(page, seen, Math.ceil(turns / 3));
  const entries = page.getByRole('complementary').getByRole('listitem').getByRole('button');
  const toggleContents = () => page.getByRole('button', { name: 'Table of contents', exact: true }).press('Enter');
  await toggleContents();
  await page.getByRole('complementary').waitFor();
  const count = await entries.count();
  await toggleContents();
  const steps = Math.min(count, ENTRIES);
  for (let step = 0; step < steps; step += 1) {
    await toggleContents();
    await entries.nth(Math.floor((step * count) / steps)).click();
    await turn(page, seen, Math.ceil((turns * 2) / 3 / steps));
  }
}

async function turn(page, seen, turns) {
  for (let at = 0; at < turns; at += 1) {
    const before = await view(page);
    seen.add(before);
    if (await page.getByRole('button', { name: 'Next page' }).isDisabled()) return;
    await page.getByRole('region', { name: 'Page' }).press('PageDown');
    const deadline = Date.now() + TURNING;
    while ((await view(page)) === before) {
      if (Date.now() > deadline) throw new Error(`It does not turn at ${before.split('\n')[0]}`);
      await wait(30);
    }
  }
}

/** What is in view: the words of the footer, and files with the places of their frames. */
function view(page) {
  return page.evaluate(() => {
    const words = document.querySelector('[role="dialog"] footer [role="status"]')?.textContent ?? '';
    const frames = [...document.querySelectorAll('[role="region"] iframe')].filter(
      ({ style }) => style.visibility !== 'hidden',
    );
    const places = frames.map((frame) => {
      const { left, top } = frame.getBoundingClientRect();
      return `${frame.parentElement?.getAttribute('ref')} ${Math.round(left)} ${Math.round(top)}`;
    });
    return [words, ...places].join('\n');
  });
}
