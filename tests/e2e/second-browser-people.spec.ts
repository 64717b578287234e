import type { Page } from 'playwright/test';
import { connect, expect, test, type ServerApi } from './support/fixtures.ts';
import { bookLibrary, booksOf, librariesOf, one, type Book } from './support/library.ts';
import { becomesLive, itemRequest, openLive } from './support/live.ts';
import { expectSteady } from './support/steady.ts';
import { GONE_ELSEWHERE, SERVER_GONE } from './support/watch.ts';

// These pages stay untouched: another device changes what they show.

const titleOf = ({ media }: Book) => media.metadata.title;
const content = (page: Page) => page.locator('#content');
const edit = (api: ServerApi, { id }: { id: string }, metadata: object) =>
  api.call('PATCH', `/api/items/${id}/media`, { metadata });
const remove = (api: ServerApi, { id }: { id: string }) => api.call('DELETE', `/api/items/${id}`);
const scan = (api: ServerApi, libraryId: string) => api.call('POST', `/api/libraries/${libraryId}/scan?force=0`);
const authorsOf = async (api: ServerApi, libraryId: string) =>
  ((await api.call('GET', `/api/libraries/${libraryId}/authors`)) as { authors: { id: string; name: string }[] })
    .authors;

async function bookNamed(api: ServerApi, libraryId: string, title: string): Promise<Book> {
  const book = (await booksOf(api, libraryId)).find((one) => titleOf(one) === title);
  if (!book) throw new Error(`The demo has no ${title}`);
  return book;
}

test.use({ viewport: { width: 1100, height: 700 } });

test.beforeEach(({ watch }) => watch.allow(GONE_ELSEWHERE));

