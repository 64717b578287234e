import type { Page } from 'playwright/test';
import { expect, test } from './support/fixtures.ts';
import { bookLibrary } from './support/library.ts';
import { hasItsCode, isReadLive } from './support/live.ts';
import { SERVER_GONE } from './support/watch.ts';

/** Every message that the line or the server is down. */
const messages = (page: Page) =>
  page.getByText(/offline|Connection to the server lost|can’t (reach the server\. Your place|connect)/i);

/** Counts the messages in every frame from now on. Gives the ms until the first one, and the most at once. */
async function watchMessages(page: Page) {
  await page.evaluate(() => {
    const seen = { began: performance.now(), first: null as number | null, most: 0 };
    Object.assign(window, { seen });
    const look = () => {
      const texts = [...document.querySelectorAll('p, [data-toast], li')].filter((element) =>
        /offline|Connection to the server lost|can’t (reach the server\. Your place|connect)/i.test(
          [...element.childNodes]
            .filter((node) => node.nodeType === Node.TEXT_NODE)
            .map((node) => node.textContent)
            .join(''),
        ),
      );
      seen.most = Math.max(seen.most, texts.length);
      if (texts.length > 0) seen.first ??= performance.now() - seen.began;
      requestAnimationFrame(look);
    };
    look();
  });
  return () => page.evaluate(() => (window as unknown as { seen: { first: number | null; most: number } }).seen);
}

/** The ms until the first message, once a frame has counted it: the document has it before that. */
async function firstOf(seen: Awaited<ReturnType<typeof watchMessages>>): Promise<number | null> {
  await expect.poll(async () => (await seen()).first).not.toBe(null);
  return (await seen()).first;
}

test('an offline browser says so at once and in one message, until the line is back', async ({
  page,
  context,
  api,
  signIn,
  watch,
}) => {
  watch.allow(/WebSocket|ERR_INTERNET_DISCONNECTED/);
  await signIn();
  const live = hasItsCode(page);
  await page.goto(`/library/${await bookLibrary(api)}`);
  await live;
  const seen = await watchMessages(page);
  const failed = page.waitForEvent('console', (message) => message.text().includes('WebSocket'));
  await context.setOffline(true);
  await expect(messages(page)).toHaveCount(1);
  expect(await firstOf(seen)).toBeLessThan(1000);
  // Until the live connection has failed too.
  await failed;
  expect((await seen()).most).toBe(1);
  await expect(messages(page)).toHaveText(/^You’re offline/);
  await context.setOffline(false);
  await expect(messages(page)).toHaveCount(0, { timeout: 15_000 });
});

test('one message reports within three seconds that the server is down', async ({
  page,
  api,
  server,
  signIn,
  watch,
}) => {
  watch.allow(SERVER_GONE);
  await signIn();
  const live = hasItsCode(page);
  await page.goto(`/library/${await bookLibrary(api)}`);
  await live;
  const seen = await watchMessages(page);
  await server.kill();
  await expect(messages(page)).toHaveCount(1);
  expect(await firstOf(seen)).toBeLessThan(3000);
  await server.restart();
  await expect(messages(page)).toHaveCount(0, { timeout: 15_000 });
  expect((await seen()).most).toBe(1);
});

test('a failed call reports that the server is down before the silent live connection does', async ({
  page,
  api,
  signIn,
  watch,
}) => {
  watch.allow(/ERR_FAILED/);
  await signIn();
  // The refresh of the first live connection would bring the page back by itself.
  const ready = isReadLive(page, /\/personalized\?/);
  await page.goto(`/library/${await bookLibrary(api)}`);
  await ready;
  await page.route(/\/(api|ping)\b/, (route) => route.abort());
  const seen = await watchMessages(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Library', exact: true }).click();
  await expect(page.getByText(/^Can’t reach the server\. Your place is saved on this device\./)).toBeVisible();
  expect(await firstOf(seen)).toBeLessThan(3000);
  await page.unroute(/\/(api|ping)\b/);
  await expect(page.getByRole('grid', { name: 'Items' }).getByRole('link').first()).toBeVisible();
  await expect(messages(page)).toHaveCount(0);
});

test('a failed refresh of the libraries leaves the rail as it was', async ({ page, api, signIn, watch }) => {
  watch.allow(/ERR_FAILED/);
  await signIn();
  let failures = 0;
  await page.route(/\/api\/libraries$/, (route) => {
    failures += 1;
    return failures === 2 ? route.abort() : route.continue();
  });
  await page.goto(`/library/${await bookLibrary(api)}`);
  await expect.poll(() => failures).toBeGreaterThan(1);
  await expect.poll(() => failures, { timeout: 10_000 }).toBeGreaterThan(2);
  const home = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home', exact: true });
  await expect(home).toBeVisible();
});
