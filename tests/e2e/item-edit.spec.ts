import { expect, expectAccessible, test, type ServerApi } from './support/fixtures.ts';
import { boxAtRest, overlaps } from './support/box.ts';
import { bookLibrary, booksOf } from './support/library.ts';
import { isReadLive } from './support/live.ts';

interface Details {
  readonly media: {
    readonly tags: readonly string[];
    readonly metadata: {
      readonly subtitle: string | null;
      readonly publisher: string | null;
      readonly genres: string[];
    };
  };
}

const detailsOf = async (api: ServerApi, id: string) =>
  ((await api.call('GET', `/api/items/${id}?expanded=1`)) as Details).media;

test('a book is edited by keyboard from the shelf while another user edits it too, then the next one', async ({
  page,
  secondAdmin: other,
  api,
  signIn,
}) => {
  const libraryId = await bookLibrary(api);
  const [first, second] = await booksOf(api, libraryId);
  if (!first || !second) throw new Error('The demo has too few books');
  const [title, next] = [first.media.metadata.title, second.media.metadata.title];
  const before = await detailsOf(api, first.id);
  await signIn();
  const live = isReadLive(page, /\/items\?/);
  await page.goto(`/library/${libraryId}/bookshelf`);
  await live;
  const shelf = page.getByRole('grid');
  await shelf.getByRole('link', { name: title, exact: true }).focus();
  await page.keyboard.press('Tab');
  const more = page.getByRole('button', { name: `More options for ${title}` });
  while (!(await more.evaluate((button) => button === document.activeElement))) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Edit' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Edit: ${title}` });
  await expect(dialog.getByLabel('Title', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\?edit=/);
  await dialog.getByLabel('Subtitle').focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('A tale');
  await dialog.getByLabel('Genres').focus();
  await page.keyboard.type('Half typed');
  await page.keyboard.press('Tab');
  await expect(dialog.getByLabel('Genres')).toHaveValue('Half typed');
  await dialog.getByLabel('Language').fill('Mine');
  // Another user's saved changes come in, but typed values stay until a choice per field.
  await other.goto(`/item/${first.id}?edit=${first.id}`);
  const theirs = other.getByRole('dialog', { name: `Edit: ${title}` });
  await theirs.getByLabel('Subtitle').fill('Theirs');
  await theirs.getByLabel('Language').fill('Welsh');
  await theirs.getByLabel('Publisher').fill('Elsewhere');
  await theirs.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(other.getByText('Item details updated')).toBeVisible();
  await theirs.getByLabel('ISBN').fill('978-3-16-148410-0');
  await expect(dialog.getByText('Changed elsewhere to: Theirs')).toBeVisible();
  await expect(dialog.getByText('Changed elsewhere to: Welsh')).toBeVisible();
  await expect(dialog.getByLabel('Publisher')).toHaveValue('Elsewhere');
  await dialog.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await expect(dialog.getByText('Choose which value to keep, then save.')).toHaveCount(2);
  await expect(dialog.getByRole('button', { name: 'Use theirs: Subtitle' })).toBeFocused();
  await expectAccessible(page, '[role=dialog]');
  await dialog.getByRole('button', { name: 'Use theirs: Language' }).press('Enter');
  await dialog.getByRole('button', { name: 'Keep mine: Subtitle' }).press('Enter');
  await expect(dialog.getByText(/^Changed elsewhere/)).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Save', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Item details updated')).toBeVisible();
  const { metadata } = await detailsOf(api, first.id);
  expect(metadata).toMatchObject({
    subtitle: 'A tale',
    publisher: 'Elsewhere',
    language: 'Welsh',
    genres: [...before.metadata.genres, 'Half typed'],
  });
  await expect(theirs.getByLabel('Subtitle')).toHaveValue('A tale');
  await expect(theirs.getByLabel('ISBN')).toHaveValue('978-3-16-148410-0');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog', { name: `Edit: ${next}` })).toBeVisible();
  await page.getByLabel('Title', { exact: true }).fill('Renamed');
  await page.keyboard.press('Escape');
  await expect(page.getByText('Discard the unsaved changes')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await page.getByRole('button', { name: 'Save & close' }).press('Enter');
  await expect(shelf.getByRole('link', { name: 'Renamed', exact: true })).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(/\/bookshelf$/);
});

test('on a phone it is a sheet that a reload opens again and back closes', async ({ page, api, signIn, watch }) => {
  watch.allow(/500/);
  const [book] = await booksOf(api, await bookLibrary(api));
  if (!book) throw new Error('The demo has no book');
  const { title } = book.media.metadata;
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn();
  await page.goto(`/item/${book.id}`);
  await page.getByRole('button', { name: `More options for ${title}` }).click();
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Edit: ${title}` });
  await expect(dialog.getByLabel('Title', { exact: true })).toBeVisible();
  await dialog.getByLabel('Subtitle').fill('From before');
  await page.reload();
  await expect(dialog.getByText('Your changes from before the page reloaded are back.')).toBeVisible();
  await expect(dialog.getByLabel('Subtitle')).toHaveValue('From before');
  // It slides in: its resting position counts.
  await expect
    .poll(async () => {
      const box = await dialog.boundingBox();
      return [box?.x, box?.width, (box?.y ?? 0) + (box?.height ?? 0)];
    })
    .toEqual([0, 390, 844]);
  await expectAccessible(page, '[role=dialog]');
  await page.route('**/media', (route) => route.fulfill({ status: 500, body: 'Out of order' }));
  await dialog.getByLabel('Subtitle').fill('Kept');
  await dialog.getByRole('button', { name: 'Save & close' }).click();
  const toast = page.locator('[data-toast]', { hasText: 'Failed to update the item' });
  for (const [width, height] of [
    [390, 844],
    [1024, 700],
  ] as const) {
    await page.setViewportSize({ width, height });
    const button = await boxAtRest(dialog.getByRole('button', { name: 'Save & close' }));
    expect(overlaps(await boxAtRest(toast), button), `${width} px`).toBe(false);
  }
  await expect(dialog.getByLabel('Subtitle')).toHaveValue('Kept');
  await page.goBack();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`/item/${book.id}$`));
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
});
