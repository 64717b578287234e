import { openPage, untilQuiet } from './page.mjs';
import { quantile } from './report.mjs';

/** Time limit of one wait, in ms. */
const PATIENCE = 60_000;
/** Rows of the table. */
const ROWS = 1_000;

/**
 * The table that edits 1,000 items: frames while it scrolls, and find and replace over all of its cells, from the key
 * to the preview in view; ms.
 */
export async function measureTable(browser, { url, libraryId, call, storageState }) {
  const { results } = await call('GET', `/api/libraries/${libraryId}/items?limit=${ROWS}&page=0&minified=1`);
  const kept = JSON.stringify({ ids: results.map(({ id }) => id), drafts: [] });
  const context = await browser.newContext({ storageState, viewport: { width: 1440, height: 900 } });
  try {
    const opened = await openPage(context, { slow: false });
    const { page } = opened;
    await page.addInitScript((draft) => sessionStorage.setItem('earmark.batchDraft', draft), kept);
    const startedAt = performance.now();
    await page.goto(`${url}/batch?view=table`);
    await page.locator('[data-at="0:0"]').waitFor({ timeout: PATIENCE });
    const loaded = performance.now() - startedAt;
    await untilQuiet(opened);
    const frames = await page.evaluate(scroll, { pixelsPerSecond: 2_500, seconds: 8 });
    const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
    await page.locator('[data-at]').first().click();
    await page.keyboard.press('Control+h');
    const find = page.getByRole('textbox', { name: 'Find' });
    await find.fill('z');
    await page.evaluate(untilStill, 500);
    const found = [];
    for (const text of ['e', 'a', 'o', 'i', 'r']) {
      await page.evaluate(watchPreview);
      await find.press('Control+a');
      await find.press(text);
      found.push(await page.evaluate(() => window.benchPreview));
      await page.evaluate(untilStill, 300);
    }
    return { loaded, p95: quantile(frames, 0.95), nodes, found: quantile(found, 0.5) };
  } finally {
    await context.close();
  }
}

/** Runs in the page. Times between frames in ms while the table moves at an even speed, down and up again. */
async function scroll({ pixelsPerSecond, seconds }) {
  const scroller = document.querySelector('[role="grid"]');
  const way = scroller.scrollHeight - scroller.clientHeight;
  const frames = [];
  const start = await new Promise(requestAnimationFrame);
  let before = start;
  while (before < start + seconds * 1000) {
    const now = await new Promise(requestAnimationFrame);
    frames.push(now - before);
    const gone = (((now - start) / 1000) * pixelsPerSecond) % (2 * way);
    scroller.scrollTop = gone < way ? gone : 2 * way - gone;
    before = now;
  }
  return frames;
}

/** Runs in the page. `benchPreview`: ms from the next typed letter to the frame with another preview. */
function watchPreview() {
  const text = () => [...document.querySelectorAll('main [role="status"]')].map((one) => one.textContent).join();
  const before = text();
  window.benchPreview = new Promise((resolve) => {
    const typed = (event) => {
      if (event.key.length > 1 || event.ctrlKey) return;
      document.removeEventListener('keydown', typed, true);
      const start = performance.now();
      const look = () => {
        if (text() === before) requestAnimationFrame(look);
        else requestAnimationFrame(() => resolve(performance.now() - start));
      };
      requestAnimationFrame(look);
    };
    document.addEventListener('keydown', typed, true);
  });
}

/**
 * Runs in the page. Resolves when its text has been the same for `ms`: the worker of the preview loads its code by a
 * request without an end event, so the network is never quiet again.
 */
async function untilStill(ms) {
  const text = () => [...document.querySelectorAll('main [role="status"]')].map((one) => one.textContent).join();
  let [shown, since] = [text(), performance.now()];
  while (performance.now() - since < ms) {
    await new Promise(requestAnimationFrame);
    if (text() !== shown) [shown, since] = [text(), performance.now()];
  }
}