test('series: the list and the page of one', async ({ page, context, api, signIn }) => {
  const libraryId = await bookLibrary(api);
  const [first, second, other] = (await Promise.all(
    ['A Scandal in Bohemia', 'The Red-Headed League', 'The Bet'].map((title) => bookNamed(api, libraryId, title)),
  )) as [Book, Book, Book];
  await signIn();
  const list = await context.newPage();
  await openLive(list, `/library/${libraryId}/bookshelf/series`, /\/series\?/);
  const card = list.getByRole('gridcell').filter({ hasText: 'Sherlock Holmes' });
  await card.getByRole('link').click();
  await list.waitForURL(/\/series\//);
  const address = new URL(list.url()).pathname;
  await list.goBack();
  await expect(card).toContainText('2 books');
  await card.getByRole('link').focus();
  await openLive(page, address, /\/items\?/);
  const grid = page.getByRole('grid', { name: 'Books in order' });
  await expect(grid.getByRole('link')).toHaveText([titleOf(first), titleOf(second)]);
  const focused = grid.getByRole('link', { name: titleOf(first) });
  await focused.focus();
  const names = (titles: readonly string[]) => () => expect(grid.getByRole('link')).toHaveText([...titles]);
  await expectSteady(
    page,
    () => edit(api, other, { series: [{ id: 'new-1', name: 'Sherlock Holmes', sequence: '3' }] }),
    names([titleOf(first), titleOf(second), 'The Bet']),
  );
  await expect(card).toContainText('3 books');
  await expectSteady(
    page,
    () => edit(api, other, { title: 'The Wager' }),
    names([titleOf(first), titleOf(second), 'The Wager']),
  );
  await expectSteady(page, () => remove(api, second), names([titleOf(first), 'The Wager']));
  await expect(card).toContainText('2 books');
  await expectSteady(page, () => scan(api, libraryId), names([titleOf(first), titleOf(second), 'The Wager']));
  await expect(card).toContainText('3 books');
  await expect(card.getByRole('link')).toBeFocused();
  for (const title of [titleOf(first), titleOf(second), 'The Wager'])
    await edit(api, await bookNamed(api, libraryId, title), { series: [] });
  await expect(page.locator('main')).toContainText('“Sherlock Holmes” is gone');
  await expect(content(page)).toBeFocused();
  await expect(card).toHaveCount(0);
});

test('authors: the list and the page of one', async ({ page, context, api, signIn }) => {
  const libraryId = await bookLibrary(api);
  const author = one(
    (await authorsOf(api, libraryId)).filter(({ name }) => name === 'Arthur Conan Doyle'),
    0,
  );
  const [scandal, bet] = [
    await bookNamed(api, libraryId, 'A Scandal in Bohemia'),
    await bookNamed(api, libraryId, 'The Bet'),
  ];
  await signIn();
  await openLive(page, `/author/${author.id}`, /\/api\/authors\//);
  const list = await context.newPage();
  await openLive(list, `/library/${libraryId}/bookshelf/authors`, /\/authors\?/);
  const card = list.getByRole('gridcell').filter({ hasText: 'Doyle' });
  await expect(card).toContainText('2 books');
  await card.getByRole('link').first().focus();
  const main = page.locator('main');
  const row = main.getByRole('region', { name: /books?$/ }).getByRole('listitem');
  await main.getByRole('link', { name: 'The Red-Headed League' }).first().focus();
  const heading = page.getByRole('heading', { level: 1 });
  await expectSteady(
    page,
    () => api.call('PATCH', `/api/authors/${author.id}`, { name: 'Sir Conan Doyle' }),
    () => expect(heading).toHaveText('Sir Conan Doyle'),
  );
  const renamed = list.getByRole('gridcell').filter({ hasText: 'Sir Conan Doyle' });
  await expect(renamed).toHaveCount(1);
  await edit(api, bet, { authors: [{ id: 'new-1', name: 'Sir Conan Doyle' }] });
  await expect(row.filter({ hasText: 'The Bet' })).toHaveCount(1);
  await expect(main.getByRole('link', { name: 'The Red-Headed League' }).first()).toBeFocused();
  await expect(renamed).toContainText('3 books');
  await remove(api, scandal);
  await expect(row.filter({ hasText: 'A Scandal in Bohemia' })).toHaveCount(0);
  await expect(main.getByRole('link', { name: 'The Red-Headed League' }).first()).toBeFocused();
  await expect(renamed).toContainText('2 books');
  await scan(api, libraryId);
  await expect.poll(async () => (await booksOf(api, libraryId)).length).toBeGreaterThan(10);
  await expect(list.getByRole('gridcell').filter({ hasText: 'Arthur Conan Doyle' })).toContainText('1 book');
  await expect(renamed.getByRole('link').first()).toBeFocused();
  await api.call('DELETE', `/api/authors/${author.id}`);
  await expect(page).toHaveURL(/\/bookshelf\/authors$/);
  await expect(content(page)).toBeFocused();
  await expect(renamed).toHaveCount(0);
});

test('narrators', async ({ page, api, signIn }) => {
  const libraryId = await bookLibrary(api);
  await signIn();
  await openLive(page, `/library/${libraryId}/narrators`, /\/narrators$/);
  const rows = page.getByRole('grid', { name: 'Narrators' }).getByRole('link');
  const row = rows.filter({ hasText: 'Dan Hollis' });
  await row.focus();
  const bet = await bookNamed(api, libraryId, 'The Bet');
  await edit(api, bet, { narrators: ['Aaron Aardvark'] });
  await expect(rows.first()).toHaveText(/Aaron Aardvark/);
  await expect(row).toBeFocused();
  await remove(api, bet);
  await expect(rows.filter({ hasText: 'Aaron' })).toHaveCount(0);
  await expect(row).toBeFocused();
});

test('search: the page of results', async ({ page, api, signIn }) => {
  const libraryId = await bookLibrary(api);
  const [one, other] = [
    await bookNamed(api, libraryId, 'Frankenstein'),
    await bookNamed(api, libraryId, 'Pride and Prejudice'),
  ];
  await signIn();
  await openLive(page, `/library/${libraryId}/search?q=fran`, /\/search\?/);
  const books = page.getByRole('region', { name: 'Books' }).getByRole('link').filter({ hasNotText: 'Show all' });
  await page.getByRole('link', { name: 'Frankenstein' }).first().focus();
  await edit(api, other, { title: 'Frank and Prejudice' });
  await expect(page.getByRole('link', { name: 'Frank and Prejudice' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Frankenstein' }).first()).toBeFocused();
  await edit(api, other, { title: 'Pride and Prejudice' });
  await expect(page.getByRole('link', { name: 'Frank and Prejudice' })).toHaveCount(0);
  await remove(api, one);
  await expect(books.filter({ hasText: 'Frankenstein' })).toHaveCount(0);
  await expect(content(page)).toBeFocused();
});

test('home', async ({ page, api, signIn }) => {
  const libraryId = await bookLibrary(api);
  const books = (await booksOf(api, libraryId)).filter(({ media }) => media.numTracks > 0);
  const [one, two, three] = books as [Book, Book, Book];
  const begin = ({ id, media: { duration } }: Book) =>
    api.call('PATCH', `/api/me/progress/${id}`, { currentTime: duration / 4, duration, progress: 0.25 });
  for (const book of [one, two, three]) await begin(book);
  await signIn();
  await openLive(page, `/library/${libraryId}`, /\/personalized\?/);
  const row = page.getByRole('region', { name: 'Continue listening' });
  const added = page.getByRole('region', { name: 'Recently added' });
  const focused = added.getByRole('link').nth(2);
  await focused.focus();
  const title = (await focused.textContent()) ?? '';
  const stays = () => expect(added.getByRole('link', { name: title, exact: true })).toBeFocused();
  const shown = row.getByRole('link', { name: titleOf(one), exact: true });
  await expect(shown.or(page.getByRole('link', { name: titleOf(one), exact: true })).first()).toBeVisible();
  await edit(api, two, { title: 'Renamed Elsewhere' });
  await expect(page.getByRole('link', { name: 'Renamed Elsewhere', exact: true }).first()).toBeVisible();
  await stays();
  await api.call('PATCH', `/api/me/progress/${one.id}`, { isFinished: true });
  await expect(row.getByRole('link', { name: titleOf(one), exact: true })).toHaveCount(0);
  await stays();
  const gone = (await added.getByRole('link').nth(1).textContent()) ?? '';
  const book = await bookNamed(api, libraryId, gone);
  await remove(api, book);
  await expect(added.getByRole('link', { name: gone, exact: true })).toHaveCount(0);
  await stays();
  await scan(api, libraryId);
  await expect(added.getByRole('link', { name: gone, exact: true })).toBeVisible();
  await stays();
});

test('rights: removed rights are not offered any more, and a removed library is left', async ({
  page,
  api,
  server,
  signIn,
  watch,
}) => {
  watch.allow(SERVER_GONE, /403|503/);
  const libraryId = await bookLibrary(api);
  const podcasts = (await librariesOf(api)).find(({ mediaType }) => mediaType === 'podcast')?.id ?? '';
  const [book] = await booksOf(api, libraryId);
  const account = { username: 'reader', password: 'one-two-three', type: 'user', isActive: true };
  const may = { update: true, delete: false, download: false, accessAllLibraries: true };
  const { user } = (await api.call('POST', '/api/users', { ...account, permissions: may })) as { user: { id: string } };
  /** The server sends this to the account with the next connection. */
  const allow = async (change: object, librariesAccessible: readonly string[] = []) => {
    const permissions = { ...may, ...change };
    const live = becomesLive(page);
    await (await connect(server)).call('PATCH', `/api/users/${user.id}`, { permissions, librariesAccessible });
    await server.restart();
    await live;
  };
  await signIn(account);
  await openLive(page, `/item/${book?.id}`, itemRequest(book?.id));
  const more = page.locator('main').getByRole('button', { name: /^More/ });
  await expect(more).toBeVisible();
  await more.focus();
  await allow({ update: false });
  await expect(more).toHaveCount(0);
  await expect(content(page)).toBeFocused();
  await openLive(page, `/library/${libraryId}/bookshelf`, /\/items\?/);
  await page.getByRole('grid', { name: 'Items' }).getByRole('link').first().focus();
  await allow({ update: false, accessAllLibraries: false }, [podcasts]);
  await expect(page).toHaveURL(new RegExp(`/library/${podcasts}$`));
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Podcasts');
});
