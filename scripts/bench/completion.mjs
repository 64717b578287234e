import { openPage, untilQuiet } from './page.mjs';
import { quantile } from './report.mjs';

/** Time limit of one wait, in ms. */
const PATIENCE = 60_000;
const AUTHORS = 20_000;
/** Typed texts, each measured. */
const TYPED = ['a', 'ab', 'author 1', 'author 19', 'an'];

const GIVEN = ['Anna', 'Abel', 'Bert', 'Clara', 'Dora', 'Emil', 'Frida', 'Gustav', 'Hanna', 'Ida'];
const names = Array.from({ length: AUTHORS }, (_, index) => `${GIVEN[index % GIVEN.length]} Author ${index + 1}`);

/**
 * The authors of a book, completed from a library of 20,000: ms from a key to the frame with new offers, the 95th
 * percentile, and the elements of the list.
 */
export async function measureCompletion(browser, { url, itemId, storageState }) {
  const context = await browser.newContext({ storageState, viewport: { width: 1440, height: 900 } });
  try {
    const opened = await openPage(context, { slow: false, watch: false });
    const { page } = opened;
    await page.route(/\/api\/libraries\/[^/]+\?include=filterdata/, async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      const authors = names.map((name, index) => ({ id: `a${index}`, name }));
      await route.fulfill({ response: answer, json: { ...body, filterdata: { ...body.filterdata, authors } } });
    });
    await page.goto(`${url}/item/${itemId}?edit=${itemId}`);
    const field = page.getByRole('dialog').getByRole('combobox', { name: 'Authors' });
    await field.waitFor({ timeout: PATIENCE });
    await untilQuiet(opened);
    const took = [];
    let options = 0;
    for (const text of TYPED) {
      await field.fill('');
      for (const letter of text) {
        await page.evaluate(watchOffers);
        await field.press(letter === ' ' ? 'Space' : letter);
        took.push(await page.evaluate(() => window.benchOffers));
        options = Math.max(options, await page.getByRole('option').count());
      }
    }
    return { p95: quantile(took, 0.95), options };
  } finally {
    await context.close();
  }
}

/** Runs in the page. `benchOffers`: ms from the next letter to the end of the frame with its offers. */
function watchOffers() {
  const last = () => document.activeElement?.value ?? '';
  const before = last();
  window.benchOffers = new Promise((resolve) => {
    const pressed = ({ timeStamp }) => {
      removeEventListener('keydown', pressed, true);
      const look = () => {
        const text = last();
        const offers = [...document.querySelectorAll('[role="option"]')].map(({ textContent }) => textContent);
        const isFor = text !== before && offers[0]?.toLowerCase().includes(text.trim().toLowerCase());
        if (isFor) setTimeout(() => resolve(performance.now() - timeStamp));
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    };
    addEventListener('keydown', pressed, true);
  });
}
