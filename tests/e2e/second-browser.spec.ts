import type { Page } from 'playwright/test';
import { expect, test, type ServerApi } from './support/fixtures.ts';
import { bookLibrary, booksOf, one, type Book } from './support/library.ts';
import { openLive } from './support/live.ts';
import { expectSteady } from './support/steady.ts';
import { GONE_ELSEWHERE } from './support/watch.ts';

// This page stays untouched: another device changes what it shows.

const titleOf = ({ media }: Book) => media.metadata.title;
const content = (page: Page) => page.locator('#content');
const rename = (api: ServerApi, { id }: { id: string }, title: string) =>
  api.call('PATCH', `/api/items/${id}/media`, { metadata: { title } });
const finish = (api: ServerApi, { id }: { id: string }) =>
  api.call('PATCH', `/api/me/progress/${id}`, { isFinished: true });
const remove = (api: ServerApi, { id }: { id: string }) => api.call('DELETE', `/api/items/${id}`);
const scan = (api: ServerApi, libraryId: string) => api.call('POST', `/api/libraries/${libraryId}/scan?force=0`);

test.use({ viewport: { width: 1100, height: 600 } });

test.beforeEach(({ watch }) => watch.allow(GONE_ELSEWHERE));

test('the bookshelf, scrolled', async ({ page, api, signIn }) => {
  const libraryId = await bookLibrary(api);
  const books = await booksOf(api, libraryId);
  await signIn();
  await openLive(page, `/library/${libraryId}/bookshelf`, /\/items\?/);
  const grid = page.getByRole('grid', { name: 'Items' });
  const count = page.getByRole('region', { name: 'Sort, filter and view' });
  await expect(grid.getByRole('link').first()).toHaveText(titleOf(one(books, 0)));
  await content(page).evaluate((element) => element.scrollTo(0, 240));
  await page.waitForFunction(() => document.getElementById('content')?.scrollTop === 240);
  const [seen, last] = [one(books, 8), one(books, -1)];
  await grid.getByRole('link', { name: titleOf(one(books, 9)), exact: true }).focus();
  const card = (title: string) => grid.getByRole('link', { name: title, exact: true });
  await expectSteady(
    page,
    () => rename(api, seen, `${titleOf(seen)}!`),
    () => expect(card(`${titleOf(seen)}!`)).toBeVisible(),
  );
  await expectSteady(
    page,
    () => finish(api, seen),
    () =>
      expect(
        grid
          .getByRole('gridcell')
          .filter({ has: page.getByRole('link', { name: `${titleOf(seen)}!`, exact: true }) })
          .getByRole('img', { name: 'Finished' }),
      ).toBeVisible(),
  );
  await expectSteady(
    page,
    () => remove(api, last),
    () => expect(count).toContainText(`${books.length - 1} books`),
  );
  const changes = page.getByRole('button', { name: 'Show changes' });
  await expectSteady(
    page,
    () => remove(api, one(books, 0)),
    () => expect(changes).toBeVisible(),
  );
  await expectSteady(
    page,
    () => scan(api, libraryId),
    () => expect(changes).toBeVisible(),
  );
});

test('the bookshelf at its start', async ({ page, api, signIn }) => {
  const libraryId = await bookLibrary(api);
  const books = await booksOf(api, libraryId);
  await signIn();
  await openLive(page, `/library/${libraryId}/bookshelf`, /\/items\?/);
  const grid = page.getByRole('grid', { name: 'Items' });
  const count = page.getByRole('region', { name: 'Sort, filter and view' });
  const card = grid.getByRole('link', { name: titleOf(one(books, 3)), exact: true });
  await card.focus();
  await remove(api, one(books, 1));
  await expect(count).toContainText(`${books.length - 1} books`);
  await expect(card).toBeFocused();
  await scan(api, libraryId);
  await expect(count).toContainText(`${books.length} books`);
  await expect(card).toBeFocused();
  await remove(api, one(books, 3));
  await expect(count).toContainText(`${books.length - 1} books`);
  await expect(grid.getByRole('link', { name: titleOf(one(books, 4)), exact: true })).toBeFocused();
});

