import type { Locator, Page } from 'playwright/test';
import { expect, test, type ServerApi } from './support/fixtures.ts';
import { expectFocusSeen, tabTo } from './support/keys.ts';
import { bookLibrary, booksOf, one, type Book } from './support/library.ts';

const titleOf = ({ media }: Book) => media.metadata.title;

/** The focus is on it and visible. */
async function expectFocus(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeFocused();
  await expectFocusSeen(page);
}

/** Ids of the books of the only collection, in its order. */
async function collected(api: ServerApi): Promise<readonly string[]> {
  const { collections } = (await api.call('GET', '/api/collections')) as { collections: { books: { id: string }[] }[] };
  return collections[0]?.books.map(({ id }) => id) ?? [];
}

test('without a mouse: a book is found, ten books of a filtered shelf become an ordered collection, and a removal is undone', async ({
  page,
  api,
  signIn,
}) => {
  const libraryId = await bookLibrary(api);
  const [heard, ...unheard] = await booksOf(api, libraryId);
  if (!heard) throw new Error('The demo has no book');
  await api.call('PATCH', `/api/me/progress/${heard.id}`, { isFinished: true });
  const wanted = unheard.slice(0, 10);
  const { keyboard } = page;
  const content = page.locator('#content');
  const navigation = page.getByRole('navigation', { name: 'Main' }).first();
  const banner = page.getByRole('banner');
  const notices = page.getByRole('region', { name: 'Notifications' });
  await signIn();
  await page.goto(`/library/${libraryId}`);
  await expect(content.getByRole('link').first()).toBeVisible();

  await test.step('a book is found by search', async () => {
    const field = page.getByRole('combobox', { name: 'Search' });
    await keyboard.press('/');
    await expectFocus(page, field);
    await keyboard.type('frankenstein');
    const result = page.getByRole('listbox', { name: 'Search results' }).getByRole('option').first();
    await expect(result).toContainText('Frankenstein');
    await keyboard.press('ArrowDown');
    await expect(result).toHaveAttribute('aria-selected', 'true');
    await expectFocus(page, field);
    await keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Frankenstein');
    await expect(content).toBeFocused();
  });

  await test.step('the shelf is filtered', async () => {
    await tabTo(page, navigation.getByRole('link', { name: 'Library', exact: true }), 'Shift+Tab');
    await keyboard.press('Enter');
    await expect(page).toHaveURL(/\/bookshelf$/);
    await expect(content).toBeFocused();
    const filter = page.getByRole('button', { name: 'Filter', exact: true });
    await expect(page.getByRole('grid', { name: 'Items' }).getByRole('link').first()).toBeVisible();
    await tabTo(page, filter, 'Shift+Tab');
    await keyboard.press('Enter');
    const menu = page.getByRole('dialog', { name: 'Filter' });
    await expectFocus(page, menu.getByRole('button', { name: 'All', exact: true }));
    const progress = menu.getByRole('button', { name: 'Progress', exact: true });
    for (const group of ['Genre', 'Tag', 'Series', 'Author', 'Narrator', 'Publisher', 'Decade', 'Language']) {
      await keyboard.press('ArrowDown');
      await expectFocus(page, menu.getByRole('button', { name: new RegExp(group) }));
    }
    await keyboard.press('ArrowDown');
    await expectFocus(page, progress);
    await keyboard.press('Enter');
    await expectFocus(page, menu.getByRole('searchbox', { name: 'Search Progress' }));
    await keyboard.type('not st');
    await keyboard.press('ArrowDown');
    await expectFocus(page, menu.getByRole('button', { name: 'Not started', exact: true }));
    await keyboard.press('Enter');
    await expect(page).toHaveURL(/filter=progress\./);
    await expect(menu).toBeHidden();
    await expectFocus(page, filter);
  });

  const grid = page.getByRole('grid', { name: 'Items' });
  await test.step('ten books are selected', async () => {
    const first = grid.getByRole('link').first();
    await expect(first).toHaveText(titleOf(one(wanted, 0)));
    await tabTo(page, first);
    await keyboard.press('Shift+Space');
    await expectFocus(page, grid.getByRole('button', { pressed: true }));
    for (let more = 1; more < 10; more += 1) {
      await keyboard.press('Shift+ArrowRight');
      await expectFocus(page, grid.getByRole('button', { pressed: true }).nth(more));
    }
    await expect(grid.getByRole('button', { pressed: true })).toHaveText(wanted.map(titleOf));
    await expect(banner.getByText('10 selected')).toBeVisible();
  });

  await test.step('they become a collection', async () => {
    await tabTo(page, banner.getByRole('button', { name: 'More actions' }), 'Shift+Tab');
    await keyboard.press('Enter');
    await expectFocus(page, page.getByRole('menuitem', { name: 'Add to collection' }));
    await keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Add to collection' });
    await expect(dialog).toBeFocused();
    await expect(dialog.getByText('No collections yet')).toBeVisible();
    const name = dialog.getByRole('textbox', { name: 'New collection' });
    await tabTo(page, name);
    await keyboard.type('Ten');
    await keyboard.press('Enter');
    await expect(notices.getByText('Collection “Ten” created')).toBeVisible();
    await expect(dialog.getByRole('checkbox', { name: 'Ten' })).toBeChecked();
    await expectFocus(page, name);
    await keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(banner.getByText('10 selected')).toBeHidden();
    await expectFocus(page, grid.getByRole('link', { name: titleOf(one(wanted, 9)), exact: true }));
    expect(await collected(api)).toEqual(wanted.map(({ id }) => id));
  });

  const rows = page.getByRole('grid', { name: 'Items' });
  const gripOf = (book: Book) => rows.getByRole('button', { name: `Move ${titleOf(book)}`, exact: true });
  const [first, second, third, ...others] = wanted as [Book, Book, Book, ...Book[]];
  const ordered = [second, third, first, ...others];
  await test.step('it is reordered', async () => {
    await tabTo(page, navigation.getByRole('link', { name: 'Collections', exact: true }), 'Shift+Tab');
    await keyboard.press('Enter');
    const card = page.getByRole('grid', { name: 'Collections' }).getByRole('link', { name: 'Ten' });
    await expect(card).toBeVisible();
    await expect(content).toBeFocused();
    await tabTo(page, card);
    await keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Ten' })).toBeVisible();
    await expect(content).toBeFocused();
    await expect(rows.getByRole('link')).toHaveText(wanted.map(titleOf));
    await tabTo(page, gripOf(first));
    await keyboard.press('ArrowDown');
    await expectFocus(page, gripOf(first));
    await keyboard.press('ArrowDown');
    await expectFocus(page, gripOf(first));
    await expect(rows.getByRole('link')).toHaveText(ordered.map(titleOf));
    await expect.poll(() => collected(api)).toEqual(ordered.map(({ id }) => id));
    await expectFocus(page, gripOf(first));
  });

  await test.step('a book is removed, and returns to its position', async () => {
    const removeOf = (book: Book) =>
      rows.getByRole('button', { name: `Remove ${titleOf(book)} from this list`, exact: true });
    await tabTo(page, removeOf(first), 'Shift+Tab');
    await keyboard.press('Enter');
    await expectFocus(page, removeOf(one(others, 0)));
    await expect(rows.getByRole('link')).toHaveText([second, third, ...others].map(titleOf));
    await expect(notices.getByRole('button', { name: 'Undo' })).toBeVisible();
    await keyboard.press('F8');
    await expectFocus(page, notices.getByRole('button', { name: 'Undo' }));
    await keyboard.press('Enter');
    await expect(rows.getByRole('link')).toHaveText(ordered.map(titleOf));
    await expect.poll(() => collected(api)).toEqual(ordered.map(({ id }) => id));
    await expect(rows.getByRole('button').and(page.locator(':focus'))).toHaveCount(1);
    await expectFocusSeen(page);
  });
});
