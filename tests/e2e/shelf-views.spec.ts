import { expect, expectAccessible, test } from './support/fixtures.ts';
import { boxAtRest } from './support/box.ts';
import { bookLibrary } from './support/library.ts';
import { becomesLive } from './support/live.ts';

test.use({ viewport: { width: 1100, height: 760 } });

interface Narrator {
  readonly id: string;
  readonly name: string;
}

test('the filter menu has the new name of a narrator renamed elsewhere', async ({ page, api, signIn }) => {
  const libraryId = await bookLibrary(api);
  const { narrators } = (await api.call('GET', `/api/libraries/${libraryId}/narrators`)) as { narrators: Narrator[] };
  const [narrator] = narrators;
  if (!narrator) throw new Error('The demo has no narrator');
  await signIn();
  const live = becomesLive(page);
  await page.goto(`/library/${libraryId}/bookshelf`);
  await live;
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('button', { name: 'Narrator', exact: true }).click();
  const names = page.getByRole('grid', { name: 'Narrator' });
  await expect(names.getByRole('button', { name: narrator.name, exact: true })).toBeVisible();
  await api.call('PATCH', `/api/libraries/${libraryId}/narrators/${encodeURIComponent(narrator.id)}`, {
    name: 'Aaron Renamed',
  });
  await expect(names.getByRole('button', { name: 'Aaron Renamed', exact: true })).toBeVisible();
  await expect(names.getByRole('button', { name: narrator.name, exact: true })).toHaveCount(0);
  await names.getByRole('button').first().focus();
  await page.keyboard.type('aar');
  await expect(page.getByRole('searchbox', { name: 'Search Narrator' })).toHaveValue('aar');
  await expect(page.getByText('1 result', { exact: true })).toBeAttached();
});

test('a letter leads a long shelf to its titles, by key and by drag', async ({ page, api, signIn, watch }) => {
  // The cards belong to no item of the server.
  watch.allow(/404 .*\/api\/items\/i\d+\?/);
  const libraryId = await bookLibrary(api);
  await page.route('**/api/libraries/*/items?*', async (route) => {
    const query = new URL(route.request().url()).searchParams;
    const [limit, number] = [Number(query.get('limit')), Number(query.get('page'))];
    const answer = (await api.call('GET', `/api/libraries/${libraryId}/items?limit=1&minified=1`)) as {
      results: [{ media: { metadata: object } }];
    };
    const [book] = answer.results;
    const results = Array.from({ length: Math.max(0, Math.min(limit, 520 - number * limit)) }, (_, at) => {
      const place = number * limit + at;
      const title = `${String.fromCodePoint(65 + Math.floor(place / 20))} ${String(place).padStart(4, '0')}`;
      const metadata = { ...book.media.metadata, title, titleIgnorePrefix: title };
      return { ...book, id: `i${place}`, media: { ...book.media, coverPath: null, metadata } };
    });
    await route.fulfill({ json: { ...answer, results, total: 520, limit, page: number } });
  });
  await signIn();
  await page.goto(`/library/${libraryId}/bookshelf`);
  const strip = page.getByRole('slider', { name: 'Go to a letter' });
  await strip.focus();
  await page.keyboard.press('m');
  await expect(page.getByText('M: 241 of 520')).toBeAttached();
  await expect(page.getByRole('link', { name: 'M 0240', exact: true })).toBeInViewport();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'M 0240', exact: true })).toBeFocused();
  const box = await boxAtRest(strip);
  const at = (letter: number) => box.y + (box.height * (letter + 0.5)) / 27;
  await page.mouse.move(box.x + 8, at(1));
  await page.mouse.down();
  await page.mouse.move(box.x + 8, at(4), { steps: 5 });
  await expect(page.getByText('D: 61 of 520')).toBeAttached();
  await page.mouse.up();
  await expect(page.getByRole('link', { name: 'D 0060', exact: true })).toBeInViewport();
  const current = strip.locator('[aria-current="true"]');
  await expect(current).toHaveText('D');
  await page.locator('[data-cell]').first().hover();
  await page.mouse.wheel(0, -20_000);
  await expect(current).toHaveText('A');
  await page.mouse.wheel(0, 200_000);
  await expect(current).toHaveText('Z');
  const cards = await page
    .locator('[data-cell]')
    .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().right));
  expect(Math.max(...cards)).toBeLessThanOrEqual(box.x);
  await expectAccessible(page, '[role="slider"]');
});

test('the library line by line, and on boards where the server says so', async ({ page, api, signIn }) => {
  const libraryId = await bookLibrary(api);
  await api.call('PATCH', '/api/settings', { bookshelfView: 0, homeBookshelfView: 0 });
  await signIn();
  await page.goto(`/library/${libraryId}`);
  await expect(page.locator('ul.shelf-board').first()).toBeVisible();
  await page.goto(`/library/${libraryId}/bookshelf`);
  await expect(page.locator('.shelf-board').first()).toBeVisible();
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await page.getByRole('menuitemradio', { name: 'List' }).click();
  await page.keyboard.press('Escape');
  const grid = page.getByRole('grid', { name: 'Items' });
  await expect(grid).toHaveAttribute('aria-colcount', '1');
  await expect(grid.getByText(/^Read by/).first()).toBeVisible();
  await grid.getByRole('link').first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(grid.getByRole('link').nth(1)).toBeFocused();
  await expectAccessible(page, '#content');
  await page.reload();
  await expect(grid).toHaveAttribute('aria-colcount', '1');
});
