import { expect, expectAdvance, test } from './support/fixtures.ts';
import { longestOfOneFile } from './support/library.ts';

test('a new book that seeks to its last seconds is finished when its sound ends, on the page and on the server', async ({
  page,
  api,
  signIn,
}) => {
  const { id, media } = await longestOfOneFile(api);
  await signIn();
  await page.goto(`/item/${id}`);
  await page.locator('main').getByRole('button', { name: /^Play/ }).first().click();
  await expectAdvance(page);
  await page.getByRole('slider', { name: 'Timeline' }).press('End');
  // The library counts the last ten seconds as the end; the sound continues to its own.
  const finished = page.locator('main').getByRole('button', { name: 'Mark as not finished' });
  await expect(finished).toBeVisible({ timeout: 20_000 });
  const onServer = async () =>
    (await api.call('GET', `/api/me/progress/${id}`)) as { isFinished: boolean; currentTime: number };
  await expect.poll(async () => media.duration - (await onServer()).currentTime, { timeout: 20_000 }).toBeLessThan(1);
  await expect.poll(async () => (await onServer()).isFinished).toBe(true);
  await page.reload();
  await expect(finished).toBeVisible();
});
