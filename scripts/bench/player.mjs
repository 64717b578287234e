import { signIn } from './client.mjs';
import { openPage, untilQuiet, weigh } from './page.mjs';

const PLAYER = 'audio[data-earmark-player]';
/** Time limit of one wait, in ms. */
const PATIENCE = 30_000;
/** Seconds before the end of a file at which the measure of its border begins. */
const BEFORE_BORDER_S = 4;
/** Items played before memory is measured, and after. */
const [FIRST_PLAYED, PLAYED] = [20, 200];

/** Books of the demo to play: one of several files, and one of a single file that a browser loads whole. */
export async function findBooks(url) {
  const { call } = await signIn(url);
  const { libraries } = await call('GET', '/api/libraries');
  const library = libraries.find(({ mediaType }) => mediaType === 'book');
  const { results } = await call('GET', `/api/libraries/${library.id}/items?limit=0`);
  const longest = (fits) => results.filter(fits).sort((one, other) => other.media.duration - one.media.duration)[0].id;
  return {
    several: longest(({ media }) => media.numTracks > 1),
    single: longest(({ media }) => media.numTracks === 1),
  };
}

/**
 * Plays a book, and measures in ms: from the press on a jump to its sound, and from the press on the list of chapters
 * to the frame that draws it.
 */
export async function measureControls(browser, { url, itemId, storageState, chapters }) {
  return withPlayer(browser, { url, itemId, storageState, chapters, from: 20 }, async (page) => {
    await page.keyboard.press('ArrowRight');
    const seekToSound = await watched(page);
    await page.evaluate(armChapters);
    await page.locator('[data-dock]').getByRole('button', { name: 'Chapters', exact: true }).click();
    return { seekToSound, chaptersDrawn: await watched(page) };
  });
}

/** Plays over the border of two files: wall time less the heard time of both, in ms. */
export async function measureBorder(browser, { url, itemId, storageState }) {
  const { call } = await signIn(url);
  const { media } = await call('GET', `/api/items/${itemId}?expanded=1`);
  const from = media.tracks[0].duration - BEFORE_BORDER_S;
  return withPlayer(browser, { url, itemId, storageState, from }, (page) => watched(page, 'border'));
}

/** Plays one book after the other from their cards: the memory that 200 of them leave in the page, in MB. */
export async function measureChanges(browser, { url, storageState }) {
  const context = await browser.newContext({ storageState, viewport: { width: 1280, height: 800 } });
  try {
    const opened = await openPage(context, { slow: false, watch: false });
    const { page } = opened;
    const { call } = await signIn(url);
    const { libraries } = await call('GET', '/api/libraries');
    await page.goto(`${url}/library/${libraries.find(({ mediaType }) => mediaType === 'book').id}/bookshelf`);
    await page.locator('[data-cell="0"] a').first().waitFor();
    await untilQuiet(opened);
    const cells = page.locator('[data-cell]');
    const playOf = (cell) => cell.getByRole('button', { name: /^(play|resume)/i });
    const books = [];
    for (const cell of await cells.all()) {
      await cell.hover();
      if ((await playOf(cell).count()) > 0) books.push(cell);
    }
    if (books.length < 3) throw new Error('too few books to play');
    const play = async (times) => {
      for (let time = 0; time < times; time += 1) {
        const cell = books[time % books.length];
        await cell.hover();
        const before = await page.evaluate(sourceOf, PLAYER);
        await playOf(cell).click();
        await page.waitForFunction(
          ([selector, source]) => {
            const audio = document.querySelector(selector);
            return audio && audio.currentSrc !== source && audio.currentTime > 0 && !audio.paused;
          },
          [PLAYER, before],
          { timeout: PATIENCE },
        );
      }
    };
    await play(FIRST_PLAYED);
    const before = await weigh(opened);
    await play(PLAYED);
    return (await weigh(opened)) - before;
  } finally {
    await context.close();
  }
}

/** Runs in the page. */
function sourceOf(selector) {
  return document.querySelector(selector)?.currentSrc ?? '';
}

async function withPlayer(browser, { url, itemId, storageState, chapters, from }, measure) {
  const { call } = await signIn(url);
  const { media } = await call('GET', `/api/items/${itemId}?expanded=1`);
  await call('PATCH', `/api/me/progress/${itemId}`, { currentTime: from, duration: media.duration, isFinished: false });
  const context = await browser.newContext({ storageState, viewport: { width: 1280, height: 800 } });
  try {
    const opened = await openPage(context, { slow: false, watch: false });
    const { page } = opened;
    await page.addInitScript(watchControls, PLAYER);
    if (chapters) await page.route('**/api/items/*/play', (route) => withChapters(route, chapters));
    await page.goto(`${url}/item/${itemId}`);
    await untilQuiet(opened);
    await page
      .locator('main')
      .getByRole('button', { name: /^resume/i })
      .first()
      .click();
    await page.waitForFunction((selector) => document.querySelector(selector)?.currentTime > 0, PLAYER);
    await page.mouse.move(600, 300);
    await untilQuiet(opened);
    return await measure(page);
  } finally {
    await context.close();
  }
}

/** The server's session with `count` chapters of the same length. */
async function withChapters(route, count) {
  const answer = await route.fetch();
  const session = await answer.json();
  const length = session.duration / count;
  const chapters = Array.from({ length: count }, (_, id) => ({
    id,
    start: id * length,
    end: (id + 1) * length,
    title: `Chapter ${id + 1}`,
  }));
  await route.fulfill({ response: answer, json: { ...session, chapters } });
}

async function watched(page, name = 'ms') {
  await page.waitForFunction((key) => window.controls[key] !== null, name, { timeout: PATIENCE });
  return page.evaluate((key) => {
    const value = window.controls[key];
    window.controls[key] = null;
    return value;
  }, name);
}

/** Runs in the page. The next press is that of the list of chapters, drawn with the frame after it. */
function armChapters() {
  addEventListener(
    'click',
    ({ timeStamp }) => {
      const look = () => {
        const row = document.querySelector('[role="dialog"] [aria-current="true"]');
        if (!row || row.getBoundingClientRect().height === 0) return requestAnimationFrame(look);
        return setTimeout(() => (window.controls.ms = performance.now() - timeStamp));
      };
      requestAnimationFrame(look);
    },
    { capture: true, once: true },
  );
}

/** Runs in the page: jumps by key until they sound, and the border of two files. */
function watchControls(selector) {
  const controls = { ms: null, border: null };
  window.controls = controls;
  addEventListener(
    'keydown',
    ({ timeStamp }) => {
      const audio = document.querySelector(selector);
      audio.addEventListener(
        'seeked',
        () => {
          const from = audio.currentTime;
          const look = () => {
            if (audio.currentTime > from) controls.ms = performance.now() - timeStamp;
            else setTimeout(look);
          };
          look();
        },
        { once: true },
      );
    },
    { capture: true },
  );
  let last = null;
  const follow = () => {
    const audio = document.querySelector(selector);
    if (audio && !audio.paused && !audio.seeking) {
      const [at, { currentTime: time, currentSrc: source, duration }] = [performance.now(), audio];
      if (last && last.source !== source && time > 0.3)
        controls.border = at - last.at - (last.duration - last.time + time) * 1000;
      else if (duration > 0 && (!last || (last.source === source && time > last.time)))
        last = { at, time, source, duration };
      if (controls.border !== null) return;
    }
    requestAnimationFrame(follow);
  };
  requestAnimationFrame(follow);
}
