import type { Page, Route } from 'playwright/test';
import {
  expect,
  expectAccessible,
  expectAdvance,
  expectStill,
  PLAYER,
  test,
  type ServerApi,
} from './support/fixtures.ts';
import { boxAtRest } from './support/box.ts';
import { longestOfOneFile, type Book } from './support/library.ts';

const bar = (page: Page) => page.getByRole('region', { name: 'Player' });
const full = (page: Page) => page.getByRole('dialog', { name: 'Player' });
const chapters = (page: Page) => page.getByRole('dialog', { name: 'Chapters' });

async function listen(page: Page, api: ServerApi, from = 20): Promise<Book> {
  const book = await longestOfOneFile(api);
  const { duration } = book.media;
  await api.call('PATCH', `/api/me/progress/${book.id}`, { currentTime: from, duration, progress: from / duration });
  await page.goto(`/item/${book.id}`);
  await page
    .locator('main')
    .getByRole('button', { name: /^Resume/ })
    .click();
  await expectAdvance(page);
  return book;
}

/** The server's answer to a play with so many chapters. */
async function withChapters(page: Page, count: number): Promise<void> {
  await page.route('**/api/items/*/play', async (route: Route) => {
    const response = await route.fetch();
    const session = (await response.json()) as { duration: number };
    const length = session.duration / count;
    const made = Array.from({ length: count }, (_, id) => ({
      id,
      start: id * length,
      end: (id + 1) * length,
      title: id === 250 ? 'Interlude' : `Part ${id + 1}`,
    }));
    await route.fulfill({ response, json: { ...session, chapters: made } });
  });
}

test('the full-screen player on a computer has its chapters beside it; F and Escape close it, and the sound goes on', async ({
  page,
  api,
  signIn,
}) => {
  await signIn();
  await page.setViewportSize({ width: 1280, height: 800 });
  const book = await listen(page, api);
  await page.keyboard.press('f');
  await expect(full(page).getByRole('link', { name: book.media.metadata.title })).toBeVisible();
  await expect(full(page).getByRole('grid', { name: 'Chapters' }).locator('[aria-current]')).toBeInViewport();
  await expect(full(page).getByRole('button', { name: /^Close/ })).toHaveCount(0);
  await expect(page.getByText(`Now playing: ${book.media.metadata.title}`)).toHaveCount(1);
  await expectAccessible(page);
  await page.keyboard.press('Space');
  await expectStill(page);
  await page.keyboard.press('Space');
  await expectAdvance(page);
  await page.keyboard.press('f');
  await expect(full(page)).toHaveCount(0);
  await bar(page).getByRole('button', { name: 'Open full player' }).click();
  await expect(full(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(full(page)).toHaveCount(0);
  await expectAdvance(page);
  await expect(bar(page).getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
});

test('a list of 500 chapters renders only its visible rows, and is searched and walked by keys', async ({
  page,
  api,
  signIn,
}) => {
  await withChapters(page, 500);
  await signIn();
  await listen(page, api);
  await page.keyboard.press('Space');
  await expectStill(page);
  await page.keyboard.press('l');
  await expect(chapters(page).locator('[aria-current]')).toBeFocused();
  await expect.poll(async () => (await boxAtRest(chapters(page))).width).toBe(600);
  expect(await chapters(page).getByRole('row').count()).toBeLessThan(40);
  await expectAccessible(page);
  await page.keyboard.press('End');
  await expect(page.getByRole('button', { name: /^Part 500/ })).toBeFocused();
  await page.keyboard.press('i');
  await expect(page.getByRole('button', { name: /^Interlude/ })).toBeFocused();
  await chapters(page).getByRole('searchbox', { name: 'Find a chapter' }).fill('part 42');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('button', { name: /^Part 42/ }).first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(chapters(page)).toHaveCount(0);
  const { duration } = await page.locator(PLAYER).evaluate(({ duration: length }: HTMLAudioElement) => ({
    duration: length,
  }));
  await expect
    .poll(() => page.locator(PLAYER).evaluate((audio: HTMLAudioElement) => audio.currentTime))
    .toBeGreaterThanOrEqual((duration / 500) * 41 - 0.5);
});

test('the question mark lists the keys, but not while typing', async ({ page, signIn }) => {
  await signIn();
  await page.goto('/');
  await expect(page.locator('main')).toBeVisible();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);
});

test('the title of the page shows what plays', async ({ page, api, signIn }) => {
  await signIn();
  const book = await listen(page, api);
  const { title } = book.media.metadata;
  await expect(page).toHaveTitle(`▶ ${title} · Earmark`);
  await page.getByRole('link', { name: 'Home', exact: true }).first().click();
  await expect(page).toHaveTitle(new RegExp(`^▶ ${title} · .+ · Earmark$`));
  await page.keyboard.press('Space');
  await expect(page).not.toHaveTitle(/▶/);
});

test('the play button of a book keeps its width whatever it says', async ({ page, api, signIn }) => {
  await signIn();
  const book = await longestOfOneFile(api);
  await page.goto(`/item/${book.id}`);
  const main = page.locator('main');
  const width = async (name: RegExp) => (await boxAtRest(main.getByRole('button', { name }).first())).width;
  const widths = [await width(/^Play: /)];
  await main.getByRole('button', { name: /^Play: / }).click();
  widths.push(await width(/^Pause: /));
  await expectAdvance(page, 1);
  widths.push(await width(/^Pause: /));
  await main.getByRole('button', { name: /^Pause: / }).click();
  widths.push(await width(/^Resume at /));
  expect(new Set(widths).size).toBe(1);
});

test('the sleep timer opens above the bar and covers none of its buttons', async ({ page, api, signIn }) => {
  await signIn();
  for (const width of [1440, 1024, 800]) {
    await page.setViewportSize({ width, height: 800 });
    if (width === 1440) await listen(page, api);
    await bar(page)
      .getByRole('button', { name: /^Sleep timer/ })
      .click();
    const panel = await boxAtRest(page.getByRole('dialog', { name: 'Sleep timer' }));
    expect(panel.y + panel.height).toBeLessThanOrEqual((await boxAtRest(bar(page))).y);
    await expect(page.getByRole('button', { name: '5 min', exact: true })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'Sleep timer' })).toHaveCount(0);
  }
});

