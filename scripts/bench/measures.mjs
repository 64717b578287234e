import { openPage, readMarks, untilQuiet } from './page.mjs';
import { quantile } from './report.mjs';

const PLAYER = 'audio[data-earmark-player]';
/** Time limit of one wait, in ms. */
const PATIENCE = 30_000;

/** Loads a page in a fresh profile and again in the same one; `mark` decides when it has loaded. */
export async function measureLoad(browser, { url, storageState, mark }) {
  const context = await browser.newContext({ storageState, viewport: { width: 1280, height: 800 } });
  try {
    const load = async () => {
      const opened = await openPage(context, { slow: true });
      await opened.page.goto(url, { waitUntil: 'commit' });
      await opened.page.waitForFunction((name) => window.bench?.[name] !== null, mark, { timeout: PATIENCE });
      const [requestsToMark, bytesToMark] = [opened.network.count(), opened.network.bytes()];
      await untilQuiet(opened);
      const marks = await readMarks(opened.page);
      const { network } = opened;
      const result = {
        ...marks,
        requests: network.count(),
        scriptBytes: network.scriptBytes(),
        jsonBytes: network.jsonBytes(),
        bytes: network.bytes(),
        requestsToMark,
        bytesToMark,
        lines: network.lines(),
      };
      await opened.page.close();
      return result;
    };
    return { cold: await load(), warm: await load() };
  } finally {
    await context.close();
  }
}

/** Scrolls the bookshelf for eight seconds at 2,500 px/s, then through all of it; frames, nodes, heap. */
export async function measureScroll(browser, { url, storageState }) {
  const context = await browser.newContext({ storageState, viewport: { width: 1280, height: 800 } });
  try {
    const opened = await openPage(context, { slow: false });
    const { page, cdp } = opened;
    await page.goto(url);
    await page.waitForFunction(() => window.bench.firstRow !== null, null, { timeout: PATIENCE });
    await untilQuiet(opened);
    const frames = await page.evaluate(scrollAtSpeed, { pixelsPerSecond: 2_500, seconds: 8 });
    const { nodes, height } = await page.evaluate(scrollThroughAll);
    await untilQuiet(opened);
    await cdp.send('HeapProfiler.enable');
    await cdp.send('HeapProfiler.collectGarbage');
    const heap = await metricsOf(cdp);
    const ideal = 1000 / 60;
    const time = frames.reduce((total, frame) => total + frame, 0);
    return {
      p95: quantile(frames, 0.95),
      dropped: Math.max(0, 1 - frames.length / (time / ideal)) * 100,
      nodes,
      height,
      heapMb: heap('JSHeapUsedSize') / 1_000_000,
    };
  } finally {
    await context.close();
  }
}

/** Runs in the page. Times between frames in ms while the highest scroller moves at an even speed. */
export async function scrollAtSpeed({ pixelsPerSecond, seconds }) {
  const scroller = [document.scrollingElement, ...document.querySelectorAll('*')].reduce((best, next) => {
    const scrolls = next === document.scrollingElement || /auto|scroll/.test(getComputedStyle(next).overflowY);
    return scrolls && next.scrollHeight - next.clientHeight > best.scrollHeight - best.clientHeight ? next : best;
  });
  window.bench = { ...window.bench, scroller };
  const frames = [];
  let before = await new Promise(requestAnimationFrame);
  const end = before + seconds * 1000;
  const start = before;
  while (before < end) {
    const now = await new Promise(requestAnimationFrame);
    frames.push(now - before);
    scroller.scrollTop = ((now - start) / 1000) * pixelsPerSecond;
    before = now;
  }
  return frames;
}

/** Runs in the page. Scrolls to the end in 15 s and returns the most elements of any frame. */
async function scrollThroughAll() {
  const { scroller } = window.bench;
  const height = scroller.scrollHeight - scroller.clientHeight;
  const start = await new Promise(requestAnimationFrame);
  let nodes = 0;
  for (let now = start; now - start < 15_000; now = await new Promise(requestAnimationFrame)) {
    scroller.scrollTop = (height * (now - start)) / 15_000;
    nodes = Math.max(nodes, document.querySelectorAll('*').length);
  }
  scroller.scrollTop = scroller.scrollHeight;
  return { nodes: Math.max(nodes, document.querySelectorAll('*').length), height };
}

/** Presses play on an item page, then opens home while it plays. */
export async function measurePlay(browser, { itemUrl, homeName, storageState }) {
  const context = await browser.newContext({ storageState, viewport: { width: 1280, height: 800 } });
  try {
    const opened = await openPage(context, { slow: false, watch: false });
    const { page, cdp } = opened;
    await page.addInitScript(watchSound, PLAYER);
    await page.goto(itemUrl);
    const play = page
      .locator('main')
      .getByRole('button', { name: /^(play|resume|listen)/i })
      .first();
    await play.waitFor({ timeout: PATIENCE });
    await untilQuiet(opened);
    await play.click();
    await page.waitForFunction(() => window.sound.heardAt !== null, null, { timeout: PATIENCE });
    const pressToSound = await page.evaluate(() => window.sound.heardAt - window.sound.pressedAt);
    await page.getByRole('link', { name: homeName }).first().click();
    await page.waitForFunction(
      () => [...document.images].some((image) => /\/cover\b/.test(image.src) && image.complete),
      null,
      { timeout: PATIENCE },
    );
    await untilQuiet(opened, 2_000);
    const before = await metricsOf(cdp);
    await page.waitForTimeout(10_000);
    const after = await metricsOf(cdp);
    const isPlaying = await page.locator(PLAYER).evaluate((element) => !element.paused);
    if (!isPlaying) throw new Error('playing stopped while home was in view');
    return {
      pressToSound,
      busyMsPerSecond:
        ((after('TaskDuration') - before('TaskDuration')) * 1000) / (after('Timestamp') - before('Timestamp')),
    };
  } finally {
    await context.close();
  }
}

/** The browser's current metrics of the page; times in seconds, memory in bytes. */
async function metricsOf(cdp) {
  await cdp.send('Performance.enable');
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (name) => metrics.find((metric) => metric.name === name).value;
}

/** Runs in the page. Sound counts from the frame after which the element's time advances. */
function watchSound(selector) {
  const sound = { pressedAt: null, heardAt: null };
  window.sound = sound;
  addEventListener('click', (event) => (sound.pressedAt = event.timeStamp), true);
  document.addEventListener(
    'playing',
    (event) => {
      if (!event.target.matches(selector)) return;
      const from = event.target.currentTime;
      const look = () => {
        if (event.target.currentTime > from) sound.heardAt ??= performance.now();
        else requestAnimationFrame(look);
      };
      look();
    },
    true,
  );
}
