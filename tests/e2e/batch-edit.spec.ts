import type { Page } from 'playwright/test';
import { expect, expectAccessible, test } from './support/fixtures.ts';
import { bookLibrary, booksOf } from './support/library.ts';

interface Saved {
  media: { tags: string[]; metadata: { title: string; genres: string[]; publisher: string | null } };
}
const card = (page: Page, number: number) => page.getByRole('region', { name: new RegExp(`^${number}: `) });

test('two books are edited together, refused once, then saved; undo restores both', async ({
  page,
  api,
  signIn,
  watch,
}) => {
  watch.allow(/400 \(Bad Request\)/);
  await signIn();
  const libraryId = await bookLibrary(api);
  const books = (await booksOf(api, libraryId)).slice(0, 2);
  const saved = (id: string) => api.call('GET', `/api/items/${id}?expanded=1`) as Promise<Saved>;
  const metadataOf = async () => Promise.all(books.map(async ({ id }) => (await saved(id)).media.metadata));
  const before = await metadataOf();
  await page.goto(`/library/${libraryId}/bookshelf`);
  const grid = page.getByRole('grid', { name: 'Items' });
  await grid.getByText(books[0]?.media.metadata.title ?? '', { exact: true }).focus();
  await page.keyboard.press('Shift+Space');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(page.getByRole('banner').getByText('2 selected')).toBeVisible();
  await page.getByRole('banner').getByRole('button', { name: 'Edit', exact: true }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Edit 2 items' })).toBeAttached();
  await expect(card(page, 2)).toBeVisible();

  await page.getByRole('button', { name: /^Map details/ }).press('Enter');
  await page.getByLabel('Use Publisher').check();
  await page.getByRole('combobox', { name: 'Publisher' }).first().fill('Batch house');
  await page.getByRole('button', { name: 'Apply to all' }).press('Enter');
  await expect(page.getByText('Applied to 2 items')).toBeVisible();
  await expectAccessible(page);
  await card(page, 1).getByLabel('Genres').fill('Odd');

  await page.reload();
  await expect(page.getByText('Your changes from before the page reloaded are back.')).toBeVisible();
  await page.goBack();
  const question = page.getByRole('dialog').filter({ hasText: 'Discard the unsaved changes to 2 items?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();

  await page.getByRole('button', { name: 'Review and save' }).click();
  await expect(page.getByText('Publisher: 2')).toBeVisible();
  await expectAccessible(page);
  const update = '**/api/items/batch/update';
  await page.route(update, (route) => route.fulfill({ status: 400, body: 'Not while it is snowing' }));
  await page.getByRole('button', { name: 'Save 2 items' }).click();
  await expect(page.getByText('0 saved, 2 not saved')).toBeVisible();
  await expect(page.getByText(/Not while it is snowing/).first()).toBeVisible();
  await page.unroute(update);
  await page.getByRole('button', { name: 'Save 2 items' }).click();
  const notices = page.getByRole('region', { name: 'Notifications' });
  await expect(notices.getByText('2 items updated')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/library/${libraryId}/bookshelf$`));
  const after = await metadataOf();
  expect(after).toEqual(
    before.map((metadata, at) => ({
      ...metadata,
      publisher: 'Batch house',
      ...(at === 0 ? { genres: [...metadata.genres, 'Odd'] } : {}),
    })),
  );
  await notices.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(metadataOf).toEqual(before);
});