test('the lines about the open item fit in full at every width of the bar', async ({ page, api, signIn }) => {
  await signIn();
  await page.setViewportSize({ width: 1024, height: 768 });
  await listen(page, api);
  for (const width of [768, 900, 1024, 1280]) {
    await page.setViewportSize({ width, height: 768 });
    const lines = bar(page).locator('p, a').filter({ visible: true });
    const cut = () =>
      lines.evaluateAll((all) => {
        const frame = all[0]?.closest('section')?.getBoundingClientRect();
        return all.filter((line) => {
          const { top, bottom } = line.getBoundingClientRect();
          return !frame || top < frame.top || bottom > frame.bottom || line.scrollHeight > line.clientHeight + 1;
        }).length;
      });
    await expect.poll(cut, `at ${width} px`).toBe(0);
    const third = bar(page).locator('p').last();
    const room = () => third.evaluate((line) => [...line.children].at(-1)?.clientWidth ?? 0);
    await expect.poll(room, `chapter at ${width} px`).toBeGreaterThan(60);
    const [text, timeline] = await Promise.all([
      boxAtRest(third),
      boxAtRest(bar(page).getByRole('slider', { name: 'Timeline' })),
    ]);
    expect(text.x + text.width, `at ${width} px`).toBeLessThan(timeline.x);
  }
});

test('the start page and the open player request their item once', async ({ page, api, signIn }) => {
  await signIn();
  const book = await listen(page, api);
  await page.keyboard.press('Space');
  await expectStill(page);
  // No live connection here: it would reload what was loaded before it.
  await page.routeWebSocket(/\/socket\.io\//, () => undefined);
  const answered: string[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname === `/api/items/${book.id}`) answered.push(response.url());
  });
  await page.goto('/');
  await expect(bar(page).getByRole('button', { name: 'Chapters' })).toBeVisible();
  await expect(page.locator('main').getByRole('button', { name: /^Resume/ })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(answered.length).toBe(1);
});

test.describe('under a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('the playing item is announced once, whether the full-screen player is open or not', async ({
    page,
    api,
    signIn,
  }) => {
    await signIn();
    const { title } = (await listen(page, api)).media.metadata;
    const said = page.getByRole('status').filter({ hasText: title });
    await expect(said).toHaveText(`Now playing: ${title}`);
    await bar(page).getByRole('button', { name: 'Open full player' }).tap();
    await expect(full(page)).toBeVisible();
    await expect(said).toHaveText(`Now playing: ${title}`);
    await full(page).getByRole('button', { name: 'Pause', exact: true }).tap();
    await expect(said).toHaveText(`Paused: ${title}`);
  });

  test('a card with an open menu shows no Play beside it', async ({ page, signIn }) => {
    await signIn();
    await page.goto('/');
    const more = page.locator('main').getByRole('button', { name: /^More/ }).nth(1);
    await more.tap();
    await expect(page.getByRole('menu')).toBeVisible();
    await expect(page.locator('main').locator('button[data-tip="Play"]')).toHaveCount(0);
  });
});
