import { expect, test, type ServerApi } from './support/fixtures.ts';
import { bookLibrary, booksOf } from './support/library.ts';

async function shelfOf(api: ServerApi): Promise<{ address: string; titles: string[] }> {
  const id = await bookLibrary(api);
  return {
    address: `/library/${id}/bookshelf`,
    titles: (await booksOf(api, id)).map(({ media }) => media.metadata.title),
  };
}

test.use({ viewport: { width: 900, height: 700 } });

test('back from a book finds the shelf at its position, with the focus on the same card', async ({
  page,
  api,
  signIn,
}) => {
  const { address, titles } = await shelfOf(api);
  await signIn();
  await page.goto(address);
  const grid = page.getByRole('grid', { name: 'Items' });
  const content = page.locator('#content');
  await expect(grid.getByRole('link').first()).toBeVisible();
  await content.evaluate((element) => element.scrollTo(0, 600));
  const card = grid.getByRole('link', { name: titles[8] ?? '', exact: true });
  await expect(card).toBeVisible();
  await page.waitForFunction(() => document.getElementById('content')?.scrollTop === 600);
  await card.focus();
  const before = await content.evaluate((element) => element.scrollTop);
  await card.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(titles[8] ?? '');
  await page.goBack();
  await expect(card).toBeFocused();
  expect(Math.abs((await content.evaluate((element) => element.scrollTop)) - before)).toBeLessThan(2);
});

test('after a click on a card while the shelf still scrolls, back finds the shelf at that position', async ({
  page,
  api,
  signIn,
}) => {
  const { address, titles } = await shelfOf(api);
  await signIn();
  await page.goto(address);
  const card = page.getByRole('grid', { name: 'Items' }).getByRole('link', { name: titles[5] ?? '', exact: true });
  // The second time the card has the focus already.
  for (const top of [200, 260]) {
    await expect(card).toBeVisible();
    const before = await page.locator('#content').evaluate((element) => element.scrollTop);
    const box = await card.boundingBox();
    if (!box) throw new Error('The card is not in view');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 - (top - before));
    await page.mouse.wheel(0, top - before);
    await page.waitForFunction((offset) => document.getElementById('content')?.scrollTop === offset, top);
    await page.mouse.down();
    await page.mouse.up();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(titles[5] ?? '');
    await page.goBack();
    await expect(card).toBeFocused();
    await expect.poll(() => page.locator('#content').evaluate((element) => element.scrollTop)).toBe(top);
  }
});

test('by keyboard alone: sort, reverse, filter, clear', async ({ page, api, signIn }) => {
  const { address, titles } = await shelfOf(api);
  await signIn();
  await page.goto(address);
  const cards = page.getByRole('grid', { name: 'Items' }).getByRole('link');
  await expect(cards.first()).toHaveText(titles[0] ?? '');
  const sort = page.getByRole('button', { name: /^Sorted by/ });
  await sort.focus();
  await sort.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.getByRole('menuitemradio', { name: 'Title, ascending' }).press('Enter');
  await expect(cards.first()).toHaveText(titles.at(-1) ?? '');
  await page.keyboard.press('Escape');
  await expect(sort).toBeFocused();
  const filter = page.getByRole('button', { name: 'Filter', exact: true });
  await filter.focus();
  await filter.press('Enter');
  await page.getByRole('button', { name: 'Explicit', exact: true }).press('Enter');
  await expect(page).toHaveURL(/filter=explicit/);
  await expect(cards).toHaveCount(1);
  await page.getByRole('button', { name: 'Clear filter' }).press('Enter');
  await expect(page).toHaveURL(new RegExp(`${address}$`));
  await expect(cards.first()).toHaveText(titles.at(-1) ?? '');
});

test('the arrow keys move through the groups of the filter menu, also when its code loads after it opens', async ({
  page,
  api,
  signIn,
}) => {
  await signIn();
  await page.goto(`/library/${await bookLibrary(api)}/bookshelf`);
  await page.getByRole('button', { name: 'Filter', exact: true }).focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('dialog', { name: 'Filter' });
  const row = (name: string) => menu.getByRole('button', { name, exact: true });
  await expect(row('All')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(row('Genre')).toBeFocused();
  await page.keyboard.press('End');
  await expect(row('Explicit')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(row('All')).toBeFocused();
});

test('a reload keeps the order of this device, and an order in the address does not change it', async ({
  page,
  api,
  signIn,
}) => {
  const { address, titles } = await shelfOf(api);
  await signIn();
  await page.goto(`${address}?sort=media.metadata.title&desc=1`);
  const cards = page.getByRole('grid', { name: 'Items' }).getByRole('link');
  await expect(cards.first()).toHaveText(titles.at(-1) ?? '');
  await page.goto(address);
  await expect(cards.first()).toHaveText(titles[0] ?? '');
  await page.reload();
  await expect(cards.first()).toHaveText(titles[0] ?? '');
});
