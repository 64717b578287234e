import type { Page } from 'playwright/test';
import sharp from 'sharp';
import { boxAtRest } from './support/box.ts';
import { expect, LISTENER, test } from './support/fixtures.ts';
import { bookLibrary, longestOfOneFile, podcastLibrary } from './support/library.ts';

const shelves = (page: Page) => page.locator('main ul[data-shelf]');

/** What a shelf shows: its box, whether it scrolls, and whether its arrows show. */
async function shelfBoxes(page: Page) {
  return shelves(page).evaluateAll((lists) =>
    lists.map((list) => {
      const [box, main] = [list.getBoundingClientRect(), list.closest('main')?.getBoundingClientRect()];
      return {
        isInside: main !== undefined && box.left >= main.left && box.right <= main.right + 1,
        showsACard: box.width >= (list.firstElementChild?.getBoundingClientRect().width ?? Infinity),
        isReachable:
          list.scrollWidth <= list.clientWidth + 4 ||
          list.closest('section')?.querySelectorAll('button[data-tip]').length !== 0,
      };
    }),
  );
}

test("every shelf of a new account's podcasts fits any window, and scrolls where it is longer", async ({
  page,
  api,
  signIn,
}) => {
  await signIn(LISTENER);
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/library/${await podcastLibrary(api)}`);
    await expect(shelves(page)).toHaveCount(2);
    await expect(shelves(page).first().getByRole('link').first()).toBeVisible();
    await expect
      .poll(() => shelfBoxes(page), { message: `${width} px` })
      .toEqual([0, 1].map(() => ({ isInside: true, showsACard: true, isReachable: true })));
  }
});

for (const width of [390, 1280]) {
  test(`Resume does not move while the chapters load: ${width} px`, async ({ page, api, signIn }) => {
    await page.setViewportSize({ width, height: 800 });
    const { id, media } = await longestOfOneFile(api);
    const { duration } = media;
    await api.call('PATCH', `/api/me/progress/${id}`, { currentTime: 5, duration, progress: 5 / duration });
    await signIn();
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(`**/api/items/${id}?*`, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto('/');
    const resume = page.getByRole('button', { name: /^Resume at/ });
    const before = await boxAtRest(resume);
    release();
    await expect(page.getByText('Down the Rabbit-Hole')).toBeVisible();
    expect(await boxAtRest(resume)).toEqual(before);
  });
}

test('the keyboard reaches the last card of a shelf, the shelf below, and Play before More', async ({
  page,
  api,
  signIn,
}) => {
  await signIn();
  await page.goto(`/library/${await bookLibrary(api)}`);
  const row = page.getByRole('region', { name: 'Recently added' }).locator('li');
  await row.first().getByRole('link').focus();
  await page.keyboard.press('End');
  await expect(row.last().getByRole('link')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(row.first().getByRole('link')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(row.first().getByRole('button', { name: /^Play / })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(row.first().getByRole('button', { name: /^More / })).toBeFocused();
  await row.first().getByRole('link').focus();
  await page.keyboard.press('ArrowDown');
  await expect(shelves(page).nth(1).locator(':focus')).toHaveCount(1);
  await page.keyboard.press('ArrowUp');
  await expect(row.locator(':focus')).toHaveCount(1);
});

test('a press on the current place scrolls to its top', async ({ page, api, signIn }) => {
  await page.setViewportSize({ width: 1024, height: 640 });
  await signIn();
  await page.goto(`/library/${await bookLibrary(api)}`);
  await expect(shelves(page).first()).toBeVisible();
  const offset = () => page.locator('main').evaluate((main) => main.scrollTop);
  const scroll = () =>
    page.locator('main').evaluate((main) => {
      main.scrollTo({ top: 300 });
      return main.scrollTop;
    });
  await expect.poll(scroll).toBeGreaterThan(100);
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect.poll(offset).toBe(0);
});

test('the whole bar fits a window of 320 px, without the statistics (BAR-008)', async ({ page, api, signIn }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn();
  await page.goto(`/library/${await podcastLibrary(api)}`);
  const account = page.getByRole('button', { name: /^Account:/ });
  await expect(account).toBeInViewport({ ratio: 1 });
  // What does not fit in the bar is in the menu.
  for (const name of ['Upload', 'Your stats'])
    await expect(page.getByRole('banner').getByRole('link', { name })).toBeHidden();
  await account.click();
  await expect(page.getByRole('menuitem', { name: 'Upload' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  const name = page.getByRole('button', { name: /^Library: Podcasts/ }).getByText('Podcasts');
  await expect.poll(() => name.evaluate((text) => text.scrollWidth <= text.clientWidth)).toBe(true);
});

test('an unknown library offers the existing ones', async ({ page, watch, signIn }) => {
  watch.allow(/404/);
  await signIn();
  await page.goto('/library/nowhere');
  await expect(page.getByRole('heading', { level: 1, name: 'Library not found' })).toBeAttached();
  await page.locator('main').getByRole('link', { name: 'Podcasts' }).click();
  await expect(shelves(page).first()).toBeVisible();
});

for (const colorScheme of ['dark', 'light'] as const) {
  test(`the text of a filled button is readable in forced colours (${colorScheme})`, async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    await page.goto('/login');
    const text = page.getByRole('button', { name: 'Sign in', exact: true }).getByText('Sign in');
    await expect(text).toBeVisible();
    const { data } = await sharp(await text.screenshot())
      .removeAlpha()
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const share = (value: number) =>
      value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
    const light = Array.from(
      { length: data.length / 3 },
      (_, at) =>
        0.2126 * share(data[at * 3] ?? 0) +
        0.7152 * share(data[at * 3 + 1] ?? 0) +
        0.0722 * share(data[at * 3 + 2] ?? 0),
    );
    expect((Math.max(...light) + 0.05) / (Math.min(...light) + 0.05)).toBeGreaterThan(4.5);
  });
}
