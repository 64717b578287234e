import { expect, type Page, type Request } from 'playwright/test';

/** Resolves when the server's events arrive: a client misses what happens before. Call it before the page opens. */
export function becomesLive(page: Page): Promise<void> {
  const isFirst = (text: string) => text.includes('42["init"');
  return new Promise((resolve) => {
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => {
        if (isFirst(payload.toString())) resolve();
      });
    });
    // After a failed connection the next one begins with polling.
    page.on('response', async (response) => {
      if (!response.url().includes('transport=polling')) return;
      if (isFirst(await response.text().catch(() => ''))) resolve();
    });
  });
}

/**
 * Resolves when the page has requested each of these after the server's events arrive, and was answered. Needed before
 * a change of the server's answers. Call it before the page opens.
 */
export function isReadLive(page: Page, ...urls: readonly RegExp[]): Promise<void> {
  const missing = new Set(urls);
  const requests = new Set<Request>();
  let isLive = false;
  void becomesLive(page).then(() => {
    isLive = true;
  });
  return new Promise((resolve) => {
    page.on('request', (request) => {
      if (isLive) requests.add(request);
    });
    page.on('response', (response) => {
      if (!requests.has(response.request())) return;
      for (const url of missing) if (url.test(response.url())) missing.delete(url);
      if (missing.size === 0) resolve();
    });
  });
}

/** Opens a page and waits until the server's events arrive and all is reloaded. */
export async function openLive(page: Page, address: string, ...urls: readonly RegExp[]): Promise<void> {
  const ready = isReadLive(page, ...urls);
  await page.goto(address);
  await ready;
}

export const itemRequest = (itemId = ''): RegExp => new RegExp(`/api/items/${itemId}\\?`);

/**
 * Resolves when the server's events arrive and the list of tasks is loaded: the frame has all of its code. Needed
 * before the server or the line goes down, which would take a part of the frame along. Call it before the page opens.
 */
export async function hasItsCode(page: Page): Promise<void> {
  await becomesLive(page);
  await expect(page.getByRole('button', { name: /^Activity/ })).toBeVisible();
}
