import { readFileSync } from 'node:fs';
import type { Page, Route } from 'playwright/test';
import { expect, expectAdvance, test } from './support/fixtures.ts';
import { bookLibrary, booksOf } from './support/library.ts';
import { hasItsCode, isReadLive } from './support/live.ts';

async function answer(
  page: Page,
  url: RegExp,
  body: string,
  more: { status?: number; contentType?: string } = {},
): Promise<void> {
  await page.route(url, (route) =>
    route.fulfill({ status: more.status ?? 200, contentType: more.contentType ?? 'application/json', body }),
  );
}

/** Passes the server's own answer on, changed. */
async function change(page: Page, url: RegExp, edit: (body: never) => void): Promise<void> {
  await page.route(url, async (route: Route) => {
    const response = await route.fetch();
    const body = await response.json();
    edit(body as never);
    await route.fulfill({ response, json: body });
  });
}

/** Longest wait of the browser's live connection between retries, in ms. */
const RECONNECT_MS = 15_000;
/** What the browser logs while the server is down. */
const SERVER_GONE = /Failed to load resource|ERR_CONNECTION_REFUSED|WebSocket/;
const SHELVES = /\/personalized\?/;
const ITEM = /\/api\/items\/[^/]+\?expanded=1/;

for (const [what, body, more] of [
  ['an error of the server', 'Internal Server Error', { status: 500, contentType: 'text/plain' }],
  [
    'a page instead of JSON',
    '<!doctype html><html><body><h1>Hotel Wi-Fi</h1></body></html>',
    { contentType: 'text/html' },
  ],
  ['cut JSON', '[{"id": "recently-added", "ent', {}],
  ['an empty answer', '', {}],
  ['another shape', '{"shelves": 7}', {}],
] as const) {
  test(`${what} in place of the shelves shows an error with a retry`, async ({ page, api, signIn, watch }) => {
    watch.allow(/500/);
    await signIn();
    await answer(page, SHELVES, body, more);
    // The first live connection requests again too; after that only the press does.
    const ready = isReadLive(page, SHELVES);
    await page.goto(`/library/${await bookLibrary(api)}`);
    const main = page.locator('main');
    await ready;
    await expect(main).toContainText('Couldn’t load Home');
    await expect(main).not.toContainText('Hotel Wi-Fi');
    await page.unroute(SHELVES);
    await main.getByRole('button', { name: /again|retry/i }).click();
    await expect(page.getByRole('heading', { name: 'Recently added' })).toBeVisible();
  });
}

test('one unreadable entry is left out and counted, the others show', async ({ page, api, signIn }) => {
  await signIn();
  await change(page, SHELVES, (shelves: { id: string; entities: { id: unknown }[] }[]) => {
    const [entry] = shelves.find(({ id }) => id === 'recently-added')?.entities ?? [];
    if (entry) entry.id = 7;
  });
  await page.goto(`/library/${await bookLibrary(api)}`);
  await expect(page.getByRole('heading', { name: 'Recently added' })).toBeVisible();
  await expect(page.getByText('1 entry couldn’t be read')).toBeVisible();
});

test('a recorded answer with one field of the wrong type shows an error, and the frame stays usable', async ({
  page,
  api,
  signIn,
}) => {
  const recorded = JSON.parse(
    readFileSync(new URL('../contract/recordings/http/items/expanded.json', import.meta.url), 'utf8'),
  ) as {
    response: { body: { media: { metadata: { title: unknown } } } };
  };
  const item = recorded.response.body;
  item.media.metadata.title = ['not', 'a', 'title'];
  await signIn();
  await answer(page, ITEM, JSON.stringify(item));
  await page.goto('/item/recorded');
  await expect(page.locator('main').getByRole('button', { name: /again|retry/i })).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Home', exact: true }).first().click();
  await expect(page).toHaveURL(new RegExp(`/library/${await bookLibrary(api)}$`));
  await expect(page.getByRole('heading', { name: 'Recently added' })).toBeVisible();
});

test('a script in a description does not run, and its text stays readable', async ({ page, api, signIn, watch }) => {
  // The browser reports each handler that the sanitiser parses, in a document where none can run.
  watch.allow(/inline event handler/);
  const [book] = await booksOf(api, await bookLibrary(api));
  await signIn();
  await change(page, ITEM, (item: { media: { metadata: { description: string } } }) => {
    item.media.metadata.description =
      '<p>Before</p><script>window.broken = 1</script><img src=x onerror="window.broken = 2"><a href="javascript:window.broken=3">link</a><p>After</p>';
  });
  await page.goto(`/item/${book?.id}`);
  const main = page.locator('main');
  await expect(main).toContainText('Before');
  await expect(main).toContainText('After');
  expect(await page.evaluate(() => 'broken' in window)).toBe(false);
  expect(await main.locator('script, [onerror], a[href^="javascript"]').count()).toBe(0);
});

