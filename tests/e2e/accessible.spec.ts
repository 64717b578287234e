import type { Page } from 'playwright/test';
import { expect, expectAccessible, expectAdvance, test, type ServerApi } from './support/fixtures.ts';
import { bookLibrary, booksOf, librariesOf } from './support/library.ts';

const PHONE = { width: 390, height: 844 };

/** Every page by its address in the demo, with a heading or text that shows the page is loaded. */
const pages: readonly { name: string; address: (api: ServerApi) => Promise<string>; shows: RegExp }[] = [
  { name: 'home', address: async (api) => `/library/${await bookLibrary(api)}`, shows: /^Recently added$/ },
  {
    name: 'the bookshelf',
    address: async (api) => `/library/${await bookLibrary(api)}/bookshelf`,
    shows: /^\d+ books$/,
  },
  {
    name: 'a bookshelf with nothing on it',
    address: async (api) => `/library/${await bookLibrary(api)}/bookshelf?filter=issues`,
    shows: /^No issues found$/,
  },
  { name: 'the collections', address: collections, shows: /^2 books$/ },
  { name: 'a book', address: async (api) => `/item/${await longestBook(api)}`, shows: /^Chapters/ },
  { name: 'a podcast', address: async (api) => `/item/${await podcast(api)}`, shows: /^Episodes/ },
  {
    name: 'the stats of a library',
    address: async (api) => `/library/${await bookLibrary(api)}/stats`,
    shows: /^Longest items$/,
  },
  { name: 'the settings of the server', address: async () => '/config', shows: /^Chromecast/ },
  { name: 'the backups', address: async () => '/config/backups', shows: /^Create backup$/ },
  { name: 'the own stats', address: async () => '/config/stats', shows: /listened in the last year$|^You haven’t/ },
  { name: 'the own account', address: async () => '/account', shows: /^Account type$/ },
  { name: 'an address of no page', address: async () => '/nowhere', shows: /^Error 404$/ },
];

async function longestBook(api: ServerApi): Promise<string | undefined> {
  const books = await booksOf(api, await bookLibrary(api));
  return books.sort((one, other) => other.media.duration - one.media.duration)[0]?.id;
}

async function podcast(api: ServerApi): Promise<string | undefined> {
  const library = (await librariesOf(api)).find(({ mediaType }) => mediaType === 'podcast');
  return (await booksOf(api, library?.id ?? ''))[0]?.id;
}

async function collections(api: ServerApi): Promise<string> {
  const libraryId = await bookLibrary(api);
  const books = (await booksOf(api, libraryId)).map(({ id }) => id);
  for (const [name, count] of [
    ['Bedtime', 2],
    ['Read by the listener’s favourite voice on long journeys', 1],
  ] as const)
    await api.call('POST', '/api/collections', { libraryId, name, books: books.slice(0, count) });
  return `/library/${libraryId}/bookshelf/collections`;
}

for (const { name, address, shows } of pages) {
  test(`${name} has no accessibility faults, wide and on a phone, in both themes`, async ({ page, api, signIn }) => {
    await signIn();
    await page.goto(await address(api));
    await expect(page.getByText(shows).first()).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize(PHONE);
    await expect(page.getByText(shows).first()).toBeVisible();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  });
}

/** What opens over a page, and the button that opens it. */
const overlays: readonly {
  name: string;
  path: string;
  open: (page: Page) => Promise<void>;
  role: 'menu' | 'dialog';
}[] = [
  {
    name: 'the menu of the account',
    path: '',
    role: 'menu',
    open: (page) => page.getByRole('button', { name: 'Account: root' }).click(),
  },
  {
    name: 'the menu of the libraries',
    path: '',
    role: 'menu',
    open: (page) => page.getByRole('button', { name: /^Library:/ }).click(),
  },
  {
    name: 'the ways to sort',
    path: '/bookshelf',
    role: 'menu',
    open: (page) => page.getByRole('button', { name: /^Sorted by/ }).click(),
  },
  {
    name: 'the filters',
    path: '/bookshelf',
    role: 'dialog',
    open: (page) => page.getByRole('button', { name: 'Filter', exact: true }).click(),
  },
  {
    name: 'the menu of a card',
    path: '/bookshelf',
    role: 'menu',
    open: async (page) => {
      await page.getByRole('grid', { name: 'Items' }).getByRole('link').first().focus();
      await page
        .getByRole('button', { name: /^More options for / })
        .first()
        .click();
    },
  },
];

for (const { name, path, open, role } of overlays) {
  test(`${name} has no accessibility faults, in both themes`, async ({ page, api, signIn }) => {
    await signIn();
    await page.goto(`/library/${await bookLibrary(api)}${path}`);
    await expect(page.locator('main').getByRole('link').first()).toBeVisible();
    await open(page);
    await expect(page.getByRole(role)).toBeVisible();
    await expectAccessible(page, `[role="${role}"]`);
  });
}

test('the player and what opens from it have no accessibility faults, in both themes', async ({
  page,
  api,
  signIn,
}) => {
  await signIn();
  await page.goto(`/item/${await longestBook(api)}`);
  await page.locator('main').getByRole('button', { name: /^Play/ }).first().click();
  await expectAdvance(page);
  const player = page.getByRole('region', { name: 'Player' });
  await player.getByRole('button', { name: 'Pause', exact: true }).click();
  for (const [button, role] of [
    [/^Speed/, 'menu'],
    [/^Chapters/, 'dialog'],
  ] as const) {
    await player.getByRole('button', { name: button }).click();
    await expect(page.getByRole(role)).toBeVisible();
    await expectAccessible(page, `[role="${role}"]`);
    await page.keyboard.press('Escape');
    await expect(page.getByRole(role)).toBeHidden();
  }
});
