import type { Page } from 'playwright/test';
import { connect, currentTime, expect, expectAccessible, expectAdvance, expectSound, expectStill, PLAYER, test, type ServerApi } from './support/fixtures.ts';
import { expectFocusSeen, tabTo } from './support/keys.ts';
import { bookLibrary, booksOf, type Book } from './support/library.ts';

/** A book of the demo: the one with most files, or the longest one of a single file with chapters. */
async function findBook(api: ServerApi, kind: 'several files' | 'one file'): Promise<Book> {
  const books = await booksOf(api, await bookLibrary(api));
  const fitting = books.filter(({ media }) => (kind === 'several files' ? media.numTracks > 1 : media.numTracks === 1));
  const found = fitting.sort((one, other) => other.media.duration - one.media.duration)[0];
  if (!found) throw new Error(`The demo has no book of ${kind}`);
  return found;
}

/** Gives the book a position, so that it is what the start page offers to go on with. */
async function beginAt(api: ServerApi, item: Book, currentTime: number): Promise<void> {
  const { duration } = item.media;
  await api.call('PATCH', `/api/me/progress/${item.id}`, { currentTime, duration, progress: currentTime / duration });
}

/** What the media element says of itself. */
function element(page: Page, name: 'volume' | 'playbackRate'): Promise<number> {
  return page.locator(PLAYER).evaluate((audio: HTMLAudioElement, property) => audio[property], name);
}

/** When the access token that the page uses now is no longer taken, in ms since 1970. */
async function endOfToken(page: Page): Promise<number> {
  const session = await page.evaluate(() => localStorage.getItem('earmark.session') ?? '');
  const { accessToken } = JSON.parse(session) as { accessToken: string };
  const claims = Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString();
  return (JSON.parse(claims) as { exp: number }).exp * 1000;
}

async function savedTime(api: ServerApi, item: Book): Promise<number> {
  const progress = (await api.call('GET', `/api/me/progress/${item.id}`)) as { currentTime: number };
  return progress.currentTime;
}

const bar = (page: Page) => page.getByRole('region', { name: 'Player' });

/** Opens the start page and presses the big button on it. */
async function resume(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Resume' }).click();
  await expectAdvance(page);
}

test('a press on play is heard, a press on pause is silence, and the position is saved', async ({ page, api, signIn }) => {
  const book = await findBook(api, 'one file');
  await beginAt(api, book, 12);
  await signIn();
  await resume(page);
  await expectSound(page);
  await expect(bar(page).getByRole('link', { name: book.media.metadata.title })).toBeVisible();
  await bar(page).getByRole('button', { name: 'Pause', exact: true }).click();
  await expectStill(page);
  const time = await currentTime(page);
  expect(time).toBeGreaterThan(12);
  await expect.poll(() => savedTime(api, book)).toBeCloseTo(time, 0);
  await expectAccessible(page);
});

test('seeking over the border of two files goes on in the other one, and its end leads into the next', async ({ page, api, signIn }) => {
  const book = await findBook(api, 'several files');
  await beginAt(api, book, 2);
  await signIn();
  await resume(page);
  const source = () => page.locator(PLAYER).evaluate((element: HTMLAudioElement) => element.currentSrc);
  expect(await source()).toContain('/track/1');
  const line = bar(page).getByRole('slider', { name: 'Time line' });
  await line.press('PageUp');
  await expect.poll(source).toContain('/track/2');
  await expectAdvance(page);
  await expectSound(page);
  await page.locator(PLAYER).evaluate((element: HTMLAudioElement) => {
    element.currentTime = element.duration - 0.3;
  });
  await expect.poll(source).toContain('/track/3');
  await expectAdvance(page);
});

for (const [how, end] of [
  ['closed', (page) => page.close({ runBeforeUnload: true })],
  ['left for another site', (page) => page.goto('about:blank')],
] as const satisfies readonly (readonly [string, (page: Page) => Promise<unknown>])[]) {
  test(`a page that is ${how} while it plays has saved where it was (pitfall 2)`, async ({ page, api, signIn }) => {
    const book = await findBook(api, 'one file');
    await beginAt(api, book, 12);
    await signIn();
    await resume(page);
    await expect.poll(() => currentTime(page)).toBeGreaterThan(14);
    const before = await currentTime(page);
    expect(await savedTime(api, book)).toBe(12);
    await end(page);
    // The sound tells its time four times in a second.
    await expect.poll(() => savedTime(api, book), { timeout: 1000 }).toBeGreaterThan(before - 0.5);
  });
}

test('after a reload it goes on at the same second', async ({ page, api, signIn }) => {
  const book = await findBook(api, 'one file');
  await beginAt(api, book, 5);
  await signIn();
  await resume(page);
  await expectAdvance(page, 2);
  const time = await currentTime(page);
  await page.reload();
  await expect.poll(() => savedTime(api, book)).toBeGreaterThan(time - 1);
  await page.getByRole('button', { name: 'Resume' }).click();
  await expectAdvance(page);
  expect(await currentTime(page)).toBeGreaterThan(time - 1);
});

