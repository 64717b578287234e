import { expect, test } from './support/fixtures.ts';
import { bookLibrary, booksOf } from './support/library.ts';

test('links lead from home over the bookshelf to a book, and back', async ({ page, api, signIn }) => {
  const libraryId = await bookLibrary(api);
  const title = (await booksOf(api, libraryId))[0]?.media.metadata.title ?? '';
  await signIn();
  await page.goto(`/library/${libraryId}`);
  await expect(page.getByRole('heading', { name: 'Recently added' })).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Library', exact: true }).first().click();
  await expect(page).toHaveURL(/\/bookshelf/);
  await page.locator('main').getByRole('link', { name: title }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/bookshelf/);
});

test('a missing book shows an error', async ({ page, signIn, watch }) => {
  watch.allow(/404/);
  await signIn();
  await page.goto('/item/nothing');
  await expect(page.locator('main')).toContainText(/not found/);
});

test('an unknown address shows an error', async ({ page, signIn }) => {
  await signIn();
  await page.goto('/nowhere/at/all');
  await expect(page.getByRole('heading', { name: 'Error 404' })).toBeVisible();
});
