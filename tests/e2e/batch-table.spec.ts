import type { Page } from 'playwright/test';
import { expect, expectAccessible, test } from './support/fixtures.ts';
import { bookLibrary, booksOf } from './support/library.ts';

interface Saved {
  media: { tags: string[]; metadata: { title: string; subtitle: string | null; publisher: string | null } };
}

/** The cell of a row and column, both counted from 0. */
const cell = (page: Page, row: number, column: number) => page.locator(`[data-at="${row}:${column}"]`);
const press = async (page: Page, ...keys: readonly string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

test('three books are edited in a table by keyboard alone, filled, undone and redone (SEL-039)', async ({
  page,
  api,
  signIn,
}) => {
  await signIn();
  const libraryId = await bookLibrary(api);
  const books = (await booksOf(api, libraryId)).slice(0, 3);
  const saved = (id: string) => api.call('GET', `/api/items/${id}?expanded=1`) as Promise<Saved>;
  const mediaOf = async () => Promise.all(books.map(async ({ id }) => (await saved(id)).media));
  const before = await mediaOf();
  await page.goto(`/library/${libraryId}/bookshelf`);
  await page
    .getByRole('grid', { name: 'Items' })
    .getByText(books[0]?.media.metadata.title ?? '', { exact: true })
    .focus();
  await press(page, 'Shift+Space', 'Shift+ArrowRight', 'Shift+ArrowRight');
  await page.getByRole('banner').getByRole('button', { name: 'More actions' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Edit as table' }).press('Enter');
  await expect(page).toHaveURL(/\/batch\?view=table$/);
  await expect(page.getByRole('grid', { name: 'Details of the items' })).toBeVisible();

  await cell(page, 0, 1).focus();
  await press(page, 'Enter', 'Control+A');
  await page.keyboard.type('Table house');
  await press(page, 'Enter');
  await expect(cell(page, 1, 1)).toBeFocused();
  await expect(cell(page, 0, 1)).toHaveText('Table houseChanged');
  await press(page, 'x', 'Escape');
  await expect(cell(page, 1, 1)).toHaveText(before[1]?.metadata.subtitle ?? '');
  await press(page, 'ArrowUp', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Control+d');
  await expect(cell(page, 2, 1)).toHaveText('Table houseChanged');
  await press(page, 'Control+z');
  await expect(page.getByText('1 item changed')).toBeVisible();
  await press(page, 'Control+Shift+z');
  await expect(page.getByText('3 items changed')).toBeVisible();
  await expectAccessible(page);

  await press(page, 'Control+h');
  await expect(page.getByRole('heading', { name: 'Find and replace' })).toBeFocused();
});
