import type { Page } from 'playwright/test';
import { expect, expectAdvance, test, type ServerApi } from './support/fixtures.ts';
import { boxAtRest } from './support/box.ts';
import { bookLibrary, booksOf, librariesOf } from './support/library.ts';

const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

const player = (page: Page) => page.getByRole('region', { name: 'Player' });

async function playBookWithMostFiles(page: Page, api: ServerApi): Promise<void> {
  const books = await booksOf(api, await bookLibrary(api));
  const book = books.sort((one, other) => other.media.numTracks - one.media.numTracks)[0];
  await page.goto(`/item/${book?.id}`);
  await page.locator('main').getByRole('button', { name: /^Play/ }).first().click();
  await expectAdvance(page);
}

test('wide windows have the rail beside the content, phones the bar of places below it (BAR-012, CON-058, CON-059)', async ({
  page,
  api,
  signIn,
}) => {
  await signIn();
  await page.setViewportSize(WIDE);
  await page.goto(`/library/${await bookLibrary(api)}`);
  const places = page.getByRole('navigation', { name: 'Main' });
  const main = page.locator('main');
  const boxes = async () => {
    const [nav, content] = await Promise.all([boxAtRest(places), boxAtRest(main)]);
    return { nav, content };
  };
  await expect(places).toHaveCount(1);
  const wide = await boxes();
  expect([wide.nav.x, wide.nav.y, wide.nav.width, wide.content.x]).toEqual([0, 64, 80, 80]);
  await page.setViewportSize(PHONE);
  await expect(places).toHaveCount(1);
  const phone = await boxes();
  expect([phone.content.x, phone.content.width, phone.nav.width]).toEqual([0, PHONE.width, PHONE.width]);
  expect(phone.nav.y).toBeGreaterThanOrEqual(phone.content.y + phone.content.height);
  expect(phone.nav.y + phone.nav.height).toBe(PHONE.height);
});

for (const kind of ['book', 'podcast'] as const) {
  test(`every link in the rail of a ${kind} library leads to its page, or to a notice that it is still to come (GEN-003, GEN-004, BAR-029)`, async ({
    page,
    api,
    signIn,
  }) => {
    const library = (await librariesOf(api)).find(({ mediaType }) => mediaType === kind);
    await signIn();
    await page.goto(`/library/${library?.id}`);
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    await expect(links.first()).toBeVisible();
    const count = await links.count();
    expect(count).toBeGreaterThan(4);
    for (let index = 0; index < count; index += 1) {
      const link = links.nth(index);
      const address = await link.getAttribute('href');
      await link.click();
      await expect.poll(() => new URL(page.url()).pathname).toBe(address);
      await expect(link).toHaveAttribute('aria-current', 'page');
      const main = page.locator('main');
      await expect(
        main
          .getByText(/ is coming soon$/)
          .or(main.getByRole('heading', { level: 1 }))
          .first(),
      ).toBeAttached();
      await expect(main.getByText(/^Error 404$|not found/i)).toHaveCount(0);
      await expect(main.getByRole('alert')).toHaveCount(0);
    }
  });
}

test('pages with a toolbar show it, upload and account do not (BAR-034, BAR-035, BAR-036)', async ({
  page,
  api,
  signIn,
}) => {
  await signIn();
  await page.goto(`/library/${await bookLibrary(api)}/bookshelf`);
  // Notices are a region on every page, and sections of a page have headings.
  const toolbar = page
    .getByRole('region')
    .and(page.locator(':not([aria-label="Notifications"])'))
    .filter({ hasNot: page.getByRole('heading') });
  await expect(toolbar).toBeVisible();
  for (const path of ['/upload', '/account']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(toolbar).toHaveCount(0);
  }
});

