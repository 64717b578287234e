import { expect, expectAccessible, test } from './support/fixtures.ts';

test('tags are merged by keyboard, and custom providers added (CFG-051, CFG-052, areas 18, GEN-024)', async ({
  page,
  api,
  signIn,
}) => {
  const tags = async () => ((await api.call('GET', '/api/tags')) as { tags: string[] }).tags;
  const [first = '', second = ''] = (await tags()).toSorted();
  await signIn();
  await page.goto('/config/item-metadata-utils/tags');
  await page.getByRole('button', { name: `Rename ${second}`, exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel(`New name for ${second}`).fill(first);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByRole('button', { name: `Rename ${second}`, exact: true })).toBeHidden();
  expect(await tags()).not.toContain(second);
  await page.goto('/config/item-metadata-utils/custom-metadata-providers');
  await page.getByRole('button', { name: 'Add provider' }).click();
  await page.getByLabel('Name').fill('Shelfmark');
  await page.getByLabel('URL').fill('https://example.org/api');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { name: /Shelfmark/ })).toBeVisible();
});
