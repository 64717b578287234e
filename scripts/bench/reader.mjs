import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { zipSync } from 'fflate';
import sharp from 'sharp';
import { root } from '../lib/build.mjs';
import { signIn, wait } from './client.mjs';
import { openPage, untilQuiet } from './page.mjs';
import { residentMb } from './server.mjs';

/** Time limit of one wait, in ms. */
const PATIENCE = 30_000;
/** Page turns, and the pause before the next, in ms. */
const TURNS = 25;
const LOOK_MS = 150;
const COMIC_PAGES = 300;

/** Titles by the kind of their engine. */
const TITLES = {
  epub: "Alice's Adventures in Wonderland",
  mobi: 'Moby-Dick',
  pdf: 'Carol in Pages',
  comic: 'Three Hundred Pages',
};

/** Adds books to those of the demo, and returns the ids of {@link TITLES}. */
export async function shelveBooks(url) {
  const { call } = await signIn(url);
  const { libraries } = await call('GET', '/api/libraries');
  const { id, folders } = libraries.find(({ mediaType }) => mediaType === 'book');
  const put = (title, name, bytes) => {
    const folder = path.join(folders[0].fullPath, 'Bench', title);
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, name), bytes);
  };
  put(TITLES.mobi, 'Moby-Dick.mobi', readFileSync(path.join(root, 'tests/support/books/Moby-Dick.mobi')));
  put(TITLES.comic, 'Pages.cbz', await drawComic());
  await call('POST', `/api/libraries/${id}/scan`);
  for (;;) {
    const { results } = await call('GET', `/api/libraries/${id}/items?limit=0`);
    const idOf = (title) => results.find(({ media }) => media.metadata.title === title)?.id;
    const ids = Object.fromEntries(Object.entries(TITLES).map(([kind, title]) => [kind, idOf(title)]));
    if (Object.values(ids).every(Boolean)) return ids;
    await wait(200);
  }
}

/** A typical comic: pages of 1600 by 2400 pixels, each a picture of its own. */
async function drawComic() {
  const files = {};
  for (let page = 1; page <= COMIC_PAGES; page += 1) {
    const hue = (page * 37) % 360;
    const rows = Array.from(
      { length: 40 },
      (_, at) =>
        `<circle cx="${(at * 397) % 1600}" cy="${(at * 613) % 2400}" r="${60 + (at % 7) * 30}" fill="hsl(${hue + at * 9} 60% 50%)"/>`,
    );
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="2400"><rect width="1600" height="2400" fill="#fff"/>${rows.join('')}</svg>`;
    files[`page${page}.jpg`] = await sharp(Buffer.from(drawing)).jpeg({ quality: 80 }).toBuffer();
  }
  return zipSync(files, { level: 0 });
}

/**
 * Opens a book from its page and reads on, from the end back again: ms from the press to the first page, ms of each
 * turn, memory at its end, and what remains when memory is short: a browser keeps drawn pictures as long as there is
 * room.
 */
export async function measureReader(browser, { url, itemId, storageState }) {
  const { call } = await signIn(url);
  await call('PATCH', `/api/me/progress/${itemId}`, { ebookLocation: '', ebookProgress: 0 });
  const context = await browser.newContext({ storageState, viewport: { width: 1280, height: 800 } });
  try {
    const opened = await openPage(context, { slow: false, watch: false });
    const { page } = opened;
    await page.addInitScript(watchReader);
    await page.goto(`${url}/item/${itemId}`);
    const read = page.getByRole('button', { name: /^Read / }).first();
    await read.waitFor({ timeout: PATIENCE });
    await untilQuiet(opened);
    await read.click();
    await page.waitForFunction(() => window.reading.firstAt !== null, null, { timeout: PATIENCE });
    const pressToPage = await page.evaluate(() => window.reading.firstAt - window.reading.pressedAt);
    const times = [];
    let key = 'ArrowRight';
    for (let turn = 0; turn < TURNS; turn += 1) {
      await page.waitForTimeout(LOOK_MS);
      const isAtEnd = await page.getByRole('button', { name: 'Next page' }).isDisabled();
      const isAtStart = await page.getByRole('button', { name: 'Previous page' }).isDisabled();
      key = isAtEnd ? 'ArrowLeft' : isAtStart ? 'ArrowRight' : key;
      await page.evaluate(() => window.reading.begin());
      await page.keyboard.press(key);
      await page.waitForFunction(() => window.reading.turnedAt !== null, null, { timeout: PATIENCE });
      times.push(await page.evaluate(() => window.reading.turnedAt - window.reading.keyAt));
    }
    const memoryMb = await rendererMb(browser);
    await opened.cdp.send('Memory.simulatePressureNotification', { level: 'critical' });
    await page.waitForTimeout(1_000);
    return { pressToPage, turns: times, memoryMb, keptMb: await rendererMb(browser) };
  } finally {
    await context.close();
  }
}

/** Memory of the largest page of the browser, where the system reports it. */
async function rendererMb(browser) {
  const cdp = await browser.newBrowserCDPSession();
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
  await cdp.detach();
  const sizes = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => residentMb(id));
  return sizes.includes(null) ? null : Math.max(...sizes);
}

/** Runs in the page: when the book first appears, and when it has turned. */
function watchReader() {
  const reading = { pressedAt: null, firstAt: null, keyAt: null, turnedAt: null, begin };
  window.reading = reading;
  const surface = () => document.querySelector('[role="region"][aria-label="Page"]');
  const position = () => document.querySelector('[role="dialog"] footer [role="status"]')?.textContent ?? '';
  const isShown = () =>
    surface() !== null && surface().ariaBusy !== 'true' && surface().querySelector('iframe, img, canvas') !== null;
  /** After the frame in which it holds. */
  const when = (holds, then) => {
    const look = () => (holds() ? setTimeout(() => then(performance.now())) : requestAnimationFrame(look));
    requestAnimationFrame(look);
  };
  addEventListener(
    'click',
    ({ timeStamp }) => {
      if (reading.pressedAt !== null) return;
      reading.pressedAt = timeStamp;
      when(isShown, (at) => (reading.firstAt = at));
    },
    true,
  );
  function begin() {
    const before = position();
    Object.assign(reading, { keyAt: null, turnedAt: null });
    const note = ({ timeStamp }) => {
      if (reading.keyAt !== null) return;
      reading.keyAt = timeStamp;
      when(
        () => position() !== before,
        (at) => (reading.turnedAt = at),
      );
    };
    addEventListener('keydown', note, { capture: true, once: true });
  }
}
