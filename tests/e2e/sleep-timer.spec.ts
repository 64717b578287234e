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
} from './support/fixtures.ts';
import { boxAtRest } from './support/box.ts';
import { bookLibrary, booksOf } from './support/library.ts';
import type { ServerApi } from './support/fixtures.ts';

const volume = (page: Page) => page.locator(PLAYER).evaluate((audio: HTMLAudioElement) => audio.volume);
const notices = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const timer = (page: Page) => page.getByRole('button', { name: /^Sleep timer/ });
const bar = (page: Page) => page.getByRole('region', { name: 'Player' });
const play = (page: Page) => bar(page).getByRole('button', { name: 'Play', exact: true });

async function listen(page: Page, api: ServerApi, from: number) {
  const books = (await booksOf(api, await bookLibrary(api))).filter(({ media }) => media.numTracks === 1);
  const book = books.sort((one, other) => other.media.duration - one.media.duration)[0];
  if (!book) throw new Error('The demo has no book of one file');
  const { duration } = book.media;
  await api.call('PATCH', `/api/me/progress/${book.id}`, { currentTime: from, duration, progress: from / duration });
  await page.goto('/');
  await page.getByRole('button', { name: 'Resume' }).click();
  await expectAdvance(page);
  return (await api.call('GET', `/api/items/${book.id}?expanded=1`)) as {
    media: { chapters: { start: number; end: number }[] };
  };
}

async function setCustom(page: Page, minutes: string) {
  await timer(page).click();
  await page.getByRole('spinbutton', { name: 'Custom time in minutes' }).fill(minutes);
  await page.getByRole('button', { name: 'Set', exact: true }).click();
}

test('a timer of six seconds fades the sound out and pauses on the second; Play restores the volume', async ({
  page,
  api,
  signIn,
}) => {
  await signIn();
  await listen(page, api, 5);
  await expectSound(page);
  // The position at the very press: this test is slow.
  await page.locator(PLAYER).evaluate((audio: HTMLAudioElement) => {
    document.addEventListener('submit', () => (audio.dataset['setAt'] = String(audio.currentTime)), { capture: true });
  });
  await setCustom(page, '0.1');
  await expect.poll(() => volume(page)).toBeLessThan(0.6);
  await expect(play(page)).toBeVisible({ timeout: 10_000 });
  await expectStill(page);
  const heard = (await currentTime(page)) - Number(await page.locator(PLAYER).getAttribute('data-set-at'));
  expect(Math.abs(heard - 6)).toBeLessThan(1);
  await expect(notices(page).getByText('Sleep timer done')).toBeVisible();
  await play(page).click();
  await expectAdvance(page);
  expect(await volume(page)).toBe(1);
  await expectSound(page);
  await expect(notices(page).getByText('Sleep timer done')).toHaveCount(0);
});

