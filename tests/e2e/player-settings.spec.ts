import type { Page } from 'playwright/test';
import {
  currentTime,
  expect,
  expectAccessible,
  expectAdvance,
  expectSound,
  expectStill,
  PLAYER,
  test,
  type ServerApi,
} from './support/fixtures.ts';
import { longestOfOneFile } from './support/library.ts';

const bar = (page: Page) => page.getByRole('region', { name: 'Player' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Player settings' });
const rate = (page: Page) => page.locator(PLAYER).evaluate((audio: HTMLAudioElement) => audio.playbackRate);

async function listen(page: Page, api: ServerApi, from: number): Promise<string> {
  const { id, media } = await longestOfOneFile(api);
  const { duration } = media;
  await api.call('PATCH', `/api/me/progress/${id}`, { currentTime: from, duration, progress: from / duration });
  await page.goto('/');
  await page.getByRole('button', { name: 'Resume' }).click();
  await expectAdvance(page);
  return id;
}

async function choose(page: Page, field: string, option: string) {
  await dialog(page).getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
  // The list fades out: the next one has some of the same options.
  await expect(page.getByRole('listbox')).toHaveCount(0);
}

test('the settings of the player apply at once, and after a reload', async ({ page, api, signIn }) => {
  await signIn();
  await listen(page, api, 60);
  await bar(page).getByRole('button', { name: 'Player settings' }).click();
  await choose(page, 'Jump forward', '30 seconds');
  await choose(page, 'Jump back', '15 seconds');
  await dialog(page).getByRole('radio', { name: '0.05' }).check();
  await dialog(page).getByRole('switch', { name: 'Chapter timeline' }).check();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(bar(page).getByText(/^chapter \d+ of \d+$/)).toBeVisible();

  await bar(page).getByRole('button', { name: 'Pause', exact: true }).click();
  await expectStill(page);
  const before = await currentTime(page);
  await bar(page).getByRole('button', { name: 'Forward 30 seconds' }).click();
  await expect.poll(() => currentTime(page)).toBeCloseTo(before + 30, 1);
  await bar(page).getByRole('button', { name: 'Back 15 seconds' }).click();
  await expect.poll(() => currentTime(page)).toBeCloseTo(before + 15, 1);
  await page.keyboard.press('Shift+ArrowUp');
  await expect.poll(() => rate(page)).toBe(1.05);

  await page.reload();
  await expect(bar(page).getByRole('button', { name: 'Forward 30 seconds' })).toBeVisible();
  await expect(bar(page).getByRole('button', { name: 'Speed 1.05×' })).toBeVisible();
});

test('a speed of one book returns with it, and another book has its own', async ({ page, api, signIn }) => {
  await signIn();
  const id = await listen(page, api, 20);
  await bar(page).getByRole('button', { name: 'Speed 1.0×' }).click();
  await page.getByRole('menuitemradio', { name: 'This book only' }).click();
  await page.getByRole('menuitemradio', { name: '1.5×' }).click();
  await expect.poll(() => rate(page)).toBe(1.5);
  await expectSound(page);

  await page.reload();
  await expect(bar(page).getByRole('button', { name: 'Speed 1.5×' })).toBeVisible();
  await bar(page).getByRole('button', { name: 'Play', exact: true }).click();
  await expectAdvance(page);
  expect(await rate(page)).toBe(1.5);

  const { libraries } = (await api.call('GET', '/api/libraries')) as { libraries: { id: string; mediaType: string }[] };
  const library = libraries.find(({ mediaType }) => mediaType === 'book')?.id ?? '';
  const { results } = (await api.call('GET', `/api/libraries/${library}/items?limit=0`)) as {
    results: { id: string; media: { numTracks: number } }[];
  };
  const other = results.find((item) => item.id !== id && item.media.numTracks > 0)?.id ?? '';
  await page.goto(`/item/${other}`);
  await page.locator('main').getByRole('button', { name: /^Play/ }).first().click();
  await expect(bar(page).getByRole('button', { name: 'Speed 1.0×' })).toBeVisible();
  await expectAdvance(page);
  expect(await rate(page)).toBe(1);
});

test('after an hour of pause playing rewinds by the chosen time, with sound', async ({ page, api, signIn }) => {
  await signIn();
  await listen(page, api, 60);
  await bar(page).getByRole('button', { name: 'Player settings' }).click();
  await choose(page, 'Rewind after a pause', 'Up to 20 seconds');
  await expect(dialog(page).getByRole('switch', { name: 'Don’t rewind past the chapter start' })).toBeEnabled();
  await page.keyboard.press('Escape');
  // The pause counts from where the sound stopped, which is after the press.
  const silence = page
    .locator(PLAYER)
    .evaluate((element) => new Promise<null>((resolve) => element.addEventListener('pause', () => resolve(null))));
  await bar(page).getByRole('button', { name: 'Pause', exact: true }).click();
  await silence;
  const before = await currentTime(page);
  await page.evaluate(() => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + 3_600_000;
  });
  await bar(page).getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(() => currentTime(page)).toBeLessThan(before - 15);
  expect(await currentTime(page)).toBeGreaterThan(before - 21);
  await expectAdvance(page);
  await expectSound(page);
});

test('the settings are accessible, on a phone too', async ({ page, api, signIn }) => {
  await signIn();
  await listen(page, api, 5);
  await page.getByRole('link', { name: 'Stats' }).first().click();
  await bar(page).getByRole('button', { name: 'Player settings' }).click();
  await choose(page, 'Rewind after a pause', 'Up to 20 seconds');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Open full player' }).click();
  await page.getByRole('button', { name: 'Player settings' }).click();
  await expect(dialog(page)).toBeVisible();
  await expectAccessible(page);
});
