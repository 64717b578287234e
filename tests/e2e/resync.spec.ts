import type { WebSocketRoute } from 'playwright/test';
import { currentTime, expect, expectAdvance, expectStill, test, type ServerApi } from './support/fixtures.ts';
import { becomesLive, hasItsCode, isReadLive, itemRequest } from './support/live.ts';
import { bookLibrary, booksOf, longestOfOneFile } from './support/library.ts';

/** A book, a place near its end (s), and what another device does to its progress. */
async function bookElsewhere(api: ServerApi) {
  const book = await longestOfOneFile(api);
  const { duration } = book.media;
  const far = Math.floor(duration) - 20;
  const moveTo = (time: number) =>
    api.call('PATCH', `/api/me/progress/${book.id}`, { duration, currentTime: time, progress: time / duration });
  return { book, far, moveTo };
}

test('changes of another device while offline show after the reconnect', async ({ page, api, signIn, watch }) => {
  watch.allow(/WebSocket/);
  const [book] = await booksOf(api, await bookLibrary(api));
  if (!book) throw new Error('The demo has no book');
  const { duration } = book.media;
  const moveTo = (currentTime: number) =>
    api.call('PATCH', `/api/me/progress/${book.id}`, { duration, currentTime, progress: currentTime / duration });
  await moveTo(10);
  let isDown = false;
  let connection: WebSocketRoute | null = null;
  await page.routeWebSocket(/socket\.io/, async (socket) => {
    if (isDown) return socket.close();
    connection = socket;
    socket.connectToServer();
  });
  await signIn();
  const live = becomesLive(page);
  await page.goto(`/item/${book.id}`);
  const resume = page.locator('main').getByRole('button', { name: /^Resume at/ });
  await expect(resume).toHaveAccessibleName(/0:10/);
  await live;
  isDown = true;
  await (connection as WebSocketRoute | null)?.close();
  await expect(page.getByText(/Connection to the server lost/).first()).toBeVisible();
  await moveTo(20);
  await expect(resume).toHaveAccessibleName(/0:10/);
  isDown = false;
  await expect(resume).toHaveAccessibleName(/0:20/);
});

test("a paused player moves to another device's position after a reconnect, and can go back", async ({
  page,
  context,
  api,
  signIn,
  watch,
}) => {
  watch.allow(/WebSocket|ERR_INTERNET_DISCONNECTED/);
  const { book, far, moveTo } = await bookElsewhere(api);
  await moveTo(10);
  await signIn();
  const live = hasItsCode(page);
  await page.goto(`/item/${book.id}`);
  await live;
  const resume = page.locator('main').getByRole('button', { name: /^Resume at/ });
  await resume.click();
  await expectAdvance(page);
  const bar = page.getByRole('region', { name: 'Player' });
  await bar.getByRole('button', { name: 'Pause', exact: true }).click();
  await expectStill(page);
  const before = await currentTime(page);
  await context.setOffline(true);
  await expect(page.getByText(/offline|connection/i).first()).toBeVisible();
  await moveTo(far);
  await context.setOffline(false);
  const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
  await expect(page.getByText(`Moved to ${clock(far)} by another device`)).toBeVisible({ timeout: 20_000 });
  await expect(resume).toHaveAccessibleName(new RegExp(clock(far)));
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => currentTime(page)).toBeCloseTo(before, 0);
  await moveTo(far + 2);
  await expect.poll(() => currentTime(page)).toBeCloseTo(far + 2, 0);
  await bar.getByRole('button', { name: 'Play', exact: true }).click();
  await expectAdvance(page);
  expect(await currentTime(page)).toBeGreaterThan(far + 1);
});

test('play pressed after a reconnect, before the account is reloaded, overwrites nothing of another device', async ({
  page,
  context,
  api,
  signIn,
  watch,
}) => {
  watch.allow(/WebSocket|ERR_INTERNET_DISCONNECTED/);
  const { book, far, moveTo } = await bookElsewhere(api);
  const saved = async () =>
    ((await api.call('GET', `/api/me/progress/${book.id}`)) as { currentTime: number }).currentTime;
  await moveTo(10);
  await signIn();
  const live = hasItsCode(page);
  await page.goto(`/item/${book.id}`);
  await live;
  await page
    .locator('main')
    .getByRole('button', { name: /^Resume at/ })
    .click();
  await expectAdvance(page);
  const bar = page.getByRole('region', { name: 'Player' });
  await bar.getByRole('button', { name: 'Pause', exact: true }).click();
  await expectStill(page);
  await context.setOffline(true);
  await expect(page.getByText(/offline|connection/i).first()).toBeVisible();
  await moveTo(far);
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/api\/me$/, async (route) => {
    await released;
    await route.continue();
  });
  const requested = page.waitForRequest(/\/api\/me$/);
  await context.setOffline(false);
  await requested;
  await bar.getByRole('button', { name: 'Play', exact: true }).click();
  await expectAdvance(page);
  await bar.getByRole('button', { name: 'Pause', exact: true }).click();
  await bar.getByRole('button', { name: 'Play', exact: true }).click();
  await expectAdvance(page);
  expect(await saved()).toBe(far);
  release();
  await expect.poll(() => currentTime(page)).toBeGreaterThanOrEqual(far);
  await bar.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect.poll(saved).toBeGreaterThanOrEqual(far);
});

test('a page that fails to refresh says so, and a retry makes it fresh', async ({ page, api, signIn, watch }) => {
  watch.allow(/503/);
  const libraryId = await bookLibrary(api);
  const [book] = await booksOf(api, libraryId);
  await signIn();
  const ready = isReadLive(page, itemRequest(book?.id));
  await page.goto(`/item/${book?.id}`);
  await expect(page.locator('main').getByRole('heading', { level: 1 })).toBeVisible();
  await ready;
  await page.route(/\/api\/items\/[^/]+\?/, (route) => route.fulfill({ status: 503, body: '' }));
  await api.call('PATCH', `/api/items/${book?.id}/media`, { metadata: { title: 'Renamed While Ill' } });
  await expect(page.getByText('Couldn’t refresh. What you see may be out of date.')).toBeVisible();
  await page.unroute(/\/api\/items\/[^/]+\?/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Renamed While Ill' })).toBeVisible();
  await expect(page.getByText('Couldn’t refresh. What you see may be out of date.')).toBeHidden();
});