test('a title of 300 characters breaks no page', async ({ page, api, signIn }) => {
  const libraryId = await bookLibrary(api);
  const [book] = await booksOf(api, libraryId);
  const title = `${'Sesquipedalian'.repeat(21)} end.`.slice(0, 300);
  await api.call('PATCH', `/api/items/${book?.id}/media`, { metadata: { title } });
  await api.call('PATCH', `/api/me/progress/${book?.id}`, { currentTime: 5, duration: book?.media.duration });
  await signIn();
  for (const path of [`/library/${libraryId}`, `/library/${libraryId}/bookshelf`, `/item/${book?.id}`]) {
    await page.goto(path);
    await expect(page.locator('main').getByText('Sesquipedalian').first()).toBeVisible();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, path).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
});

test('every page reports that the server is down, and recovers when it is back', async ({
  page,
  api,
  server,
  signIn,
  watch,
}) => {
  watch.allow(SERVER_GONE);
  const libraryId = await bookLibrary(api);
  await signIn();
  const whole = hasItsCode(page);
  await page.goto(`/library/${libraryId}`);
  await expect(page.getByRole('heading', { name: 'Recently added' })).toBeVisible();
  await whole;
  await server.kill();
  await page.getByRole('navigation').getByRole('link', { name: 'Library', exact: true }).first().click();
  const main = page.locator('main');
  await expect(main.getByRole('button', { name: /again|retry/i })).toBeVisible();
  await server.restart();
  await expect(page.getByText(/^\d+ books$/).first()).toBeVisible({ timeout: RECONNECT_MS });
});

test('a page that failed to load while the server was down loads when it is back, and the sound goes on', async ({
  page,
  api,
  server,
  signIn,
  watch,
}) => {
  watch.allow(SERVER_GONE);
  const books = await booksOf(api, await bookLibrary(api));
  const [book] = books.sort((one, other) => other.media.duration - one.media.duration);
  await signIn();
  const whole = hasItsCode(page);
  await page.goto(`/item/${book?.id}`);
  await page.locator('main').getByRole('button', { name: /^Play/ }).first().click();
  await expectAdvance(page);
  await whole;
  await server.kill();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Library', exact: true }).click();
  await expect(page.locator('main').getByRole('button', { name: 'Try again' })).toBeVisible();
  const client = await page.evaluate(() => performance.timeOrigin);
  await server.restart();
  await expect(page.getByText(/^\d+ books$/).first()).toBeVisible({ timeout: RECONNECT_MS });
  await expectAdvance(page);
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(client);
});

test('code that failed to load shows an error, a retry without a server too, and it loads with the server', async ({
  page,
  api,
  server,
  signIn,
  watch,
}) => {
  watch.allow(/Failed to load resource|ERR_CONNECTION_REFUSED|ERR_FAILED|WebSocket/);
  const libraryId = await bookLibrary(api);
  await page.route(/\/assets\/bookshelf-(?!shared)/, (route) => route.abort());
  await signIn();
  const whole = hasItsCode(page);
  await page.goto(`/library/${libraryId}`);
  await expect(page.getByRole('heading', { name: 'Recently added' })).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Library', exact: true }).first().click();
  const failed = page.getByRole('alert').filter({ hasText: 'Couldn’t load this page' });
  await expect(failed).toBeVisible();
  await whole;
  await server.kill();
  await page.unroute(/\/assets\/bookshelf-(?!shared)/);
  const unanswered = page.waitForEvent('requestfailed', (request) =>
    /\/assets\/bookshelf-(?!shared)/.test(request.url()),
  );
  await failed.getByRole('button', { name: 'Try again' }).click();
  await unanswered;
  await expect(failed).toBeVisible();
  await server.restart();
  await expect(page.getByText(/^\d+ books$/).first()).toBeVisible({ timeout: RECONNECT_MS });
  expect(new URL(page.url()).pathname).toBe(`/library/${libraryId}/bookshelf`);
});

test('a menu whose code failed to load says so and leaves the page as it is', async ({ page, api, signIn, watch }) => {
  watch.allow(/Failed to load resource|ERR_FAILED/);
  await page.route(/\/assets\/menu-/, (route) => route.abort());
  await signIn();
  await page.goto(`/library/${await bookLibrary(api)}`);
  await expect(page.getByRole('heading', { name: 'Recently added' })).toBeVisible();
  await page.getByRole('button', { name: 'Account: root' }).click();
  const missing = page.getByRole('alert').filter({ hasText: 'Part of Earmark failed to load' });
  await expect(missing).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Recently added' })).toBeVisible();
  await page.unroute(/\/assets\/menu-/);
  const reloaded = page.waitForEvent('load');
  await missing.getByRole('button', { name: 'Reload' }).click();
  await reloaded;
  await page.getByRole('button', { name: 'Account: root' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
});
