import { expect, expectAccessible, test, type ServerApi } from './support/fixtures.ts';
import { boxAtRest } from './support/box.ts';
import { bookLibrary, booksOf } from './support/library.ts';
import { isReadLive } from './support/live.ts';

async function setUp(api: ServerApi, names: readonly string[]) {
  const libraryId = await bookLibrary(api);
  const books = (await booksOf(api, libraryId)).map(({ id }) => id);
  const make = (name: string, count = 3) =>
    api.call('POST', '/api/collections', { libraryId, name, books: books.slice(0, count) });
  for (const [index, name] of names.entries()) await make(name, index + 1);
  return { address: `/library/${libraryId}/bookshelf/collections`, make };
}

test('the collections of a library show name and number of books, and lead to their pages by keyboard', async ({
  page,
  api,
  signIn,
}) => {
  const { address, make } = await setUp(api, ['Adventures', 'Bedtime']);
  await signIn();
  await page.goto('/');
  await page.getByRole('link', { name: 'Collections', exact: true }).first().click();
  await expect(page).toHaveURL(new RegExp(`${address}$`));
  const grid = page.getByRole('grid', { name: 'Collections' });
  await expect(grid.getByRole('link')).toHaveText(['Adventures', 'Bedtime']);
  await expect(grid.getByText('1 book', { exact: true })).toBeVisible();
  await expect(grid.getByText('2 books', { exact: true })).toBeVisible();
  await make('Classics');
  await expect(grid.getByRole('link', { name: 'Classics' })).toBeVisible();
  await grid.getByRole('link', { name: 'Adventures' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(grid.getByRole('link', { name: 'Bedtime' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/collection\//);
  await expect(page.getByRole('heading', { level: 1, name: 'Bedtime' })).toBeVisible();
  await page.goBack();
  await expect(grid.getByRole('link', { name: 'Bedtime' })).toBeFocused();
});

test('two collections fit side by side at 780 px', async ({ page, api, signIn }) => {
  const { address } = await setUp(api, ['Adventures', 'Bedtime']);
  await page.setViewportSize({ width: 780, height: 700 });
  await signIn();
  await page.goto(address);
  const cells = page.getByRole('gridcell');
  await expect(cells.nth(1).getByRole('link')).toBeVisible();
  const [one, other] = [await boxAtRest(cells.nth(0)), await boxAtRest(cells.nth(1))];
  expect(one.y).toBe(other.y);
});

test('a library without collections says so, and shows the first one when it is made', async ({
  page,
  api,
  signIn,
}) => {
  const { address, make } = await setUp(api, []);
  await signIn();
  await page.goto(address);
  await expect(page.getByText('No collections yet')).toBeVisible();
  await expectAccessible(page);
  await make('Adventures');
  await expect(page.getByRole('link', { name: 'Adventures' })).toBeVisible();
});

test('without the server it shows an error, and a retry shows the collections', async ({
  page,
  api,
  signIn,
  watch,
}) => {
  const { address } = await setUp(api, ['Adventures']);
  await signIn();
  watch.allow(/500/);
  await page.route(/\/collections\?/, (route) => route.fulfill({ status: 500, body: 'broken' }));
  const ready = isReadLive(page, /\/collections\?/);
  await page.goto(address);
  await ready;
  await expect(page.getByText('Failed to load data')).toBeVisible();
  await page.unroute(/\/collections\?/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('link', { name: 'Adventures' })).toBeVisible();
});
