import { expect, expectAccessible, test } from './support/fixtures.ts';
import { bookLibrary, librariesOf } from './support/library.ts';

test('on a phone the titles of the latest episodes show in full beside their buttons', async ({
  page,
  api,
  signIn,
}) => {
  const podcasts = (await librariesOf(api)).find(({ mediaType }) => mediaType === 'podcast')?.id ?? '';
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn();
  await page.goto(`/library/${podcasts}/podcast/latest`);
  const titles = page.getByRole('grid', { name: 'Latest episodes' }).locator('h3 button');
  await expect(titles.first()).toBeVisible();
  const cut = () => titles.evaluateAll((all) => all.filter((one) => one.scrollHeight > one.clientHeight + 1).length);
  expect(await cut()).toBe(0);
  await expectAccessible(page);
});

test('series and narrators are accessible with their toolbars', async ({ page, api, signIn }) => {
  const library = await bookLibrary(api);
  await signIn();
  await page.goto(`/library/${library}/narrators`);
  await expect(page.getByRole('region', { name: 'Sort, filter and view' })).toContainText('narrators');
  await expectAccessible(page);
  await page.goto(`/library/${library}/bookshelf/series`);
  await page.getByRole('grid', { name: 'Series' }).getByRole('link').first().click();
  await expect(page.getByRole('region', { name: 'Breadcrumb' })).toContainText('Series');
  await expectAccessible(page);
});
