import { expect, test } from './support/fixtures.ts';
import { becomesLive, isReadLive, itemRequest } from './support/live.ts';
import { bookLibrary, booksOf, firstOnHome } from './support/library.ts';
import { GONE_ELSEWHERE } from './support/watch.ts';

test('a title changed elsewhere shows on home, the bookshelf and the book without a reload (GEN-017)', async ({
  page,
  context,
  api,
  signIn,
}) => {
  const libraryId = await bookLibrary(api);
  const book = await firstOnHome(api, libraryId);
  await signIn();
  const [shelf, item] = [await context.newPage(), await context.newPage()];
  const live = [page, shelf, item].map(becomesLive);
  await page.goto(`/library/${libraryId}`);
  await shelf.goto(`/library/${libraryId}/bookshelf`);
  await item.goto(`/item/${book.id}`);
  for (const tab of [page, shelf, item])
    await expect(tab.locator('main').getByText(book.media.metadata.title).first()).toBeVisible();
  await Promise.all(live);
  await api.call('PATCH', `/api/items/${book.id}/media`, { metadata: { title: 'Renamed Elsewhere' } });
  for (const tab of [page, shelf, item])
    await expect(tab.locator('main').getByText('Renamed Elsewhere').first()).toBeVisible();
});

test('progress made on another device shows on the book without a reload', async ({ page, api, signIn }) => {
  const [book] = await booksOf(api, await bookLibrary(api));
  if (!book) throw new Error('The demo has no book');
  await signIn();
  const live = becomesLive(page);
  await page.goto(`/item/${book.id}`);
  await expect(page.locator('main').getByRole('button', { name: /^Play/ }).first()).toBeVisible();
  await live;
  const { duration } = book.media;
  await api.call('PATCH', `/api/me/progress/${book.id}`, { duration, currentTime: duration / 2, progress: 0.5 });
  await expect(page.locator('main').getByRole('button', { name: /^Resume at/ })).toBeVisible();
  await expect(page.locator('main')).toContainText('50%');
});

test('a book deleted elsewhere leaves the bookshelf, and its own page says so', async ({
  page,
  context,
  api,
  signIn,
  watch,
}) => {
  watch.allow(GONE_ELSEWHERE);
  const libraryId = await bookLibrary(api);
  const books = await booksOf(api, libraryId);
  const [book] = books;
  await signIn();
  const item = await context.newPage();
  const live = [becomesLive(page), isReadLive(item, itemRequest(book?.id))];
  await page.goto(`/library/${libraryId}/bookshelf`);
  await item.goto(`/item/${book?.id}`);
  await expect(page.getByText(`${books.length} books`, { exact: true }).first()).toBeVisible();
  await expect(item.getByRole('heading', { level: 1, name: book?.media.metadata.title ?? '' })).toBeVisible();
  await Promise.all(live);
  await api.call('DELETE', `/api/items/${book?.id}`);
  await expect(page.getByText(`${books.length - 1} books`, { exact: true }).first()).toBeVisible();
  await expect(item.locator('main')).toContainText(/removed|not here|gone/i);
});

test('a scan that finds a book again puts it on the bookshelf', async ({ page, api, signIn }) => {
  const libraryId = await bookLibrary(api);
  const books = await booksOf(api, libraryId);
  await api.call('DELETE', `/api/items/${books[0]?.id}`);
  await signIn();
  const live = becomesLive(page);
  await page.goto(`/library/${libraryId}/bookshelf`);
  await expect(page.getByText(`${books.length - 1} books`, { exact: true }).first()).toBeVisible();
  await live;
  await api.call('POST', `/api/libraries/${libraryId}/scan?force=0`);
  await expect(page.getByText(`${books.length} books`, { exact: true }).first()).toBeVisible();
});

test('going back restores the position on the bookshelf', async ({ page, api, signIn }) => {
  await page.setViewportSize({ width: 900, height: 500 });
  const libraryId = await bookLibrary(api);
  const books = await booksOf(api, libraryId);
  const last = books.at(-1)?.media.metadata.title ?? '';
  await signIn();
  await page.goto(`/library/${libraryId}/bookshelf`);
  const scroller = page.locator('#content');
  await expect(page.locator('main').getByRole('link').first()).toBeVisible();
  await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await page.locator('main').getByRole('link', { name: last }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: last })).toBeVisible();
  await page.goBack();
  await expect(page.locator('main').getByRole('link', { name: last }).first()).toBeInViewport();
});
