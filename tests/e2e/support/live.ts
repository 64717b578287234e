import { expect, type Page, type Request } from 'playwright/test';

/**
 * Resolves when the server's events come through: what happens before that no client can hear of. Call it before the
 * page is opened.
 */
export function becomesLive(page: Page): Promise<void> {
  const isFirst = (text: string) => text.includes('42["init"');
  return new Promise((resolve) => {
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => {
        if (isFirst(payload.toString())) resolve();
      });
    });
    // After a connection that failed the next one begins with polling.
    page.on('response', async (response) => {
      if (!response.url().includes('transport=polling')) return;
      if (isFirst(await response.text().catch(() => ''))) resolve();
    });
  });
}

/**
 * Resolves when the page has requested each of these once the server's events came through, as it does then, and was
 * answered. Whoever changes what the server answers waits for it. Call it before the page is opened.
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

/** Opens a page and waits until the server's events come through and all was read again. */
export async function openLive(page: Page, address: string, ...urls: readonly RegExp[]): Promise<void> {
  const ready = isReadLive(page, ...urls);
  await page.goto(address);
  await ready;
}

/** The request for an item's page. */
export const itemRequest = (itemId = ''): RegExp => new RegExp(`/api/items/${itemId}\\?`);

/**
 * Resolves when the server's events come through and the list of tasks is there: the frame has all of its code. Whoever
 * takes the server or the line away waits for it, or takes a part of the frame along. Call it before the page is opened.
 */
export async function hasItsCode(page: Page): Promise<void> {
  await becomesLive(page);
  await expect(page.getByRole('button', { name: /^Tasks/ })).toBeVisible();
}

/**
 * Resolves when the page was refreshed after its first live connection: the account is read again, then the page, by a
 * request to this address. Call it before the page is opened.
 */
export function isRefreshed(page: Page, url: RegExp): Promise<void> {
  const requests = new Set<Request>();
  let hasAccount = false;
  return new Promise((resolve) => {
    page.on('request', (request) => {
      if (hasAccount && url.test(request.url())) requests.add(request);
    });
    page.on('response', (response) => {
      if (response.url().endsWith('/api/me')) hasAccount = true;
      if (requests.has(response.request())) resolve();
    });
  });
}
