import { currentTime, expect, expectAdvance, expectStill, test } from './support/fixtures.ts';
import { countedSeconds, savedTime } from './support/heard.ts';
import { longestOfOneFile } from './support/library.ts';
import { hasItsCode } from './support/live.ts';

test('listening in a page closed offline reaches the server from the next page, once, and playing resumes there', async ({
  page,
  context,
  api,
  signIn,
  watch,
}) => {
  watch.allow(/WebSocket|ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  const book = await longestOfOneFile(api);
  const { duration } = book.media;
  await api.call('PATCH', `/api/me/progress/${book.id}`, { duration, currentTime: 10, progress: 10 / duration });
  const saved = () => savedTime(api, book.id);
  await signIn();
  const live = hasItsCode(page);
  await page.goto(`/item/${book.id}`);
  await live;
  await page
    .locator('main')
    .getByRole('button', { name: /^Resume at/ })
    .click();
  await expectAdvance(page);
  await context.setOffline(true);
  await expectAdvance(page, 3);
  await page.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Pause', exact: true }).click();
  await expectStill(page);
  const time = await currentTime(page);
  await page.close();
  // What a closing page sends may get past an offline browser: the position only, no seconds.
  expect(await countedSeconds(api, book.id)).toBe(0);

  await context.setOffline(false);
  const next = await context.newPage();
  await next.goto(`/item/${book.id}`);
  await expect.poll(saved).toBeCloseTo(time, 1);
  await expect.poll(() => countedSeconds(api, book.id)).toBeCloseTo(time - 10, 0);
  const counted = await countedSeconds(api, book.id);
  await next
    .locator('main')
    .getByRole('button', { name: /^Resume at/ })
    .click();
  await expectAdvance(next);
  expect(await currentTime(next)).toBeGreaterThan(time - 0.1);
  await next.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Pause', exact: true }).click();
  await expectStill(next);
  const end = await currentTime(next);
  await expect.poll(() => countedSeconds(api, book.id)).toBeCloseTo(end - 10, 0);
  expect(end - 10).toBeGreaterThan(counted);
});