test('in its last seconds E, the toast and Play each add five minutes at full volume', async ({
  page,
  api,
  signIn,
}) => {
  await signIn();
  await listen(page, api, 5);
  const isExtended = async () => {
    await expect(timer(page)).toHaveText('6 min');
    await expect.poll(() => volume(page)).toBe(1);
    await expectAdvance(page);
  };
  await setCustom(page, '0.3');
  await expect.poll(() => volume(page)).toBeLessThan(0.95);
  await timer(page).click();
  await expect(page.getByRole('dialog', { name: 'Sleep timer' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(timer(page)).toBeFocused();
  await page.keyboard.press('e');
  await isExtended();
  await setCustom(page, '0.3');
  await expect.poll(() => volume(page)).toBeLessThan(0.95);
  await notices(page).getByRole('button', { name: 'Add 5 minutes' }).click();
  await isExtended();
  await setCustom(page, '0.3');
  await expect.poll(() => volume(page)).toBeLessThan(0.95);
  await bar(page).getByRole('button', { name: 'Pause', exact: true }).click();
  // A second may pass until the sound stops; from then on it is silent.
  await expect(play(page)).toBeVisible();
  await expectStill(page);
  const left = await timer(page).textContent();
  for (let look = 0; look < 3; look += 1) await expectStill(page);
  expect(await timer(page).textContent()).toBe(left);
  await play(page).click();
  await isExtended();
});

test('the end of the first chapter pauses, and a seek over it does not (pitfalls 22, 23)', async ({
  page,
  api,
  signIn,
}) => {
  await signIn();
  const { media } = await listen(page, api, 1);
  const [first, second] = media.chapters;
  if (!first || !second) throw new Error('The book has no chapters');
  await timer(page).click();
  await page.getByRole('button', { name: 'End of chapter' }).click();
  await expect(timer(page)).toHaveText('EoC');
  await page.getByRole('button', { name: 'Next chapter' }).click();
  await expect.poll(() => currentTime(page)).toBeGreaterThan(second.start);
  await expectAdvance(page);
  const line = page.getByRole('slider', { name: 'Timeline' });
  await page.getByRole('button', { name: 'Previous chapter' }).click();
  await page.getByRole('button', { name: 'Previous chapter' }).click();
  await expect.poll(() => currentTime(page)).toBeLessThan(second.start);
  const box = await boxAtRest(line);
  const total = media.chapters.at(-1)?.end ?? 0;
  await page.mouse.click(box.x + (box.width * (first.end - 3)) / total, box.y + box.height / 2);
  await expect(play(page)).toBeVisible({ timeout: 15_000 });
  await expectStill(page);
  expect(Math.abs((await currentTime(page)) - first.end)).toBeLessThan(0.6);
  await expect(notices(page).getByText('Sleep timer done')).toBeVisible();
});

test('a timer of two chapters shows its end, counts them and pauses at the end of the second', async ({
  page,
  api,
  signIn,
}) => {
  await signIn();
  const { media } = await listen(page, api, 1);
  const [first, second] = media.chapters;
  if (!first || !second) throw new Error('The book has no two chapters');
  await timer(page).click();
  const choice = page.getByRole('button', { name: /^2 chapters/ });
  await expect(choice).toHaveText(/^2 chapters Ends at \d{1,2}:\d\d\s[AP]M$/);
  await choice.click();
  await expect(timer(page)).toHaveText('2 ch.');
  const box = await boxAtRest(page.getByRole('slider', { name: 'Timeline' }));
  const total = media.chapters.at(-1)?.end ?? 0;
  const seek = (time: number) => page.mouse.click(box.x + (box.width * time) / total, box.y + box.height / 2);
  await seek(first.end - 3);
  await expect(timer(page)).toHaveText('EoC', { timeout: 15_000 });
  await seek(second.end - 3);
  await expect(play(page)).toBeVisible({ timeout: 15_000 });
  await expectStill(page);
  expect(Math.abs((await currentTime(page)) - second.end)).toBeLessThan(0.6);
  await expect(notices(page).getByText('Sleep timer done')).toBeVisible();
});

test('its popover in the bar is accessible, with a running timer', async ({ page, api, signIn }) => {
  await signIn();
  await listen(page, api, 5);
  await page.getByRole('link', { name: 'Stats' }).first().click();
  await setCustom(page, '90');
  await timer(page).click();
  await expect(page.getByRole('button', { name: '30 minutes less' })).toBeEnabled();
  await expectAccessible(page);
});

test('on a phone it is a sheet of the full-screen player', async ({ page, api, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn();
  await listen(page, api, 5);
  await page.getByRole('button', { name: 'Open full player' }).click();
  await timer(page).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: '30 min', exact: true }).click();
  await expect(timer(page)).toHaveText('30 min');
  await timer(page).click();
  const sheet = page.getByRole('dialog', { name: 'Sleep timer' });
  await sheet.getByRole('switch').scrollIntoViewIfNeeded();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(sheet).toHaveCount(0);
  await expect(timer(page)).toBeFocused();
});
