import type { Page } from 'playwright/test';
import { expect, expectAccessible, test, type ServerApi } from './support/fixtures.ts';
import { boxAtRest } from './support/box.ts';
import { bookLibrary, booksOf } from './support/library.ts';

const grid = (page: Page) => page.getByRole('grid', { name: 'Items' });
const banner = (page: Page) => page.getByRole('banner');
const notices = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const selected = (page: Page) => grid(page).getByRole('button', { pressed: true });

async function openShelf(page: Page, api: ServerApi) {
  const id = await bookLibrary(api);
  const books = await booksOf(api, id);
  await page.goto(`/library/${id}/bookshelf`);
  await expect(grid(page).getByRole('link').first()).toBeVisible();
  return { books, titles: books.map(({ media }) => media.metadata.title) };
}

const finishedOf = async (api: ServerApi): Promise<number> => {
  const { mediaProgress } = (await api.call('GET', '/api/me')) as {
    mediaProgress: readonly { isFinished: boolean }[];
  };
  return mediaProgress.filter(({ isFinished }) => isFinished).length;
};

test('by keyboard alone: a range is selected, marked as finished, and all of it undone', async ({
  page,
  api,
  signIn,
}) => {
  await signIn();
  const { titles } = await openShelf(page, api);
  const before = await finishedOf(api);
  const height = (await boxAtRest(banner(page))).height;
  const first = grid(page).getByText(titles[0] ?? '', { exact: true });
  await first.focus();
  await page.keyboard.press('Shift+Space');
  await expect(banner(page).getByText('1 selected')).toBeVisible();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(page.getByRole('status').filter({ hasText: '3 selected' })).toHaveCount(1);
  await expect(selected(page)).toHaveText(titles.slice(0, 3));
  await expect(selected(page).nth(2)).toBeFocused();
  expect((await boxAtRest(banner(page))).height).toBe(height);
  await expectAccessible(page);
  await banner(page).getByRole('button', { name: 'Mark as finished' }).press('Enter');
  await expect(notices(page).getByText('Batch update success: 3 marked as finished')).toBeVisible();
  await expect(selected(page)).toHaveCount(0);
  await expect.poll(() => finishedOf(api)).toBe(before + 3);
  await notices(page).getByRole('button', { name: 'Undo' }).press('Enter');
  await expect.poll(() => finishedOf(api)).toBe(before);
  await expect(banner(page).getByRole('button', { name: 'Deselect all' })).toHaveCount(0);
});

test('one press selects the whole shelf', async ({ page, api, signIn }) => {
  await signIn();
  const { titles } = await openShelf(page, api);
  await grid(page)
    .getByText(titles[0] ?? '', { exact: true })
    .hover();
  await page.getByRole('checkbox', { name: `Select ${titles[0]}`, exact: true }).click();
  const all = page.getByRole('button', { name: `Select all ${titles.length}` });
  await expectAccessible(page);
  await all.click();
  await expect(banner(page).getByText(`${titles.length} selected`)).toBeVisible();
  await expect(all).toHaveCount(0);
  await expect(selected(page)).toHaveCount(titles.length);
});

test('with the mouse: ticks and a range with Shift, the menu of administrators, and the selection plays', async ({
  page,
  api,
  signIn,
  watch,
}) => {
  // The preview of quick match reads from a source that the test can't reach.
  watch.allow(/502/);
  await signIn();
  const { titles } = await openShelf(page, api);
  const card = (index: number) => grid(page).getByRole('gridcell').nth(index);
  await card(1).hover();
  await card(1).getByRole('checkbox').click();
  await card(4).click({ modifiers: ['Shift'] });
  await expect(selected(page)).toHaveText(titles.slice(1, 5));
  await card(2).click();
  await expect(banner(page).getByText('3 selected')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(selected(page)).toHaveCount(0);
  await card(0).hover();
  await card(0).getByRole('checkbox').click();
  await banner(page).getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem')).toHaveText([
    'Add to queue',
    'Add to collection',
    'Add to playlist',
    'Edit as table',
    'Quick match',
    'Quick embed metadata',
    'Re-scan',
    'Download',
  ]);
  await page.getByRole('menuitem', { name: 'Quick match' }).click();
  const dialog = page.getByRole('dialog', { name: 'Quick match 1 item' });
  await expect(dialog.getByRole('checkbox', { name: 'Override details' })).toBeChecked();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(banner(page).getByText('1 selected')).toBeVisible();
  await banner(page).getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Player' })).toBeVisible();
  await expect(banner(page).getByRole('button', { name: 'Deselect all' })).toHaveCount(0);
});

test('deleting confirms first and remembers the choice about files; refused items stay selected', async ({
  page,
  api,
  signIn,
  watch,
}) => {
  await signIn();
  const { books, titles } = await openShelf(page, api);
  watch.allow(/500/);
  const card = (index: number) => grid(page).getByRole('gridcell').nth(index);
  await card(0).hover();
  await card(0).getByRole('checkbox').click();
  await card(1).click();
  await page.route(/\/batch\/delete/, (route) => route.fulfill({ status: 500, body: 'The disk is read-only' }));
  await banner(page).getByRole('button', { name: 'Delete' }).click();
  const prompt = page.getByRole('dialog');
  const files = prompt.getByRole('checkbox');
  await expect(files).not.toBeChecked();
  await prompt.getByRole('button', { name: 'Delete' }).click();
  await expect(notices(page).getByText('2 of 2 not deleted')).toBeVisible();
  await expect(notices(page).getByText('The disk is read-only')).toBeVisible();
  await expect(selected(page)).toHaveText(titles.slice(0, 2));
  await page.unroute(/\/batch\/delete/);
  await notices(page).getByRole('button', { name: 'Try again' }).click();
  await expect(notices(page).getByText('2 items deleted')).toBeVisible();
  await expect(grid(page).getByRole('link').first()).toHaveText(titles[2] ?? '');
  expect((await booksOf(api, await bookLibrary(api))).length).toBe(books.length - 2);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a long press selects a book and opens nothing', async ({ page, api, signIn }) => {
    await signIn();
    const { titles } = await openShelf(page, api);
    const box = await boxAtRest(grid(page).getByRole('gridcell').first());
    const point = { x: box.x + 40, y: box.y + 60 };
    const touch = await page.context().newCDPSession(page);
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
    await expect(banner(page).getByText('1 selected')).toBeVisible();
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect(selected(page)).toHaveText(titles.slice(0, 1));
    await grid(page).getByRole('gridcell').nth(1).tap();
    await expect(banner(page).getByText('2 selected')).toBeVisible();
    await expectAccessible(page);
  });
});