test('the volume shows where it fits (PLR-013)', async ({ page, api, signIn }) => {
  await signIn();
  await page.setViewportSize({ width: 1440, height: 900 });
  await playBookWithMostFiles(page, api);
  const volume = player(page).getByRole('slider', { name: 'Volume' });
  const mute = player(page).getByRole('button', { name: 'Mute' });
  await expect(volume).toBeVisible();
  await expect(mute).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(volume).toBeHidden();
  for (const name of ['Chapters', 'Bookmarks', 'Queue', 'Player settings'])
    await expect(player(page).getByRole('button', { name })).toBeVisible();
  // The slider goes first: it opens over the button, and the full-screen player has it.
  await page.setViewportSize({ width: 768, height: 800 });
  await expect(volume).toBeHidden();
  await expect(mute).toBeVisible();
  await mute.hover();
  await expect(volume).toBeVisible();
  const { x, y, width, height } = await boxAtRest(volume);
  const button = await boxAtRest(mute);
  expect(Math.abs(x + width / 2 - button.x - button.width / 2)).toBeLessThan(2);
  await page.mouse.move(x + width / 2, y + height - 2);
  await page.mouse.down();
  await expect(volume).toHaveValue('0');
  // It follows the pointer while it is down, and stays open for as long.
  await page.mouse.move(x + width + 150, y + height / 2, { steps: 4 });
  await expect(volume).toHaveValue(/^0\.[45]/);
  await page.waitForTimeout(1000);
  await expect(volume).toBeVisible();
  await page.mouse.up();
  await expect(volume).toBeHidden();
  // By keyboard it opens with the focus on the button, and is the next stop.
  await mute.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(mute).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(volume).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(volume).toHaveValue(/^0\.[56]/);
  await page.keyboard.press('Tab');
  await expect(volume).toBeHidden();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press('f');
  await expect(page.getByRole('dialog', { name: 'Player' }).getByRole('slider', { name: 'Volume' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 700, height: 800 });
  await expect(volume).toBeHidden();
  await expect(mute).toBeHidden();
  await page.setViewportSize(PHONE);
  await expect(player(page)).toBeVisible();
  await expect(volume).toBeHidden();
  await expect(mute).toBeHidden();
});

test('the speed is readable in the bar at every width (PLR-068), at the foot of the window (PLR-001, BAR-037)', async ({
  page,
  api,
  signIn,
}) => {
  await signIn();
  await page.setViewportSize(WIDE);
  await playBookWithMostFiles(page, api);
  const speed = player(page).getByRole('button', { name: /^Speed/ });
  const bar = await boxAtRest(player(page));
  expect([bar.x, bar.y + bar.height, bar.width]).toEqual([0, WIDE.height, WIDE.width]);
  for (const width of [768, 900, 1023, 1024, 1100, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const text = speed.getByText('1.0×');
    const cut = () => text.evaluate((element) => element.scrollWidth - element.clientWidth);
    await expect.poll(cut, `at ${width} px`).toBe(0);
    expect((await boxAtRest(text)).width, `at ${width} px`).toBeGreaterThan(20);
  }
});

test('a tooltip is beside its element, as wide as its text, in both directions of reading', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.setViewportSize(WIDE);
  await page.goto('/');
  for (const dir of ['ltr', 'rtl']) {
    await page.locator('html').evaluate((root, to) => root.setAttribute('dir', to), dir);
    const link = page.getByRole('banner').getByRole('link', { name: 'Settings' });
    await link.hover();
    const tip = page.locator('[data-open="true"]', { hasText: 'Settings' });
    await expect(tip).toBeVisible();
    const [box, target] = await Promise.all([boxAtRest(tip), boxAtRest(link)]);
    expect(Math.abs(box.x + box.width / 2 - (target.x + target.width / 2)), dir).toBeLessThan(2);
    expect(box.width, dir).toBeLessThan(120);
    await page.mouse.move(640, 400);
    await expect(tip).toHaveCount(0);
  }
});

test('the list of chapters opens with the current one in its middle (PLR-060)', async ({ page, api, signIn }) => {
  await page.route(/\/api\/items\/[^/]+\/play/, async (route) => {
    const response = await route.fetch();
    const session = (await response.json()) as { duration: number };
    const chapters = Array.from({ length: 60 }, (_, id) => ({
      id,
      title: `Part ${id}`,
      start: (session.duration / 60) * id,
      end: (session.duration / 60) * (id + 1),
    }));
    await route.fulfill({ response, json: { ...session, chapters, currentTime: session.duration / 2 + 0.1 } });
  });
  await signIn();
  await playBookWithMostFiles(page, api);
  await player(page).getByRole('button', { name: 'Pause', exact: true }).click();
  await player(page).getByRole('button', { name: 'Chapters' }).click();
  const current = page.getByRole('dialog', { name: 'Chapters' }).locator('[aria-current]');
  await expect(current).toBeFocused();
  const offCentre = () =>
    current.evaluate((row) => {
      const [list, box] = [row.closest('[data-scroller]')?.getBoundingClientRect(), row.getBoundingClientRect()];
      return list ? Math.abs(box.top + box.height / 2 - (list.top + list.height / 2)) : Number.NaN;
    });
  await expect.poll(offCentre).toBeLessThan(25);
});

test('long and right-to-left names show in full or with an ellipsis, and keep to the edge', async ({
  page,
  api,
  signIn,
}) => {
  const libraryId = await bookLibrary(api);
  const books = await booksOf(api, libraryId);
  const book = books.find(({ media }) => media.metadata.title === 'Frankenstein');
  const other = books.find(({ media }) => /\p{Script=Arabic}/u.test(media.metadata.title));
  if (!book || !other) throw new Error('The demo has other books');
  const title = `${'Rindfleischetikettierungs'.repeat(6)}gesetz`;
  const name = 'Karl-Theodor Maria Nikolaus Johann Jacob Philipp Franz Joseph Sylvester von und zu Beispielhausen';
  await api.call('PATCH', `/api/items/${book.id}/media`, { metadata: { title, authors: [{ name }] } });
  const body = { libraryId, name: 'Far', books: [other.id, book.id] };
  const list = (await api.call('POST', '/api/collections', body)) as { id: string };
  await signIn();
  await page.setViewportSize(WIDE);
  await page.goto(`/item/${book.id}`);
  const overflow = (element: Element) => element.scrollWidth - element.clientWidth;
  const crumb = page.getByRole('link', { name: 'Books', exact: true });
  expect(await crumb.evaluate(overflow)).toBeLessThanOrEqual(0);
  const play = page.locator('main').getByRole('button', { name: /^Play/ }).first();
  await play.click();
  await expectAdvance(page);
  // A box within a line has no ellipsis for its end.
  const author = player(page).getByRole('link', { name });
  expect(await author.evaluate((link) => getComputedStyle(link).display)).toBe('inline');
  expect((await boxAtRest(author)).height).toBeGreaterThanOrEqual(24);
  await page.setViewportSize({ width: 360, height: 740 });
  const pause = page
    .locator('main')
    .getByRole('button', { name: /^Pause/ })
    .first();
  const cut = () =>
    pause.evaluate((button) =>
      [...button.querySelectorAll('span')].some((part) => part.scrollWidth > part.clientWidth),
    );
  await expect.poll(cut).toBe(false);
  await page.goto(`/collection/${list.id}`);
  const row = page.locator('[data-cell]').filter({ hasText: other.media.metadata.title });
  const fromEdge = await row.locator('bdi').evaluate((element) => {
    const text = document.createRange();
    text.selectNodeContents(element);
    return text.getBoundingClientRect().left - element.getBoundingClientRect().left;
  });
  expect(fromEdge).toBeLessThan(2);
});

test('a submenu opens to the left where there is no room at its right (WID-006)', async ({ page, signIn }) => {
  await page.setViewportSize(WIDE);
  await signIn();
  await page.goto('/');
  await page.getByRole('button', { name: /^Account/ }).press('Enter');
  const trigger = page.getByRole('menuitem', { name: 'Appearance' });
  await trigger.press('ArrowRight');
  const [around, submenu] = [await boxAtRest(trigger), await boxAtRest(page.getByRole('menu', { name: 'Appearance' }))];
  expect(around.x + around.width + submenu.width, 'there is no room at its right').toBeGreaterThan(WIDE.width);
  expect(submenu.x).toBeGreaterThanOrEqual(0);
  expect(submenu.x + submenu.width).toBeLessThanOrEqual(around.x + 8);
});
