import { currentTime, expect, expectAdvance, expectSound, expectStill, test } from './support/fixtures.ts';
import { longestOfOneFile } from './support/library.ts';

test('a second tab shows what plays in the first, controls it, and takes it over at its second', async ({
  page,
  context,
  api,
  signIn,
}) => {
  const book = await longestOfOneFile(api);
  const { duration } = book.media;
  await api.call('PATCH', `/api/me/progress/${book.id}`, { duration, currentTime: 10, progress: 10 / duration });
  await signIn();
  await page.goto(`/item/${book.id}`);
  await page
    .locator('main')
    .getByRole('button', { name: /^Resume at/ })
    .click();
  await expectAdvance(page);

  const second = await context.newPage();
  await second.goto('/');
  const there = second.getByRole('region', { name: 'Player in another tab' });
  await expect(there.getByText('Playing in another tab')).toBeVisible();
  await expect(there.getByRole('link', { name: book.media.metadata.title })).toBeVisible();
  await expect(there.getByText(/^0:[1-3]\d \//)).toBeVisible();
  await there.getByRole('button', { name: 'Pause', exact: true }).click();
  await expectStill(page);
  await expect(there.getByText('Paused in another tab')).toBeVisible();
  await second.locator('main').click({ position: { x: 5, y: 5 } });
  await second.keyboard.press('Space');
  await expectAdvance(page);
  const before = await currentTime(page);
  await second.keyboard.press('ArrowRight');
  await expect.poll(() => currentTime(page)).toBeGreaterThan(before + 9);

  const time = await currentTime(page);
  await there.getByRole('button', { name: 'Play here' }).click();
  await expectAdvance(second);
  await expectSound(second);
  expect(await currentTime(second)).toBeGreaterThan(time - 0.5);
  expect(await currentTime(second)).toBeLessThan(time + 10);
  await expect(there).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Player', exact: true })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Player in another tab' })).toBeVisible();
  await second.close();
  await expect(page.getByRole('region', { name: 'Player in another tab' })).toHaveCount(0);
});