test('the page of a book, until it is deleted', async ({ page, api, signIn }) => {
  const book = one(
    (await booksOf(api, await bookLibrary(api))).filter(({ media }) => media.numTracks > 0),
    0,
  );
  await signIn();
  await openLive(page, `/item/${book.id}`, new RegExp(`/api/items/${book.id}\\?`));
  const main = page.locator('main');
  const heading = page.getByRole('heading', { level: 1 });
  const add = main.getByRole('button', { name: /^Add / });
  await main.getByRole('button', { name: /^Play/ }).first().focus();
  const settled = () => expect(main.getByRole('button', { name: /^(Play|Resume)/ }).first()).toBeFocused();
  await rename(api, book, 'Another title');
  await expect(heading).toHaveText('Another title');
  await settled();
  await expect(add).toHaveAccessibleName('Add Another title');
  await api.call('PATCH', `/api/items/${book.id}/media`, {
    metadata: { authors: [{ id: 'new-1', name: 'Nobody Else' }], genres: ['Nonsense'] },
  });
  await expect(main.getByRole('link', { name: 'Nobody Else' })).toBeVisible();
  await expect(main.getByRole('link', { name: 'Nonsense' })).toBeVisible();
  await settled();
  const { authors } = (await api.call('GET', `/api/libraries/${await bookLibrary(api)}/authors`)) as {
    authors: { id: string; name: string }[];
  };
  const author = one(
    authors.filter(({ name }) => name === 'Nobody Else'),
    0,
  );
  await api.call('PATCH', `/api/authors/${author.id}`, { name: 'Somebody' });
  await expect(main.getByRole('link', { name: 'Somebody' })).toBeVisible();
  const { duration } = book.media;
  await api.call('PATCH', `/api/me/progress/${book.id}`, { duration, currentTime: duration / 2, progress: 0.5 });
  await expect(main).toContainText('50%');
  await settled();
  await remove(api, book);
  await expect(main).toContainText('“Another title” was removed');
  await expect(content(page)).toBeFocused();
});

for (const kind of ['collection', 'playlist'] as const) {
  test(`a ${kind} and the list of them, until it is deleted`, async ({ page, context, api, signIn }) => {
    const libraryId = await bookLibrary(api);
    const books = (await booksOf(api, libraryId)).slice(0, 5);
    const [first, second, third, four, five] = books as [Book, Book, Book, Book, Book];
    const entries = (some: readonly Book[]) =>
      kind === 'collection'
        ? { books: some.map(({ id }) => id) }
        : { items: some.map(({ id }) => ({ libraryItemId: id })) };
    const { id } = (await api.call('POST', `/api/${kind}s`, {
      libraryId,
      name: 'Watched',
      ...entries([first, second, third, four]),
    })) as { id: string };
    await api.call('POST', `/api/${kind}s`, { libraryId, name: 'Other', ...entries([five]) });
    await signIn();
    await openLive(page, `/${kind}/${id}`, new RegExp(`/api/${kind}s/${id}`));
    const list = await context.newPage();
    await openLive(list, `/library/${libraryId}/bookshelf/${kind}s`, new RegExp(`/${kind}s\\?`));
    const cards = list.getByRole('grid', { name: kind === 'collection' ? 'Collections' : 'Playlists' });
    const rows = page.getByRole('grid', { name: 'Items' });
    const links = rows.getByRole('link');
    await expect(links).toHaveText([first, second, third, four].map(titleOf));
    const focused = links.nth(1);
    await focused.focus();
    await cards.getByRole('link', { name: 'Watched' }).focus();
    const card = cards.getByRole('gridcell').filter({ hasText: 'Watched' });
    await expect(card).toContainText('4');

    await expectSteady(
      page,
      () => api.call('PATCH', `/api/${kind}s/${id}`, { name: 'Watched closely' }),
      () => expect(page.getByRole('heading', { level: 1 })).toHaveText('Watched closely'),
    );
    await expect(cards.getByRole('link', { name: 'Watched closely' })).toBeFocused();
    const add = kind === 'collection' ? { id: five.id } : { libraryItemId: five.id };
    await expectSteady(
      page,
      () => api.call('POST', `/api/${kind}s/${id}/${kind === 'collection' ? 'book' : 'item'}`, add),
      () => expect(links).toHaveText([first, second, third, four, five].map(titleOf)),
    );
    await expect(card).toContainText('5');
    await expectSteady(
      page,
      () => rename(api, four, 'Fourth'),
      () => expect(links.nth(3)).toHaveText('Fourth'),
    );
    await expectSteady(
      page,
      () => finish(api, four),
      () => expect(rows.getByRole('gridcell').nth(3).getByRole('img', { name: 'Finished' })).toBeVisible(),
    );
    await expectSteady(
      page,
      () => remove(api, four),
      () => expect(links).toHaveText([first, second, third, five].map(titleOf)),
    );
    await expect(card).toContainText('4');
    await api.call('DELETE', `/api/${kind}s/${id}/${kind === 'collection' ? 'book' : 'item'}/${first.id}`);
    await expect(links).toHaveText([second, third, five].map(titleOf));
    await expect(rows.getByRole('link', { name: titleOf(second) })).toBeFocused();
    await api.call('DELETE', `/api/${kind}s/${id}`);
    await expect(page).toHaveURL(new RegExp(`/bookshelf/${kind}s$`));
    await expect(content(page)).toBeFocused();
    await expect(cards.getByRole('link')).toHaveText(['Other']);
    await expect(cards.getByRole('link')).toBeFocused();
  });
}
