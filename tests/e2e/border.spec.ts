import type { Page } from 'playwright/test';
import {
  currentTime,
  expect,
  expectAdvance,
  expectSound,
  expectStill,
  PLAYER,
  test,
  type ServerApi,
} from './support/fixtures.ts';
import { savedTime } from './support/heard.ts';
import { bookLibrary, booksOf, type Book } from './support/library.ts';

/** The book starts this many seconds before the end of the first file: the next one is ready by then. */
const BEFORE_S = 5;

const bar = (page: Page) => page.getByRole('region', { name: 'Player' });
const source = (page: Page) => page.locator(PLAYER).evaluate((element: HTMLAudioElement) => element.currentSrc);

/** Plays a book of several files from shortly before the end of the first one; `page` holds its element as `first`. */
async function playToBorder(page: Page, api: ServerApi): Promise<{ book: Book; border: number }> {
  const book = (await booksOf(api, await bookLibrary(api))).find(({ media }) => media.numTracks > 1);
  if (!book) throw new Error('The demo has no book of several files');
  const { media } = (await api.call('GET', `/api/items/${book.id}?expanded=1`)) as {
    media: { duration: number; tracks: { duration: number }[] };
  };
  const border = media.tracks[0]?.duration ?? 0;
  const begin = { currentTime: border - BEFORE_S, duration: media.duration };
  await api.call('PATCH', `/api/me/progress/${book.id}`, begin);
  await page.goto(`/item/${book.id}`);
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Resume/ })
    .first()
    .click();
  await expectAdvance(page);
  expect(await source(page)).toContain('/track/1');
  await page.locator(PLAYER).evaluate((element: HTMLAudioElement) => Object.assign(window, { first: element }));
  return { book, border };
}

/** Whether the page uses another element than the first, which is then empty. */
function hasChanged(page: Page): Promise<boolean> {
  return page.evaluate((player) => {
    const { first } = window as unknown as { first: HTMLAudioElement };
    const now = document.querySelector(player);
    if (now === first) return false;
    if (first.isConnected || first.hasAttribute('src')) throw new Error('the first element still has a file');
    return true;
  }, PLAYER);
}

test('the next file plays at once when one ends, in a second element with the same volume and rate', async ({
  page,
  api,
  signIn,
}) => {
  await signIn();
  const { book, border } = await playToBorder(page, api);
  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('ArrowDown');
  const settings = () =>
    page.locator(PLAYER).evaluate(({ playbackRate, volume }: HTMLAudioElement) => ({ playbackRate, volume }));
  await expect.poll(settings).toEqual({ playbackRate: 1.1, volume: 0.9 });
  await expect.poll(() => source(page)).toContain('/track/2');
  expect(await hasChanged(page)).toBe(true);
  expect(await page.locator('audio').count()).toBe(1);
  await expectAdvance(page);
  await expectSound(page);
  expect(await settings()).toEqual({ playbackRate: 1.1, volume: 0.9 });
  expect(await page.evaluate(() => [navigator.mediaSession.playbackState, document.title])).toEqual([
    'playing',
    expect.stringContaining(book.media.metadata.title),
  ]);
  await bar(page).getByRole('button', { name: 'Pause', exact: true }).click();
  await expectStill(page);
  const time = border + (await currentTime(page));
  await expect.poll(() => savedTime(api, book.id)).toBeCloseTo(time, 0);
  // A jump back opens the first file again.
  await bar(page).getByRole('slider', { name: 'Timeline' }).press('PageDown');
  await expect.poll(() => source(page)).toContain('/track/1');
  await bar(page).getByRole('button', { name: 'Play', exact: true }).click();
  await expectSound(page);
});

test('a browser that needs a press for each element has one for both when one file leads into the next', async ({
  page,
  api,
  signIn,
}) => {
  // As in WebKit: an element may play freely once it was loaded or played in a press.
  await page.addInitScript(() => {
    const allowed = new WeakSet<HTMLMediaElement>();
    const { load, play } = HTMLMediaElement.prototype;
    const note = (element: HTMLMediaElement) => navigator.userActivation.isActive && allowed.add(element);
    HTMLMediaElement.prototype.load = function allowedLoad() {
      note(this);
      Reflect.apply(load, this, []);
    };
    HTMLMediaElement.prototype.play = function allowedPlay() {
      note(this);
      if (allowed.has(this)) return Reflect.apply(play, this, []) as Promise<void>;
      return Promise.reject(new DOMException('a press is missing', 'NotAllowedError'));
    };
  });
  await signIn();
  await playToBorder(page, api);
  await expect.poll(() => source(page)).toContain('/track/2');
  expect(await hasChanged(page)).toBe(true);
  await expectAdvance(page);
});

test('a browser that blocks the second element continues with the first one', async ({ page, api, signIn }) => {
  await signIn();
  await playToBorder(page, api);
  await page.evaluate(() => {
    const { first } = window as unknown as { first: HTMLMediaElement };
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function allowedPlay() {
      if (this === first) return Reflect.apply(play, this, []) as Promise<void>;
      return Promise.reject(new DOMException('a press is missing', 'NotAllowedError'));
    };
  });
  await expect.poll(() => source(page)).toContain('/track/2');
  await expectAdvance(page);
  await expectSound(page);
  expect(await hasChanged(page)).toBe(false);
  await expect(bar(page).getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
});
