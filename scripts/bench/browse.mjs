import { openPage, untilQuiet } from './page.mjs';

/** Time limit of one wait, in ms. */
const PATIENCE = 30_000;
/** Names of each kind that the filter menu is measured with. */
const NAMES = 20_000;
/**
 * Items opened and closed before memory is measured, and during it. The first 200 add some 4 kB of machine code each,
 * as the browser compiles hot code; objects, strings and arrays don't grow.
 */
const [WARM_UP, WEIGHED] = [180, 60];

/**
 * Browses a bookshelf with the mouse and measures ms from a press to its effect. `kept`: bytes that stay in memory for
 * each item opened and closed.
 */
export async function measureBrowse(browser, { url, storageState }) {
  const context = await browser.newContext({ storageState, viewport: { width: 1280, height: 800 } });
  try {
    const opened = await openPage(context, { slow: false, watch: false });
    const { page } = opened;
    await page.addInitScript(watchPresses);
    await page.route('**/api/libraries/*?include=filterdata', withNames);
    await page.goto(url);
    await page.locator('[data-cell="0"] a').waitFor({ timeout: PATIENCE });
    await untilQuiet(opened, 1_500);
    const filter = await measureFilter(page);
    await page.evaluate(() => (window.presses.first = window.presses.firstCard()));
    await page.getByRole('button', { name: /^Sorted by/ }).click();
    const sorted = await pressed(page, 'otherFirst', () => page.getByRole('menuitemradio', { checked: true }).click());
    await page.keyboard.press('Escape');
    await untilQuiet(opened);
    const middle = await page.evaluate(() => window.presses.jump());
    await untilQuiet(opened);
    const strip = page.getByRole('slider', { name: 'Go to a letter' });
    await page.evaluate(() => (window.presses.first = window.presses.firstSeen()));
    await strip.focus();
    const letter = await pressed(page, 'otherPlace', () => strip.press('d'));
    await untilQuiet(opened);
    return { ...filter, sorted, middle, letter, ...(await measureItem(page, opened)) };
  } finally {
    await context.close();
  }
}

/** The filter menu with many names: press to its groups, press on authors to their names, and a search in them. */
async function measureFilter(page) {
  const button = page.getByRole('button', { name: 'Filter', exact: true });
  const authors = page.getByRole('button', { name: 'Author', exact: true });
  await button.hover();
  await page.waitForTimeout(300);
  const groups = await pressed(page, 'groups', () => button.click());
  const names = await pressed(page, 'names', () => authors.click());
  const search = page.getByRole('searchbox', { name: /Author/ });
  const found = await pressed(page, 'found', () => search.press('9'));
  await page.keyboard.press('Escape');
  await search.waitFor({ state: 'detached' });
  return { groups, names, found };
}

async function measureItem(page, opened) {
  const cards = page.locator('[data-cell] a:visible');
  const times = { title: [], play: [], back: [] };
  for (const at of [6, 8, 10, 12, 14]) {
    const card = cards.nth(at);
    await card.hover();
    await page.waitForTimeout(200);
    await page.evaluate(() => (window.presses.also = 'play'));
    times.title.push(await pressed(page, 'title', () => card.click()));
    times.play.push(await page.evaluate(() => window.presses.alsoAt));
    await untilQuiet(opened, 300);
    times.back.push(await page.evaluate(() => window.presses.back()));
    await untilQuiet(opened, 300);
  }
  const middle = (list) => list.toSorted((one, other) => one - other)[Math.floor(list.length / 2)];
  return { title: middle(times.title), play: middle(times.play), back: middle(times.back) };
}

/**
 * Opens and closes item after item: bytes that stay in memory for each. The network is not recorded here, as records
 * would stay, too.
 */
export async function measureKept(browser, { url, storageState }) {
  const context = await browser.newContext({ storageState, viewport: { width: 1280, height: 800 } });
  try {
    const page = await context.newPage();
    await page.goto(url);
    await page.locator('[data-cell="0"] a').waitFor({ timeout: PATIENCE });
    const cdp = await context.newCDPSession(page);
    const weight = async () => {
      for (let round = 0; round < 3; round += 1) await cdp.send('HeapProfiler.collectGarbage');
      return (await cdp.send('Runtime.getHeapUsage')).usedSize;
    };
    await openAndClose(page, WARM_UP);
    const before = await weight();
    await openAndClose(page, WEIGHED);
    return ((await weight()) - before) / WEIGHED;
  } finally {
    await context.close();
  }
}

