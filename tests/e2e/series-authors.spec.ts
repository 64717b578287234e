import { expect, expectAccessible, expectSound, LISTENER, test, type ServerApi } from './support/fixtures.ts';
import { bookLibrary, booksOf } from './support/library.ts';
import { isReadLive } from './support/live.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

async function authorsOf(api: ServerApi, libraryId: string): Promise<readonly Named[]> {
  return ((await api.call('GET', `/api/libraries/${libraryId}/authors`)) as { authors: Named[] }).authors;
}

async function authorNamed(api: ServerApi, name: string): Promise<Named> {
  const author = (await authorsOf(api, await bookLibrary(api))).find((one) => one.name === name);
  if (!author) throw new Error(`The demo has no author ${name}`);
  return author;
}

test('a series leads from the list to its books in order, plays the next one, and is marked as a whole (GEN-013, SER-002)', async ({
  page,
  api,
  signIn,
}) => {
  const libraryId = await bookLibrary(api);
  await signIn();
  const live = isReadLive(page, /\/series\?/);
  await page.goto(`/library/${libraryId}/bookshelf/series`);
  await live;
  const grid = page.getByRole('grid', { name: 'Series' });
  await expect(grid.getByText('2 books', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await grid.getByRole('link', { name: 'Sherlock Holmes' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Sherlock Holmes' })).toBeVisible();
  const books = page.getByRole('grid', { name: 'Books in order' });
  await expect(books.getByRole('link')).toHaveText(['A Scandal in Bohemia', 'The Red-Headed League']);
  await expectAccessible(page);
  // A range ends at its own book.
  await books.getByRole('link', { name: 'A Scandal in Bohemia' }).hover();
  await books.getByRole('checkbox', { name: 'Select A Scandal in Bohemia' }).click();
  await books.getByRole('checkbox', { name: 'Select The Red-Headed League' }).click({ modifiers: ['Shift'] });
  await expect(page.getByRole('banner').getByText('2 selected')).toBeVisible();
  await page.keyboard.press('Escape');
  await books.getByRole('link', { name: 'A Scandal in Bohemia' }).hover();
  await books.getByRole('button', { name: 'More options for A Scandal in Bohemia' }).click();
  await page.getByRole('menuitem', { name: 'Mark as finished' }).click();
  await expect(page.getByText('1 of 2 finished')).toBeVisible();
  await page.getByRole('button', { name: 'Continue with The Red-Headed League' }).click();
  await expectSound(page);
  await page.getByRole('button', { name: 'More for Sherlock Holmes' }).click();
  await page.getByRole('menuitem', { name: 'Mark all as finished' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Mark all as/ })
    .click();
  await expect(page.getByText('All finished')).toBeVisible();
  await page.goBack();
  await expect(grid.getByRole('link', { name: 'Sherlock Holmes' })).toBeFocused();
});

test('an author is edited in place: only changes are sent, and errors show at their field (GEN-014)', async ({
  page,
  api,
  signIn,
}) => {
  const author = await authorNamed(api, 'Aesop');
  await signIn();
  await page.goto(`/library/${await bookLibrary(api)}/bookshelf/authors`);
  await expect(page.getByRole('grid', { name: 'Authors' }).getByRole('link').first()).toHaveText('Aesop');
  await page.getByRole('link', { name: 'Aesop' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Aesop' })).toBeVisible();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit author: Aesop' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('No updates were necessary')).toBeVisible();
  await dialog.getByLabel('Image URL').fill('ftp://pictures/aesop.jpg');
  await dialog.getByRole('button', { name: 'Set image' }).click();
  await expect(dialog.getByText('Enter an address that starts with http: or https:')).toBeVisible();
  await expect(page.getByText('Invalid image URL')).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  await dialog.getByLabel('Description').fill('A teller of fables.');
  await api.call('PATCH', `/api/authors/${author.id}`, { name: 'Æsop' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('region', { name: 'Description' })).toHaveText('A teller of fables.');
  await expect(page.getByRole('heading', { level: 1, name: 'Æsop' })).toBeVisible();
});

test('a series is renamed, other tabs follow; the name of another one is refused', async ({ page, api, signIn }) => {
  const [first, second] = await booksOf(api, await bookLibrary(api));
  for (const [book, name] of [
    [first, 'Evenings'],
    [second, 'Mornings'],
  ] as const)
    await api.call('PATCH', `/api/items/${book?.id}/media`, { metadata: { series: [{ id: 'new', name }] } });
  await signIn();
  const list = await page.context().newPage();
  await list.goto(`/library/${await bookLibrary(api)}/bookshelf/series`);
  await expect(list.getByRole('link', { name: 'Evenings' })).toBeVisible();
  await page.goto(`/library/${await bookLibrary(api)}/bookshelf/series`);
  await page.getByRole('link', { name: 'Evenings' }).click();
  const more = page.getByRole('button', { name: 'More for Evenings' });
  await more.click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rename Evenings' });
  await dialog.getByLabel('Name').fill('mornings');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await expect(dialog.getByText(/already has a series with this name/)).toBeVisible();
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await expectAccessible(page, '[role=dialog]');
  await dialog.getByLabel('Name').fill('Late evenings');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Late evenings' })).toBeVisible();
  await expect(page.getByText('Series renamed to “Late evenings”')).toBeVisible();
  await expect(page.getByRole('button', { name: 'More for Late evenings' })).toBeFocused();
  await expect(list.getByRole('link', { name: 'Late evenings' })).toBeVisible();
});

test('an author who gets the name of another one is merged with him, and his page opens', async ({
  page,
  api,
  signIn,
}) => {
  const [author, other] = [await authorNamed(api, 'Aesop'), await authorNamed(api, 'Anton Chekhov')];
  await signIn();
  await page.goto(`/author/${author.id}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Anton Chekhov');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('“Anton Chekhov” already exists.')).toBeVisible();
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/author/${other.id}$`));
  await expect(page.getByRole('link', { name: '3 books' })).toBeVisible();
  await expect(page.getByText('Author merged')).toBeVisible();
  await expectAccessible(page);
});

test('without the right to change authors neither edit nor match shows', async ({ page, api, signIn }) => {
  const author = await authorNamed(api, 'Aesop');
  await signIn(LISTENER);
  await page.goto(`/author/${author.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Aesop' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0);
  await page.goto(`/library/${await bookLibrary(api)}/bookshelf/authors`);
  await page.getByRole('grid', { name: 'Authors' }).getByRole('link', { name: 'Aesop' }).hover();
  await expect(page.getByRole('button', { name: /More/ })).toHaveCount(0);
  await expectAccessible(page);
});
