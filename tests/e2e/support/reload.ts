import { expect, type Page } from 'playwright/test';

/**
 * Waits until closed overlays have left the history: the browser does that a moment later, and would end a reload or go
 * back twice. `over`: entries that stay above the page's (one for a reader, or for a question before leaving).
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
