import { cpSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { scrollAtSpeed } from './measures.mjs';
import { openPage, untilQuiet } from './page.mjs';
import { quantile } from './report.mjs';
import { podcastsTemplate, startServer, untilScanned } from './server.mjs';

/** Time limit of one wait, in ms. */
const PATIENCE = 30_000;

/** A server with ten podcasts of a thousand episodes each, whose data is in this folder. */
export async function startPodcasts(data) {
  const template = await podcastsTemplate();
  cpSync(path.join(template, 'data'), data, { recursive: true });
  const made = JSON.parse(readFileSync(path.join(template, 'bench.json'), 'utf8'));
  const startedAt = Date.now();
  const server = await startServer(['--data', data]);
  await untilScanned(server.url, startedAt);
  return { ...made, server };
}

/**
 * The page of a podcast of 1,000 episodes: ms from a press on its card to the rows of its table, and the elements of the
 * page then. The latest 10,000 episodes: ms between frames while they scroll at 2,500 px/s.
 */
export async function measurePodcasts(browser, { url, libraryId, title, storageState }) {
  const context = await browser.newContext({ storageState, viewport: { width: 1280, height: 800 } });
  try {
    const opened = await openPage(context, { slow: false, watch: false });
    const { page } = opened;
    await page.goto(`${url}/library/${libraryId}/bookshelf`);
    const card = page.getByRole('link', { name: title, exact: true }).first();
    await card.waitFor({ timeout: PATIENCE });
    await untilQuiet(opened);
    await card.hover();
    await page.waitForTimeout(300);
    const rows = page.evaluate(untilRows);
    await card.click();
    const pressToRows = await rows;
    if (pressToRows === null) throw new Error('No episode came into view');
    await untilQuiet(opened);
    const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
    await page.goto(`${url}/library/${libraryId}/podcast/latest`);
    await page.locator('[role="grid"] h3').first().waitFor({ timeout: PATIENCE });
    await untilQuiet(opened);
    const frames = await page.evaluate(scrollAtSpeed, { pixelsPerSecond: 2_500, seconds: 8 });
    return { pressToRows, nodes, latest: quantile(frames, 0.95) };
  } finally {
    await context.close();
  }
}

/**
 * Runs in the page: from the next press to the frame with the rows of a table of episodes in view, in ms; null without
 * rows.
 */
function untilRows() {
  return new Promise((resolve) => {
    let pressedAt = null;
    setTimeout(() => resolve(null), 30_000);
    addEventListener('click', ({ timeStamp }) => (pressedAt = timeStamp), { capture: true, once: true });
    const rowsInView = () =>
      [...document.querySelectorAll('[role="grid"] h3')].filter((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return bottom > 0 && top < innerHeight && row.textContent !== '';
      });
    const look = () => {
      if (pressedAt !== null && location.pathname.includes('/item/') && rowsInView().length > 0)
        setTimeout(() => resolve(performance.now() - pressedAt));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}
