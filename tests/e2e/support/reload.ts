import { expect, type Page } from 'playwright/test';

/**
 * What was closed has given its history entry back: the browser does that a moment later, and would end a reload that
 * has begun, or go back once more than is meant. `over`: how many entries stay over that of the page (one for a reader,
 * or for what asks before it is left).
 */
export async function expectHistoryAtRest(page: Page, over: 0 | 1): Promise<void> {
  const depth = () => page.evaluate(() => (history.state as { depth?: number } | null)?.depth ?? 0);
  await expect.poll(depth, { message: 'history entries over that of the page' }).toBe(over);
}

/** Reloads once nothing is about to go back: {@link expectHistoryAtRest}. */
export async function reloadAtRest(page: Page, over: 0 | 1): Promise<void> {
  await expectHistoryAtRest(page, over);
  await page.reload();
}
