import type { Page, Route } from 'playwright/test';
import { boxAtRest } from './support/box.ts';
import { currentTime, expect, expectAdvance, expectStill, test, type ServerApi } from './support/fixtures.ts';
import { longestOfOneFile } from './support/library.ts';

const bar = (page: Page) => page.getByRole('region', { name: 'Player' });
const line = (page: Page) => page.getByRole('slider', { name: 'Timeline' });
const bubble = (page: Page) => page.locator('[data-bubble]');
const marks = (page: Page) => bar(page).locator('[data-marks]');
const playButton = (page: Page) => bar(page).getByRole('button', { name: /^(Play|Pause)$/ });

/** The server's answer to a play with so many chapters of one length. */
async function withChapters(page: Page, count: number): Promise<void> {
  await page.route('**/api/items/*/play', async (route: Route) => {
    const response = await route.fetch();
    const session = (await response.json()) as { duration: number };
    const length = session.duration / count;
    const chapters = Array.from({ length: count }, (_, id) => ({
      id,
      start: id * length,
      end: (id + 1) * length,
      title: `Part ${id + 1}`,
    }));
    await route.fulfill({ response, json: { ...session, chapters } });
  });
}

/** Opens the longest book of one file at this second and pauses it. Returns its length in seconds. */
async function openPaused(page: Page, api: ServerApi, from: number): Promise<number> {
  const { id, media } = await longestOfOneFile(api);
  const { duration } = media;
  await api.call('PATCH', `/api/me/progress/${id}`, { currentTime: from, duration, progress: from / duration });
  await page.goto(`/item/${id}`);
  await page
    .locator('main')
    .getByRole('button', { name: /^Resume/ })
    .click();
  await expectAdvance(page);
  await page.keyboard.press('Space');
  await expectStill(page);
  return duration;
}

test('a press seeks to the time of the bubble', async ({ page, api, signIn }) => {
  await signIn();
  const duration = await openPaused(page, api, 5);
  const { x, y, width, height } = await boxAtRest(line(page));
  const across = y + height / 2;
  for (const pixel of [1, 7, 8, Math.round(width / 3), Math.round(width / 2), Math.floor(width) - 20]) {
    await page.mouse.move(x + pixel, across);
    const shown = (await bubble(page).textContent())?.split(' · ')[0];
    await page.mouse.click(x + pixel, across);
    await expect(bar(page).getByLabel('Time played')).toHaveText(String(shown));
    expect(Math.abs((await currentTime(page)) - (pixel * duration) / width)).toBeLessThan(0.3);
  }
});

test('a press on the last pixels seeks to the last seconds, with a way back', async ({ page, api, signIn }) => {
  await signIn();
  const duration = await openPaused(page, api, 5);
  const before = await currentTime(page);
  const { x, y, width, height } = await boxAtRest(line(page));
  await page.mouse.click(x + width - 1, y + height / 2);
  await expect.poll(() => currentTime(page)).toBeGreaterThan(duration - 11);
  expect(await currentTime(page)).toBeLessThan(duration - 1.9);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => currentTime(page)).toBeCloseTo(before, 0);
});

test('dragging away from the line seeks slower', async ({ page, api, signIn }) => {
  await signIn();
  await openPaused(page, api, 5);
  const { x, y, width, height } = await boxAtRest(line(page));
  const [middle, across] = [x + width / 2, y + height / 2];
  await page.mouse.move(middle, across);
  await page.mouse.down();
  await page.mouse.move(middle, y - 150);
  await expect(bubble(page)).toContainText('Finest seeking');
  const from = Number(await line(page).inputValue());
  await page.mouse.move(middle + 80, y - 150);
  const fine = Number(await line(page).inputValue()) - from;
  await page.mouse.move(middle + 80, across);
  const coarse = Number(await line(page).inputValue()) - from;
  expect(fine).toBeGreaterThan(0);
  expect(fine).toBeLessThan(coarse / 4);
  await page.mouse.move(middle + 80, y - 150);
  await page.mouse.up();
  await expect.poll(async () => Math.abs((await currentTime(page)) - from - coarse)).toBeLessThan(1.5);
});

for (const [count, drawn] of [
  [5, '4'],
  [3000, null],
] as const)
  test(`the track is whole with ${count} chapters, with marks only where they fit`, async ({ page, api, signIn }) => {
    await withChapters(page, count);
    await signIn();
    await openPaused(page, api, 5);
    if (drawn === null) await expect(marks(page)).toHaveCount(0);
    else await expect(marks(page)).toHaveAttribute('data-marks', drawn);
  });

for (const device of ['mouse', 'touch'] as const)
  test.describe(`by ${device}`, () => {
    test.use({ hasTouch: device === 'touch', isMobile: device === 'touch' });

    test('Play is in the middle of the window at every width, with and without a sleep timer', async ({
      page,
      api,
      signIn,
    }) => {
      await signIn();
      await openPaused(page, api, 5);
      const offCentre = async (width: number) => {
        await page.setViewportSize({ width, height: 800 });
        const play = await boxAtRest(playButton(page));
        const timeline = await boxAtRest(line(page));
        const rate = await boxAtRest(bar(page).getByRole('button', { name: /^Speed/ }));
        const overlap = play.x + play.width > rate.x;
        return [width, Math.round(play.x + play.width / 2 - width / 2), overlap, timeline.width > width / 4];
      };
      const widths = [640, 700, 768, 864, 900, 1023, 1024, 1279, 1280, 1439, 1440, 1920, 2560];
      const centred = widths.map((width) => [width, 0, false, true]);
      const everywhere = async () => {
        const all = [];
        for (const width of widths) all.push(await offCentre(width));
        return all;
      };
      expect(await everywhere()).toEqual(centred);
      await bar(page)
        .getByRole('button', { name: /^Sleep timer/ })
        .click();
      await page.getByRole('button', { name: '120 min', exact: true }).click();
      await expect(bar(page).getByRole('button', { name: /^Sleep timer: / })).toBeVisible();
      expect(await everywhere()).toEqual(centred);
    });
  });

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a finger seeks to the time of the bubble, once', async ({ page, api, signIn }) => {
    await signIn();
    const duration = await openPaused(page, api, 5);
    await page.getByRole('button', { name: 'Open full player' }).click();
    const { x, y, width, height } = await boxAtRest(line(page));
    await page.touchscreen.tap(x + 3, y + height / 2);
    await expect.poll(() => currentTime(page)).toBeCloseTo((3 * duration) / width, 0);
    await page.touchscreen.tap(x + width - 3, y + height / 2);
    await expect.poll(() => currentTime(page)).toBeGreaterThan(duration - 11);
    expect(await currentTime(page)).toBeLessThan(duration - 1.9);
    await expect(bubble(page)).toHaveCount(0);
  });
});