async function openAndClose(page, times) {
  const cards = page.locator('[data-cell] a:visible');
  const button = page
    .locator('main')
    .getByRole('button', { name: /^(play|resume|read)/i })
    .first();
  for (let at = 0; at < times; at += 1) {
    await cards.nth(6 + (at % 10)).click();
    await button.waitFor();
    await page.evaluate(() => history.back());
    await cards.nth(6).waitFor();
    await page.waitForTimeout(100);
  }
}

/** The library with `NAMES` names of each kind to filter by. */
async function withNames(route) {
  const answer = await route.fetch();
  const body = await answer.json();
  const named = (kind) => Array.from({ length: NAMES }, (_, at) => ({ id: `${kind}-${at}`, name: `${kind} ${at}` }));
  const plain = (kind) => named(kind).map(({ name }) => name);
  const filterdata = {
    ...body.filterdata,
    authors: named('Åuthor'),
    series: named('Series'),
    narrators: plain('Narrator'),
    tags: plain('Tag'),
  };
  await route.fulfill({ response: answer, json: { ...body, filterdata } });
}

async function pressed(page, what, press) {
  await page.evaluate((name) => window.presses.arm(name), what);
  await press();
  await page.waitForFunction(() => window.presses.ms !== null, null, { timeout: PATIENCE });
  return page.evaluate(() => window.presses.ms);
}

/** Runs in the page: from the last press to the frame with its result, in ms. */
function watchPresses() {
  const seen = (element) => {
    const box = element?.getBoundingClientRect();
    return box !== undefined && box.height > 0 && box.bottom > 0 && box.top < innerHeight;
  };
  const all = (selector) => [...document.querySelectorAll(selector)];
  const firstCard = () => document.querySelector('[data-cell="0"] a')?.getAttribute('href') ?? null;
  const firstSeen = () => all('#content [data-cell] a').find(seen)?.getAttribute('href') ?? null;
  const isFilled = () => {
    const cells = all('#content [role="gridcell"]').filter(seen);
    return cells.length > 4 && cells.every((cell) => cell.querySelector('a'));
  };
  const conditions = {
    groups: () => all('[role="dialog"] li button').some(seen),
    names: () => all('[role="dialog"] [data-cell] button').some(seen),
    found: () => all('[role="dialog"] [data-cell] button').some((row) => seen(row) && /9/.test(row.textContent)),
    otherFirst: () => firstCard() !== null && firstCard() !== presses.first,
    otherPlace: () => firstSeen() !== null && firstSeen() !== presses.first && isFilled(),
    title: () => location.pathname.includes('/item/') && all('main h1').some((one) => seen(one) && one.textContent),
    play: () =>
      location.pathname.includes('/item/') &&
      all('main button').some((one) => seen(one) && /^(play|resume|read)/i.test(one.textContent)),
  };
  const until = (isThere, since, done) => {
    const look = () => (isThere() ? setTimeout(() => done(performance.now() - since)) : requestAnimationFrame(look));
    requestAnimationFrame(look);
  };
  let pressedAt = 0;
  for (const type of ['click', 'keydown'])
    addEventListener(type, ({ timeStamp }) => (pressedAt = timeStamp), { capture: true });
  const presses = {
    ms: null,
    first: null,
    /** A second result of the next press: ms from the same press, in `alsoAt`. */
    also: null,
    alsoAt: null,
    firstCard,
    firstSeen,
    arm: (name) => {
      presses.ms = null;
      pressedAt = 0;
      const { also } = presses;
      presses.also = null;
      if (also !== null)
        presses.alsoAt = new Promise((resolve) =>
          until(
            () => pressedAt > 0 && conditions[also](),
            0,
            (now) => resolve(now - pressedAt),
          ),
        );
      until(
        () => pressedAt > 0 && conditions[name](),
        0,
        (now) => (presses.ms = now - pressedAt),
      );
    },
    jump: () =>
      new Promise((resolve) => {
        const scroller = document.querySelector('#content');
        scroller.scrollTop = scroller.scrollHeight / 2;
        const since = performance.now();
        requestAnimationFrame(() => until(isFilled, since, resolve));
      }),
    back: () =>
      new Promise((resolve) => {
        const since = performance.now();
        history.back();
        until(() => document.activeElement?.closest('[data-cell]') && isFilled(), since, resolve);
      }),
  };
  window.presses = presses;
}
