import type { Page } from 'playwright/test';
import { expect, test } from './support/fixtures.ts';
import { becomesLive } from './support/live.ts';
import { bookLibrary, booksOf } from './support/library.ts';

const cover = (page: Page, itemId: string) =>
  page
    .locator('main [data-cell]')
    .filter({ has: page.locator(`a[href$="/item/${itemId}"]`) })
    .locator('img');

/** The colour in the middle of the loaded cover; null while it is pending. */
const colour = (page: Page, itemId: string) =>
  cover(page, itemId).evaluate((picture: HTMLImageElement) => {
    if (!picture.complete || picture.naturalWidth === 0) return null;
    const context = new OffscreenCanvas(1, 1).getContext('2d');
    context?.drawImage(picture, 0, 0, 1, 1);
    return context?.getImageData(0, 0, 1, 1).data.join(' ') ?? null;
  });

/** Paths of the covers that were transferred since the page opened, not read from the browser's cache. */
const transferred = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry.name.includes('/cover') && (entry as PerformanceResourceTiming).transferSize > 0)
      .map((entry) => new URL(entry.name).pathname),
  );

test('a cover changed elsewhere shows at once, and a reload transfers no cover again (pitfall 37)', async ({
  page,
  server,
  api,
  signIn,
}) => {
  const libraryId = await bookLibrary(api);
  const [changed, other] = (await booksOf(api, libraryId)).map(({ id }) => id);
  if (!changed || !other) throw new Error('The demo has fewer than two books');
  await signIn();
  const live = becomesLive(page);
  await page.goto(`/library/${libraryId}/bookshelf`);
  await expect.poll(() => colour(page, changed)).not.toBe(null);
  await expect.poll(() => colour(page, other)).not.toBe(null);
  const [before, wanted] = [await colour(page, changed), await colour(page, other)];
  expect(before).not.toBe(wanted);
  await live;

  const picture = await (await fetch(`${server.url}/api/items/${other}/cover?raw=1`)).blob();
  const body = new FormData();
  body.append('cover', picture, 'cover.png');
  const headers = { authorization: `Bearer ${api.accessToken}` };
  const answer = await fetch(`${server.url}/api/items/${changed}/cover`, { method: 'POST', headers, body });
  expect(answer.status).toBe(200);
  await expect.poll(() => colour(page, changed)).toBe(wanted);

  await page.reload();
  await expect.poll(() => colour(page, changed)).toBe(wanted);
  await expect.poll(() => colour(page, other)).toBe(wanted);
  expect(await transferred(page)).toEqual([]);
});
