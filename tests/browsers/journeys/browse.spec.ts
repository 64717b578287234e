import { bookLibrary, booksOf } from '../../e2e/support/library.ts';
import { expect, KEY, test } from '../driver/test.ts';

test('home shows its shelves, and a card leads to its book and back', async ({ view, open, tab, api, signIn }) => {
  const library = await bookLibrary(api);
  await signIn();
  await open(`/library/${library}`);
  const shelf = view.role('region', 'Recently added');
  const card = shelf.role('listitem').at(0).role('link');
  const title = await expect
    .poll(() => card.text())
    .not.toBe('')
    .then(() => card.text());
  await card.press();
  await expect.poll(() => tab.url()).toMatch(/\/item\//);
  await view.role('heading', title).at(0).shown();
  await tab.back();
  await shelf.shown();
});

test('the shelf is scrolled, left for a book, and is there again where it was', async ({
  view,
  open,
  tab,
  api,
  signIn,
}) => {
  const library = await bookLibrary(api);
  const titles = (await booksOf(api, library)).map(({ media }) => media.metadata.title);
  await signIn();
  await open(`/library/${library}/bookshelf`);
  const cards = view.role('grid', 'Items').role('link');
  await cards.at(0).says(titles[0] ?? '');
  const top = () => tab.evaluate(() => Math.round(document.getElementById('content')?.scrollTop ?? -1));
  const { x, y } = await cards.at(0).place();
  await tab.wheel({ x, y }, 300);
  await expect.poll(top).toBeGreaterThan(20);
  const card = view.role('grid', 'Items').role('link', titles[12] ?? '');
  await card.press();
  await view
    .role('heading', titles[12] ?? '')
    .at(0)
    .shown();
  await tab.back();
  await card.focused();
  expect(await top()).toBeGreaterThan(20);
});

test('the shelf is sorted and filtered by keyboard alone', async ({ view, open, tab, api, signIn }) => {
  const library = await bookLibrary(api);
  const titles = (await booksOf(api, library)).map(({ media }) => media.metadata.title);
  await signIn();
  await open(`/library/${library}/bookshelf`);
  const cards = view.role('grid', 'Items').role('link');
  await cards.at(0).says(titles[0] ?? '');
  const sort = view.role('button', /^Sorted by/);
  await sort.focus();
  await tab.key('Enter');
  const order = view.role('menuitemradio', 'Title, ascending');
  await order.focus();
  await tab.key('Enter');
  await cards.at(0).says(titles.at(-1) ?? '');
  await tab.key('Escape');
  await sort.focused();
  await view.role('button', 'Filter').focus();
  await tab.key('Enter');
  const menu = view.role('dialog', 'Filter');
  await menu.role('button', 'All').focused();
  await tab.key('End');
  await menu.role('button', 'Explicit').focused();
  await tab.key('Enter');
  await expect.poll(() => tab.url()).toMatch(/filter=explicit/);
  await expect.poll(async () => (await cards.look()).count).toBe(1);
});

test('the search finds while one types, and its result is opened by keyboard', async ({
  view,
  open,
  tab,
  api,
  signIn,
}) => {
  await signIn();
  await open(`/library/${await bookLibrary(api)}`);
  await view.role('main').role('link').at(0).shown();
  await tab.key('/');
  await view.role('combobox', 'Search').focused();
  await tab.type('frankenstein');
  const first = view.role('listbox', 'Search results').role('option').at(0);
  await first.says(/Frankenstein/);
  await tab.key('ArrowDown');
  await first.checked();
  await tab.key('Enter');
  await view.role('heading', 'Frankenstein').at(0).shown();
});

test(
  'a menu and its dialog by keyboard alone: the focus goes in, round and back',
  { tag: KEY },
  async ({ view, open, tab, api, signIn }) => {
    const [book] = await booksOf(api, await bookLibrary(api));
    const { title } = book?.media.metadata ?? { title: '' };
    await signIn();
    await open(`/item/${book?.id}`);
    const more = view.role('button', `More options for ${title}`);
    await more.focus();
    await tab.key('Enter');
    const menu = view.role('menu');
    const focusInMenu = () => tab.evaluate(() => document.activeElement?.closest('[role=menu]') !== null);
    await menu.shown();
    await expect.poll(focusInMenu).toBe(true);
    const item = view.role('menuitem', 'Edit');
    for (let stop = 0; stop < 12 && !(await item.look()).hasFocus; stop += 1) {
      const before = await tab.evaluate(() => document.activeElement?.textContent ?? '');
      await tab.key('ArrowDown');
      await expect.poll(() => tab.evaluate(() => document.activeElement?.textContent ?? '')).not.toBe(before);
    }
    await item.focused();
    await tab.key('Enter');
    const dialog = view.role('dialog', `Edit: ${title}`);
    await dialog.field('Title').shown();
    const focusInDialog = () => tab.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null);
    await expect.poll(focusInDialog).toBe(true);
    for (let stop = 0; stop < 5; stop += 1) {
      const before = await tab.evaluate(() => document.activeElement?.outerHTML ?? '');
      await tab.key('Tab');
      await expect.poll(() => tab.evaluate(() => document.activeElement?.outerHTML ?? '')).not.toBe(before);
      expect(await focusInDialog()).toBe(true);
    }
    await tab.key('Escape');
    await dialog.gone();
    await more.focused();
  },
);

test('without a server the page says so, and goes on by itself when it is back', async ({
  view,
  open,
  api,
  server,
  signIn,
  allow,
}) => {
  allow(/./);
  await signIn();
  await open(`/library/${await bookLibrary(api)}`);
  await view.role('button', /^Activity/).shown();
  const message = view.words(/Connection to the server lost|can’t reach the server/i);
  await server.kill();
  await message.shown();
  await server.restart();
  await message.gone();
  await view.role('main').role('link').at(0).shown();
});
