import type { Page } from 'playwright/test';
import { expect, expectAdvance, test, type ServerApi } from './support/fixtures.ts';
import { bookLibrary, booksOf } from './support/library.ts';

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

test('the rail stands beside the content of wide windows, the bar of places below that of phones (BAR-012)', async ({ page, api, signIn }) => {
  await signIn();
  await page.setViewportSize(WIDE);
  await page.goto(`/library/${await bookLibrary(api)}`);
  const places = page.getByRole('navigation', { name: 'Main places' });
  const main = page.locator('main');
  const boxes = async () => {
    const [nav, content] = await Promise.all([places.boundingBox(), main.boundingBox()]);
    if (!nav || !content) throw new Error('The places or the content cannot be seen');
    return { nav, content };
  };
  await expect(places).toHaveCount(1);
  const wide = await boxes();
  expect([wide.nav.x, wide.nav.width, wide.content.x]).toEqual([0, 80, 80]);
  await page.setViewportSize(PHONE);
  await expect(places).toHaveCount(1);
  const phone = await boxes();
  expect([phone.content.x, phone.content.width, phone.nav.width]).toEqual([0, PHONE.width, PHONE.width]);
  expect(phone.nav.y).toBeGreaterThanOrEqual(phone.content.y + phone.content.height);
  expect(phone.nav.y + phone.nav.height).toBe(PHONE.height);
});

test('a toolbar is over pages that have one, and not over upload and account (BAR-034 to BAR-036)', async ({ page, api, signIn }) => {
  await signIn();
  await page.goto(`/library/${await bookLibrary(api)}/bookshelf`);
  // Notices are a region on every page.
  const toolbar = page.getByRole('region').and(page.locator(':not([aria-label="Notices"])'));
  await expect(toolbar).toBeVisible();
  for (const path of ['/upload', '/account']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(toolbar).toHaveCount(0);
  }
});

test('the volume is there where there is room for it (PLR-013)', async ({ page, api, signIn }) => {
  await signIn();
  await page.setViewportSize(WIDE);
  await playBookWithMostFiles(page, api);
  const volume = player(page).getByRole('slider', { name: 'Volume' });
  const mute = player(page).getByRole('button', { name: 'Mute' });
  await expect(volume).toBeVisible();
  await expect(mute).toBeVisible();
  await page.setViewportSize({ width: 800, height: 800 });
  await expect(volume).toBeHidden();
  await expect(mute).toBeVisible();
  await page.setViewportSize(PHONE);
  await expect(player(page)).toBeVisible();
  await expect(volume).toBeHidden();
  await expect(mute).toBeHidden();
});

test('the list of chapters opens with the current one in its middle (PLR-060)', async ({ page, api, signIn }) => {
  await page.route(/\/api\/items\/[^/]+\/play/, async (route) => {
    const response = await route.fetch();
    const session = (await response.json()) as { duration: number };
    const chapters = Array.from({ length: 60 }, (_, id) => ({ id, title: `Part ${id}`, start: (session.duration / 60) * id, end: (session.duration / 60) * (id + 1) }));
    await route.fulfill({ response, json: { ...session, chapters, currentTime: session.duration / 2 + 0.1 } });
  });
  await signIn();
  await playBookWithMostFiles(page, api);
  await player(page).getByRole('button', { name: 'Pause', exact: true }).click();
  await player(page).getByRole('button', { name: 'Chapters' }).click();
  const current = page.getByRole('dialog', { name: 'Chapters' }).locator('[aria-current]');
  await expect(current).toBeFocused();
  const offCentre = await current.evaluate((row) => {
    const [list, box] = [row.closest('ol')?.getBoundingClientRect(), row.getBoundingClientRect()];
    return list ? Math.abs(box.top + box.height / 2 - (list.top + list.height / 2)) : Number.NaN;
  });
  expect(offCentre).toBeLessThan(25);
});
