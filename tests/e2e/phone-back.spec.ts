import { expect, expectAccessible, test } from './support/fixtures.ts';
import { bookLibrary, longestOfOneFile } from './support/library.ts';

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

test('back on a phone closes one thing after the other: menu, dialog, player, page', async ({ page, api, signIn }) => {
  const book = await longestOfOneFile(api);
  await signIn();
  const home = page.url();
  await page.goto(`/item/${book.id}`);
  const item = page.url();
  const main = page.getByRole('main');
  const menu = page.getByRole('menu');
  const more = main.getByRole('button', { name: /^More options for/ });

  await more.tap();
  await expect(menu).toBeVisible();
  await page.goBack();
  await expect(menu).toHaveCount(0);
  expect(page.url()).toBe(item);

  // What a menu opens takes its place in the history.
  await main.getByRole('button', { name: /^Add / }).tap();
  await menu.getByRole('menuitem', { name: /playlist/i }).tap();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  expect(page.url()).toBe(item);

  await main.getByRole('button', { name: /^Library files/ }).tap();
  await main
    .getByRole('table', { name: 'Library files' })
    .getByRole('button', { name: /^More options for/ })
    .first()
    .tap();
  await menu.getByRole('menuitem', { name: 'More info' }).tap();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  expect(page.url()).toBe(item);

  await main
    .getByRole('button', { name: /^(Play|Resume)/ })
    .first()
    .tap();
  await page.getByRole('button', { name: 'Open full player' }).tap();
  const sheet = page.getByRole('dialog', { name: 'Player' });
  await expect(sheet).toBeVisible();
  await sheet.getByRole('button', { name: 'Chapters' }).tap();
  const chapters = page.getByRole('dialog', { name: 'Chapters' });
  await expect(chapters).toBeVisible();
  await page.goBack();
  await expect(chapters).toHaveCount(0);
  await expect(sheet).toBeVisible();
  await page.goBack();
  await expect(sheet).toBeHidden();
  expect(page.url()).toBe(item);
  await page.goBack();
  await expect(page).toHaveURL(home);
});

test('a menu that is a sheet has a close button, also where its entries scroll', async ({ page, api, signIn }) => {
  await signIn();
  await page.goto(`/library/${await bookLibrary(api)}/bookshelf`);
  const sort = page.getByRole('button', { name: /^Sorted by/ });
  await sort.tap();
  const menu = page.getByRole('menu');
  await menu.getByRole('menuitemradio').last().scrollIntoViewIfNeeded();
  const close = menu.getByRole('menuitem', { name: 'Close' });
  await expect(close).toBeInViewport();
  await expectAccessible(page, '[role="menu"]');
  await close.tap();
  await expect(menu).toHaveCount(0);
  await expect(sort).toBeFocused();
});
