import { openPage, untilQuiet } from './page.mjs';
import { median } from './report.mjs';

const PLAYER = 'audio[data-earmark-player]';
/** Presses of one round, one in each frame. */
const PRESSES = 120;
/** How often an inspector confirms that it still watches, in ms. */
const RENEWED_MS = 2_000;

/**
 * Cost of recording for the recorded page, while a book plays and keys jump and change the volume, one in each frame:
 * processor time of its main thread in ms, with all its work for them (machines, views, layout, sound, storage, server)
 * and all work of recording (keeping, interpreting, posting to the watching window). Rounds alternate, closed and
 * watched, until enough events were recorded. Returns `closed`, `recorded`: ms of each round; `cost`: per cent, median
 * by median.
 */
export async function measureRecordedPage(browser, { url, itemId, storageState, events }) {
  const context = await browser.newContext({ storageState, viewport: { width: 1280, height: 800 } });
  try {
    const opened = await openPage(context, { slow: false, watch: false });
    const { page, cdp } = opened;
    await page.goto(`${url}/item/${itemId}`);
    await untilQuiet(opened);
    await page
      .locator('main')
      .getByRole('button', { name: /^(play|resume)/i })
      .first()
      .click();
    await page.waitForFunction((selector) => document.querySelector(selector)?.currentTime > 0, PLAYER);
    // The inspector of this page loads with the first window that looks for it.
    await page.keyboard.press('Shift+I');
    await page.getByRole('button', { name: 'Close inspector' }).click();
    const watcher = await context.newPage();
    await watcher.route('**/watcher', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Watcher</title>' }),
    );
    await watcher.goto(`${url}/watcher`);
    await watcher.evaluate(stand, RENEWED_MS);
    await watcher.waitForFunction(() => window.pageId !== null, null, { polling: 50 });
    await page.bringToFront();
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    const time = async () => {
      const { metrics } = await cdp.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'ThreadTime').value * 1000;
    };
    const round = async () => {
      const before = await time();
      await page.evaluate(pressKeys, PRESSES);
      return (await time()) - before;
    };
    const watched = async () => {
      await watcher.evaluate(() => window.watch(true));
      // Existing state is reported first.
      await watcher.waitForFunction(() => window.isReported, null, { polling: 50 });
      const took = await round();
      await watcher.evaluate(() => window.watch(false));
      return took;
    };
    const [closed, recorded] = [[], []];
    await round();
    await watched();
    await watcher.evaluate(() => (window.count = 0));
    for (let turn = 0, count = 0; count < events; turn += 1) {
      if (turn % 2 === 0) closed.push(await round());
      recorded.push(await watched());
      if (turn % 2 === 1) closed.push(await round());
      count = await watcher.evaluate(() => window.count);
    }
    return { closed, recorded, cost: (median(recorded) / median(closed) - 1) * 100 };
  } finally {
    await context.close();
  }
}

/** Runs in a window of the same browser: an inspector that only listens and counts. */
function stand(renewedMs) {
  const channel = new BroadcastChannel('earmark.inspector');
  Object.assign(window, { pageId: null, count: 0, isReported: false });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
  const ask = (type, isFirst) => channel.postMessage({ type, page: window.pageId, watcher: 'bench', isFirst });
  let timer = 0;
  channel.addEventListener('message', ({ data: report }) => {
    const data = typeof report === 'string' ? JSON.parse(report) : report;
    if (data.type === 'page.found') window.pageId ??= data.page.id;
    if (data.type !== 'page.recorded') return;
    if (data.isWhole) window.isReported = true;
    else window.count += data.records.filter(({ number }) => number > window.last).length;
    window.last = data.records.at(-1)?.number ?? window.last;
  });
  window.last = 0;
  window.watch = (isOn) => {
    clearInterval(timer);
    window.isReported = false;
    if (!isOn) return ask('watch.ended');
    ask('watch.requested', true);
    timer = setInterval(() => ask('watch.requested', false), renewedMs);
  };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
  channel.postMessage({ type: 'pages.requested' });
}

/** Runs in the page: one key in each frame. */
async function pressKeys(times) {
  const keys = ['ArrowRight', 'ArrowUp', 'ArrowLeft', 'ArrowDown'];
  for (let time = 0; time < times; time += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const init = { key: keys[time % keys.length], bubbles: true, cancelable: true };
    document.body.dispatchEvent(new KeyboardEvent('keydown', init));
    document.body.dispatchEvent(new KeyboardEvent('keyup', init));
  }
}
