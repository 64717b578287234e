import { openPage, untilQuiet } from './page.mjs';
import { quantile } from './report.mjs';

/** Time limit of one wait, in ms. */
const PATIENCE = 60_000;
const CHAPTERS = 500;
/** How often each key is pressed. */
const TIMES = 10;

/** The chapters editor with 500 chapters: ms from a key to the frame with its effect, the 95th percentile. */
export async function measureChapters(browser, { url, itemId, call, storageState }) {
  const { media } = await call('GET', `/api/items/${itemId}?expanded=1`);
  const length = media.duration / CHAPTERS;
  const chapters = Array.from({ length: CHAPTERS }, (_, id) => ({
    id,
    start: id * length,
    end: (id + 1) * length,
    title: `Chapter ${id + 1}`,
  }));
  await call('POST', `/api/items/${itemId}/chapters`, { chapters });
  const context = await browser.newContext({ storageState, viewport: { width: 1440, height: 900 } });
  try {
    const opened = await openPage(context, { slow: false, watch: false });
    const { page } = opened;
    await page.goto(`${url}/audiobook/${itemId}/chapters`);
    const title = (number) => page.getByLabel(`Title of chapter ${number}`, { exact: true });
    await title(1).waitFor({ timeout: PATIENCE });
    await untilQuiet(opened);
    await title(1).focus();
    const took = { typed: [], moved: [], undone: [] };
    const press = async (kind, key) => {
      await page.evaluate(watchKey);
      await page.keyboard.press(key);
      took[kind].push(await page.evaluate(() => window.benchKey));
    };
    for (let time = 0; time < TIMES; time += 1) await press('typed', 'x');
    for (let time = 0; time < TIMES; time += 1) await press('moved', 'ArrowDown');
    for (let time = 0; time < TIMES; time += 1) {
      await page.keyboard.press('y');
      await page.keyboard.press('ArrowDown');
    }
    for (let time = 0; time < TIMES; time += 1) await press('undone', 'Control+z');
    const p95 = (kind) => quantile(took[kind], 0.95);
    return { typed: p95('typed'), moved: p95('moved'), undone: p95('undone') };
  } finally {
    await context.close();
  }
}

/** Runs in the page. `benchKey`: ms from the next key that changes a field or the focus to the end of its frame. */
function watchKey() {
  const state = () => {
    const fields = [...document.querySelectorAll('[role="grid"] input')].map(({ value }) => value);
    return `${document.activeElement?.getAttribute('aria-label')} ${fields.join('|')}`;
  };
  const before = state();
  window.benchKey = new Promise((resolve) => {
    const pressed = ({ key, timeStamp }) => {
      if (key === 'Control') return;
      removeEventListener('keydown', pressed, true);
      const look = () => {
        if (state() === before) requestAnimationFrame(look);
        else setTimeout(() => resolve(performance.now() - timeStamp));
      };
      requestAnimationFrame(look);
    };
    addEventListener('keydown', pressed, true);
  });
}