test.describe('with tokens that live three seconds', () => {
  test.use({ serverOptions: { accessTokenExpiry: 3 } });

  test('playing and saving go on over the end of a token', async ({ page, api, server, signIn, watch }) => {
    watch.allow(/401/);
    const book = await findBook(api, 'one file');
    await beginAt(api, book, 5);
    await signIn();
    await resume(page);
    const end = await endOfToken(page);
    await expect.poll(() => Date.now(), { message: 'the token that playing began with has ended' }).toBeGreaterThan(end);
    const reached = await currentTime(page);
    await expectAdvance(page);
    await bar(page).getByRole('button', { name: 'Pause', exact: true }).click();
    await expectStill(page);
    await expect.poll(async () => savedTime(await connect(server), book)).toBeGreaterThan(reached);
    await bar(page).getByRole('button', { name: 'Play', exact: true }).click();
    await expectAdvance(page);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});

test('a server that is killed and comes back gets a new session, and the sound goes on', async ({ page, api, server, signIn, watch }) => {
  watch.allow(/ERR_|404|WebSocket|Failed to load/);
  const book = await findBook(api, 'one file');
  await beginAt(api, book, 5);
  await signIn();
  await resume(page);
  await server.kill();
  await expectAdvance(page);
  await server.restart();
  const before = await currentTime(page);
  await bar(page).getByRole('button', { name: 'Pause', exact: true }).click();
  await expect.poll(() => savedTime(api, book), { timeout: 30_000 }).toBeGreaterThanOrEqual(Math.floor(before));
  await bar(page).getByRole('button', { name: 'Play', exact: true }).click();
  await expectAdvance(page);
  await expectSound(page);
});

test('a second tab that plays pauses the first with a notice', async ({ page, context, api, signIn }) => {
  const book = await findBook(api, 'one file');
  await beginAt(api, book, 5);
  await signIn();
  await resume(page);
  const second = await context.newPage();
  await resume(second);
  await expectStill(page);
  await expect(page.getByText('Paused here: playback was started in another tab or on another device.')).toBeVisible();
  await expectAdvance(second);
});

test('on a phone a small bar opens into a full-screen player', async ({ page, api, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const book = await findBook(api, 'one file');
  await beginAt(api, book, 5);
  await signIn();
  await resume(page);
  await bar(page).getByRole('button', { name: 'Open the full player' }).click();
  const sheet = page.getByRole('dialog', { name: 'Player' });
  await expect(sheet.getByRole('link', { name: book.media.metadata.title })).toBeVisible();
  await sheet.getByRole('button', { name: 'Pause', exact: true }).click();
  await expectStill(page);
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Make the player small' }).click();
  await expect(sheet).toBeHidden();
  await bar(page).getByRole('button', { name: 'Open the full player' }).click();
  await sheet.getByRole('button', { name: /^Close/ }).click();
  await expect(bar(page)).toHaveCount(0);
  await expect(page.locator('main')).toBeFocused();
});

test('the keyboard is enough', async ({ page, api, signIn }) => {
  const book = await findBook(api, 'one file');
  await beginAt(api, book, 20);
  await signIn();
  await page.goto('/');
  const main = page.locator('main');
  await expect(main.getByRole('button', { name: 'Resume' })).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: 'Skip to the content' }));
  await page.keyboard.press('Enter');
  await tabTo(page, main.getByRole('button', { name: 'Resume' }));
  await page.keyboard.press('Enter');
  await expectAdvance(page);
  await expectFocusSeen(page);

  await tabTo(page, main.getByRole('link', { name: book.media.metadata.title }).first(), 'Shift+Tab');
  await page.keyboard.press('Space');
  await expectStill(page);
  const before = await currentTime(page);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => currentTime(page)).toBeCloseTo(before - 10, 0);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => currentTime(page)).toBeCloseTo(before, 0);
  await page.keyboard.press('m');
  await expect.poll(() => element(page, 'volume')).toBe(0);
  await page.keyboard.press('m');
  await expect.poll(() => element(page, 'volume')).toBe(1);
  await page.keyboard.press('Shift+ArrowUp');
  await expect.poll(() => element(page, 'playbackRate')).toBe(1.1);
  await page.keyboard.press('Shift+ArrowDown');
  await expect.poll(() => element(page, 'playbackRate')).toBe(1);

  await tabTo(page, bar(page).getByRole('button', { name: 'Play', exact: true }));
  await page.keyboard.press('Space');
  await expectAdvance(page);
  await page.keyboard.press('Enter');
  await expectStill(page);
  await tabTo(page, bar(page).getByRole('slider', { name: 'Time line' }));
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => currentTime(page)).toBeGreaterThan(before + 1);
  const speed = bar(page).getByRole('button', { name: /^Speed/ });
  await tabTo(page, speed);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: /^Slower/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(() => element(page, 'playbackRate')).toBe(0.9);
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(speed).toBeFocused();
  await expectFocusSeen(page);
  await tabTo(page, bar(page).getByRole('link', { name: book.media.metadata.title }), 'Shift+Tab');
  await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);
  await expect(page.locator('main')).toBeFocused();
});
