import { signIn, wait } from './client.mjs';
import { weigh } from './page.mjs';

/** Scrolls through the whole shelf before memory is measured, and during it. */
const [FIRST_SCROLLS, SCROLLS] = [3, 20];
/** Changes of items, likewise. */
const [FIRST_CHANGES, CHANGES] = [200, 2000];
/** Changes requested at the same time. */
const AT_ONCE = 20;
/** Time of one scroll, in ms. */
const SCROLL_MS = 2500;

/**
 * Memory after long use (pitfall 35): scrolls through the whole bookshelf, and changes of items while home is in view,
 * one event each. In MB, and in elements of the page: the most while it scrolls, and the increase after the changes.
 */
export async function measureWorn(browser, { url, libraryId, storageState }) {
  const context = await browser.newContext({ storageState, viewport: { width: 1280, height: 800 } });
  try {
    const page = await context.newPage();
    const opened = { page, cdp: await context.newCDPSession(page) };
    return { ...(await measureScrolls(opened, url, libraryId)), ...(await measureChanges(opened, url, libraryId)) };
  } finally {
    await context.close();
  }
}

async function measureScrolls(opened, url, libraryId) {
  const { page } = opened;
  await page.goto(`${url}/library/${libraryId}/bookshelf`);
  await page.locator('[data-cell="0"] a').waitFor();
  await page.evaluate(scrollThroughAll, { times: FIRST_SCROLLS, ms: SCROLL_MS });
  const before = await weigh(opened);
  const scrollNodes = await page.evaluate(scrollThroughAll, { times: SCROLLS, ms: SCROLL_MS });
  return { scrollsMb: (await weigh(opened)) - before, scrollNodes };
}

async function measureChanges(opened, url, libraryId) {
  const { page } = opened;
  const { call } = await signIn(url);
  const { results } = await call('GET', `/api/libraries/${libraryId}/items?limit=200&minified=1`);
  let report = 0;
  const followed = page.waitForEvent('websocket');
  await page.goto(`${url}/library/${libraryId}`);
  (await followed).on('framereceived', ({ payload }) => {
    if (String(payload).includes('"item_updated"')) report += 1;
  });
  await wait(5_000);
  const change = async (count) => {
    const until = report + count;
    for (let at = 0; at < count; at += AT_ONCE)
      await Promise.all(
        Array.from({ length: AT_ONCE }, (_, one) =>
          call('PATCH', `/api/items/${results[(at + one) % results.length].id}/media`, {
            metadata: { subtitle: `Changed ${until} ${at + one}` },
          }),
        ),
      );
    await wait(3_000);
    if (report < until) throw new Error(`${until - report} changes were not told`);
  };
  const count = () => page.evaluate(() => document.querySelectorAll('*').length);
  await change(FIRST_CHANGES);
  const [weight, nodes] = [await weigh(opened), await count()];
  await change(CHANGES);
  return { changesMb: (await weigh(opened)) - weight, moreNodes: Math.max(0, (await count()) - nodes) };
}

/** Runs in the page. Scrolls to the end and back `times` times; returns the most elements of any frame. */
async function scrollThroughAll({ times, ms }) {
  const [scroller] = [...document.querySelectorAll('*')].sort(
    (one, other) => other.scrollHeight - other.clientHeight - (one.scrollHeight - one.clientHeight),
  );
  const height = scroller.scrollHeight - scroller.clientHeight;
  let nodes = 0;
  for (let time = 0; time < times; time += 1) {
    const start = await new Promise(requestAnimationFrame);
    for (let now = start; now - start < ms; now = await new Promise(requestAnimationFrame)) {
      const share = (now - start) / ms;
      scroller.scrollTop = height * (time % 2 === 0 ? share : 1 - share);
      nodes = Math.max(nodes, document.querySelectorAll('*').length);
    }
  }
  return nodes;
}
