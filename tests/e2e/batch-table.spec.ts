import type { Page } from 'playwright/test';
import { boxAtRest } from './support/box.ts';
import { expect, expectAccessible, test, type ServerApi } from './support/fixtures.ts';
import { bookLibrary, booksOf } from './support/library.ts';
import { swipe } from './support/touch.ts';

interface Saved {
  media: { tags: string[]; metadata: { title: string; subtitle: string | null; publisher: string | null } };
}

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

test('matches are replaced after a preview, names split and joined, everything sent and undone (SEL-039)', async ({
  page,
  api,
  signIn,
}) => {
  await signIn();
  const books = (await booksOf(api, await bookLibrary(api))).slice(0, 3);
  const saved = async () =>
    Promise.all(books.map(async ({ id }) => ((await api.call('GET', `/api/items/${id}?expanded=1`)) as Saved).media));
  await Promise.all(
    books.map(({ id }, index) =>
      api.call('PATCH', `/api/items/${id}/media`, { metadata: { subtitle: `Part ${index + 1}` }, tags: ['One & Two'] }),
    ),
  );
  const before = await saved();
  await page.addInitScript(
    (draft) => sessionStorage.getItem('earmark.batchDraft') ?? sessionStorage.setItem('earmark.batchDraft', draft),
    JSON.stringify({ ids: books.map(({ id }) => id), drafts: [] }),
  );
  await page.goto('/batch?view=table');
  await cell(page, 0, 1).click();
  await press(page, 'Control+h');
  await page.getByRole('textbox', { name: 'Find' }).fill('^Part (\\d)$');
  await page.getByRole('textbox', { name: 'Replace with' }).fill('Volume $1');
  await expect(page.getByText('No cells would change.')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Regular expression' }).check();
  await expect(page.getByText('3 cells would change.')).toBeVisible();
  await expect(page.getByRole('grid', { name: 'Changes' }).getByRole('row')).toHaveCount(3);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Change 3 cells' }).click();
  await expect(cell(page, 2, 1)).toHaveText('Volume 3Changed');

  await page.getByRole('button', { name: 'Tools' }).click();
  await page.getByRole('menuitem', { name: 'Split or join names' }).click();
  await page.getByLabel('List').click();
  await page.getByRole('option', { name: 'Tags' }).click();
  await page.getByRole('textbox', { name: 'Split at' }).fill('&');
  await page.getByRole('button', { name: 'Change 3 cells' }).click();
  await expect(page.getByText('3 items changed')).toBeVisible();
  await press(page, 'Control+z');
  await expect(page.getByText('3 items changed')).toBeVisible();
  await press(page, 'Control+Shift+z');

  // A reload keeps unsaved changes.
  await page.reload();
  await expect(cell(page, 2, 1)).toHaveText('Volume 3Changed');
  await page.getByRole('button', { name: 'Review and save' }).click();
  await page.getByRole('button', { name: 'Save 3 items' }).click();
  await expect(page.getByText('3 items updated')).toBeVisible();
  expect((await saved()).map(({ tags, metadata: { subtitle } }) => [subtitle, tags])).toEqual(
    [1, 2, 3].map((number) => [`Volume ${number}`, ['One', 'Two']]),
  );
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(saved).toEqual(before);
});

async function openTable(page: Page, api: ServerApi) {
  await page.goto(`/library/${await bookLibrary(api)}/bookshelf`);
  await page.getByRole('grid', { name: 'Items' }).getByRole('link').first().focus();
  await press(page, 'Shift+Space');
  await page.getByRole('banner').getByRole('button', { name: 'More actions' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Edit as table' }).press('Enter');
  await expect(page.getByRole('grid', { name: 'Details of the items' })).toBeVisible();
}

test('columns are resized by mouse and keys, and keep their widths in this browser', async ({ page, api, signIn }) => {
  await signIn();
  await openTable(page, api);
  const edge = page.getByRole('separator', { name: 'Width of Subtitle' });
  const width = async () => (await boxAtRest(cell(page, 0, 1))).width;
  const drag = async (by: number) => {
    const { x, y, width: size, height } = await boxAtRest(edge);
    await page.mouse.move(x + size - 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + size - 2 + by, y + height / 2, { steps: 4 });
    await page.mouse.up();
  };
  const first = await width();
  await drag(80);
  expect(await width()).toBe(first + 80);
  await expect(page.getByRole('columnheader', { name: 'Subtitle' })).toHaveAttribute('aria-sort', 'none');
  await page.reload();
  await expect(edge).toBeVisible();
  expect(await width()).toBe(first + 80);
  await edge.dblclick({ position: { x: 9, y: 20 } });
  expect(await width()).toBe(first);
  await drag(-1000);
  await expect(edge).toHaveAttribute('aria-valuenow', '4');
  await cell(page, 0, 1).focus();
  await press(page, 'Shift+Tab');
  await expect(edge).toBeFocused();
  await expectAccessible(page);
  await press(page, 'Enter', 'ArrowRight');
  expect(await width()).toBe(first + 16);
  await press(page, 'Tab');
  await expect(cell(page, 0, 1)).toBeFocused();
  await page.getByRole('separator', { name: 'Width of Title' }).focus();
  await press(page, 'End');
  const frame = await page.getByRole('grid', { name: 'Details of the items' }).evaluate((grid) => grid.clientWidth);
  expect((await boxAtRest(cell(page, 0, 0))).width).toBeCloseTo(frame / 2, 0);
});

test.describe('under a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('a drag of the edge resizes a column and does not scroll the table', async ({ page, api, signIn }) => {
    await signIn();
    await openTable(page, api);
    const edge = page.getByRole('separator', { name: 'Width of Title' });
    const before = (await boxAtRest(cell(page, 0, 0))).width;
    const { x, y, width, height } = await boxAtRest(edge);
    expect(width).toBeGreaterThanOrEqual(24);
    await swipe(page, { x: x + width / 2, y: y + height / 2 }, { x: x + width / 2 - 64, y: y + height / 2 });
    expect((await boxAtRest(cell(page, 0, 0))).width).toBe(before - 64);
    expect(await page.getByRole('grid', { name: 'Details of the items' }).evaluate((grid) => grid.scrollLeft)).toBe(0);
  });
});
