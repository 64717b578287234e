import type { Page } from 'playwright/test';
import {
  connect,
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
import { savedTime } from './support/heard.ts';
import { expectFocusSeen, tabTo } from './support/keys.ts';
import { bookLibrary, booksOf, type Book } from './support/library.ts';
import { hasItsCode } from './support/live.ts';

/** A book of the demo: the one with most files, or the longest one of a single file with chapters. */
async function findBook(api: ServerApi, kind: 'several files' | 'one file'): Promise<Book> {
  const books = await booksOf(api, await bookLibrary(api));
  const fitting = books.filter(({ media }) => (kind === 'several files' ? media.numTracks > 1 : media.numTracks === 1));
  const found = fitting.sort((one, other) => other.media.duration - one.media.duration)[0];
  if (!found) throw new Error(`The demo has no book of ${kind}`);
  return found;
}

/** Gives the book a position, so that the start page offers to resume it. */
async function beginAt(api: ServerApi, item: Book, currentTime: number): Promise<void> {
  const { duration } = item.media;
  await api.call('PATCH', `/api/me/progress/${item.id}`, { currentTime, duration, progress: currentTime / duration });
}

function element(page: Page, name: 'volume' | 'playbackRate'): Promise<number> {
  return page.locator(PLAYER).evaluate((audio: HTMLAudioElement, property) => audio[property], name);
}

/** When the current access token of the page expires, in ms since 1970. */
async function endOfToken(page: Page): Promise<number> {
  const session = await page.evaluate(() => localStorage.getItem('earmark.session') ?? '');
  const { accessToken } = JSON.parse(session) as { accessToken: string };
  const claims = Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString();
  return (JSON.parse(claims) as { exp: number }).exp * 1000;
}

const bar = (page: Page) => page.getByRole('region', { name: 'Player' });

async function resume(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Resume' }).click();
  await expectAdvance(page);
}

test('play makes sound, pause makes silence, and the position is saved (GEN-006, GEN-010)', async ({
  page,
  api,
  signIn,
}) => {
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
  await expect.poll(() => savedTime(api, book.id)).toBeCloseTo(time, 0);
  await expectAccessible(page);
});

test('a seek across two files continues in the other one, and its end leads into the next', async ({
  page,
  api,
  signIn,
}) => {
  const book = await findBook(api, 'several files');
  await beginAt(api, book, 2);
  await signIn();
  await resume(page);
  const source = () => page.locator(PLAYER).evaluate((element: HTMLAudioElement) => element.currentSrc);
  expect(await source()).toContain('/track/1');
  const line = bar(page).getByRole('slider', { name: 'Timeline' });
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

test('an accidental jump is undone, by its notice and by the key', async ({ page, api, signIn }) => {
  const book = await findBook(api, 'one file');
  await beginAt(api, book, 12);
  await signIn();
  await resume(page);
  const line = bar(page).getByRole('slider', { name: 'Timeline' });
  await line.press('PageUp');
  await expect.poll(() => currentTime(page)).toBeGreaterThan(70);
  await expect(page.getByText(/^Moved to 1:/)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => currentTime(page)).toBeLessThan(40);
  await expect(page.getByText(/^Moved to 1:/)).toBeHidden();
  await expectAdvance(page);
  const here = await currentTime(page);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => currentTime(page)).toBeGreaterThan(here + 9);
  const there = await currentTime(page);
  await page.keyboard.press('z');
  await expect.poll(() => currentTime(page)).toBeLessThan(there - 5);
  await expectAdvance(page);
});

for (const [how, end] of [
  ['closed', (page) => page.close({ runBeforeUnload: true })],
  ['left for another site', (page) => page.goto('about:blank')],
] as const satisfies readonly (readonly [string, (page: Page) => Promise<unknown>])[]) {
  test(`a page that is ${how} while it plays has saved its position (pitfall 2)`, async ({ page, api, signIn }) => {
    const book = await findBook(api, 'one file');
    await beginAt(api, book, 12);
    await signIn();
    await resume(page);
    await expect.poll(() => currentTime(page)).toBeGreaterThan(14);
    const before = await currentTime(page);
    expect(await savedTime(api, book.id)).toBeLessThan(before - 1);
    await end(page);
    // No page is left that could save later.
    await expect.poll(() => savedTime(api, book.id)).toBeGreaterThanOrEqual(before);
  });
}

test('after a reload it resumes at the same second', async ({ page, api, signIn }) => {
  const book = await findBook(api, 'one file');
  await beginAt(api, book, 5);
  await signIn();
  await resume(page);
  await expectAdvance(page, 2);
  const time = await currentTime(page);
  await page.reload();
  await expect.poll(() => savedTime(api, book.id)).toBeGreaterThan(time - 1);
  await page.getByRole('button', { name: 'Resume' }).click();
  await expectAdvance(page);
  expect(await currentTime(page)).toBeGreaterThan(time - 1);
});

test('a paused player is restored after a reload, silent and without a playback session, and resumes', async ({
  page,
  api,
  signIn,
}) => {
  const book = await findBook(api, 'one file');
  await beginAt(api, book, 5);
  await signIn();
  await resume(page);
  await expectAdvance(page, 2);
  const time = await currentTime(page);
  const opened: string[] = [];
  page.on('request', (request) => {
    if (/\/play$|\/session\//.test(request.url())) opened.push(request.url());
  });
  await page.reload();
  await expect(bar(page).getByRole('link', { name: book.media.metadata.title })).toBeVisible();
  await expect(bar(page).getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await bar(page).getByRole('button', { name: 'Next chapter' }).click();
  await bar(page).getByRole('button', { name: 'Chapters' }).click();
  const chapters = page.getByRole('dialog', { name: 'Chapters' });
  await expect(chapters.getByRole('row').nth(1).getByRole('button')).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('Escape');
  expect(opened.filter((url) => url.endsWith('/play'))).toEqual([]);
  await bar(page).getByRole('button', { name: 'Play', exact: true }).click();
  await expectAdvance(page);
  expect(await currentTime(page)).toBeGreaterThan(time - 1);
  await page.locator('main').click({ position: { x: 5, y: 5 } });
  // A page reloaded before the server has answered requests the session again, which is closed.
  const closed = page.waitForResponse(/\/api\/session\/[^/]+\/close$/);
  await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(bar(page).getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await bar(page)
    .getByRole('button', { name: /^Close/ })
    .click();
  await expect(bar(page)).toHaveCount(0);
  await closed;
  await page.reload();
  await expect(page.locator('main').getByRole('button', { name: 'Resume' })).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
});

test.describe('with tokens that live three seconds', () => {
  test.use({ serverOptions: { accessTokenExpiry: 3 } });

  test('playing and saving continue after a token expires', async ({ page, api, server, signIn, watch }) => {
    watch.allow(/401/);
    const book = await findBook(api, 'one file');
    await beginAt(api, book, 5);
    await signIn();
    await resume(page);
    const end = await endOfToken(page);
    await expect
      .poll(() => Date.now(), { message: 'the token that playing began with has ended' })
      .toBeGreaterThan(end);
    const reached = await currentTime(page);
    await expectAdvance(page);
    await bar(page).getByRole('button', { name: 'Pause', exact: true }).click();
    await expectStill(page);
    await expect.poll(async () => savedTime(await connect(server), book.id)).toBeGreaterThan(reached);
    await bar(page).getByRole('button', { name: 'Play', exact: true }).click();
    await expectAdvance(page);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});

for (const [how, ms] of [
  ['pointer', 60],
  ['pointer', 180],
  ['pointer', 300],
  ['key', 120],
  ['key', 250],
] as const) {
  test(`two presses on play by ${how}, ${ms} ms apart, are one`, async ({ page, api, signIn }) => {
    await beginAt(api, await findBook(api, 'one file'), 12);
    await signIn();
    await page.goto('/');
    const play = page.getByRole('button', { name: 'Resume' });
    // The second one in the page: the way to the browser and back would add to the time between them.
    if (how === 'pointer') {
      await play.evaluate((button: HTMLElement, pause) => {
        button.click();
        setTimeout(() => button.click(), pause);
      }, ms);
    } else {
      await play.focus();
      await play.evaluate((button, pause) => {
        const again = () => setTimeout(() => (document.activeElement as HTMLElement).click(), pause);
        button.addEventListener('click', again, { once: true });
      }, ms);
      await page.keyboard.press('Enter');
    }
    await expectAdvance(page, 1);
  });
}

test('a killed server that restarts gets a new session, and the sound goes on', async ({
  page,
  api,
  server,
  signIn,
  watch,
}) => {
  watch.allow(/ERR_|404|WebSocket|Failed to load/);
  const book = await findBook(api, 'one file');
  await beginAt(api, book, 5);
  await signIn();
  const whole = hasItsCode(page);
  await resume(page);
  await whole;
  await server.kill();
  await expectAdvance(page);
  await server.restart();
  const before = await currentTime(page);
  await bar(page).getByRole('button', { name: 'Pause', exact: true }).click();
  await expect.poll(() => savedTime(api, book.id), { timeout: 30_000 }).toBeGreaterThanOrEqual(Math.floor(before));
  await bar(page).getByRole('button', { name: 'Play', exact: true }).click();
  await expectAdvance(page);
  await expectSound(page);
});

test('a book of several files whose server is down at the end of a file says so and resumes by itself', async ({
  page,
  api,
  server,
  signIn,
  watch,
}) => {
  watch.allow(/ERR_|404|WebSocket|Failed to load|NotSupportedError|no supported source/);
  const book = await findBook(api, 'several files');
  await beginAt(api, book, 2);
  await signIn();
  const whole = hasItsCode(page);
  await resume(page);
  await whole;
  const heard = async () => ((await api.call('GET', '/api/me/listening-stats')) as { totalTime: number }).totalTime;
  const before = await heard();
  const source = () => page.locator(PLAYER).evaluate((element: HTMLAudioElement) => element.currentSrc);
  // Before the last seconds of the file, in which the next one loads.
  await server.kill();
  await page.locator(PLAYER).evaluate((element: HTMLAudioElement) => {
    element.currentTime = element.duration - 6;
  });
  await expectAdvance(page);
  await expect.poll(source).toContain('/track/2');
  const waiting = bar(page).getByText('Waiting for the server…');
  await expect(waiting).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Waiting for the server…' })).toHaveCount(1);
  await expect.poll(() => page.evaluate(() => performance.now()), { timeout: 20_000 }).toBeGreaterThan(15_000);
  await expect(waiting).toBeVisible();
  await server.restart();
  await expectAdvance(page);
  await expect(waiting).toBeHidden();
  await expectSound(page);
  await bar(page).getByRole('button', { name: 'Pause', exact: true }).click();
  await expectStill(page);
  // Two seconds before the jump to the end of the file, six after it, one or more in the next file.
  await expect.poll(async () => (await heard()) - before, { timeout: 15_000 }).toBeGreaterThan(7);
});

for (const [name, answer] of [
  ['missing', { status: 404, body: 'Not Found' }],
  ['no sound', { status: 200, contentType: 'audio/mpeg', body: 'this is no sound' }],
] as const) {
  test(`a file that is ${name} is reported after a few tries, and plays once it is back (PLR-044)`, async ({
    page,
    api,
    signIn,
    watch,
  }) => {
    watch.allow(/40[04]|track|sound|media|HLS/i);
    const book = await findBook(api, 'several files');
    await beginAt(api, book, 2);
    await signIn();
    await page.goto('/');
    let requested = 0;
    await page.route('**/public/session/*/track/*', (route) => {
      requested += 1;
      return route.fulfill(answer);
    });
    // Nor can the server transcode it.
    await page.route('**/hls/**', (route) => route.fulfill({ status: 400, body: 'Bad Request' }));
    await page.getByRole('button', { name: 'Resume' }).click();
    const failure = bar(page).getByRole('alert');
    await expect(failure).toContainText('The file is missing');
    await expect(bar(page).getByRole('button', { name: 'Pause' })).toHaveCount(0);
    expect(requested).toBeLessThan(12);
    await page.unroute('**/public/session/*/track/*');
    await page.unroute('**/hls/**');
    await failure.getByRole('button', { name: 'Try again' }).click();
    await expectAdvance(page);
    await expectSound(page);
    expect(await savedTime(api, book.id)).toBeLessThan(10);
  });
}

test('a second tab counts as a tab, not as another device; a paused one shows nothing', async ({
  page,
  context,
  api,
  signIn,
}) => {
  const book = await findBook(api, 'one file');
  await beginAt(api, book, 5);
  await signIn();
  await resume(page);
  const second = await context.newPage();
  await resume(second);
  await expectStill(page);
  await expect(page.getByText('Playing in another tab')).toBeVisible();
  await expect.poll(() => savedTime(api, book.id)).toBeGreaterThan(5);
  await expectAdvance(second, 2);
  await expect(second.getByText(/Also playing|another/)).toHaveCount(0);
});

test('on a phone a small bar opens into a full-screen player', async ({ page, api, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const book = await findBook(api, 'one file');
  await beginAt(api, book, 5);
  await signIn();
  await resume(page);
  await bar(page).getByRole('button', { name: 'Open full player' }).click();
  const sheet = page.getByRole('dialog', { name: 'Player' });
  await expect(sheet.getByRole('link', { name: book.media.metadata.title })).toBeVisible();
  await sheet.getByRole('button', { name: 'Pause', exact: true }).click();
  await expectStill(page);
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Minimize player' }).click();
  await expect(sheet).toBeHidden();
  await bar(page).getByRole('button', { name: 'Open full player' }).click();
  await sheet.getByRole('button', { name: /^Close/ }).click();
  await expect(bar(page)).toHaveCount(0);
  await expect(page.locator('main')).toBeFocused();
});

test('back closes a menu of the full-screen player, then the player, which reopens without it', async ({
  page,
  api,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await beginAt(api, await findBook(api, 'one file'), 5);
  await signIn();
  await resume(page);
  const expand = bar(page).getByRole('button', { name: 'Open full player' });
  await expand.click();
  const sheet = page.getByRole('dialog', { name: 'Player' });
  await sheet.getByRole('button', { name: /^Speed/ }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(sheet).toBeVisible();
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expand.click();
  const speed = sheet.getByRole('button', { name: /^Speed/, includeHidden: true });
  await expect(speed).toHaveAttribute('aria-expanded', 'false');
});

test('on a phone the key for the chapters opens them over the small bar', async ({ page, api, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn();
  await page.goto(`/item/${(await findBook(api, 'several files')).id}`);
  await page.locator('main').getByRole('button', { name: /^Play/ }).first().click();
  await expectAdvance(page);
  await page.keyboard.press('l');
  const chapters = page.getByRole('dialog', { name: 'Chapters' });
  await expect(chapters.locator('[aria-current]')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(chapters).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Open full player' })).toBeVisible();
});

test('the keyboard is enough', async ({ page, api, signIn }) => {
  const book = await findBook(api, 'one file');
  await beginAt(api, book, 20);
  await signIn();
  await page.goto('/');
  const main = page.locator('main');
  await expect(main.getByRole('button', { name: 'Resume' })).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: 'Skip to content' }));
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
  await tabTo(page, bar(page).getByRole('slider', { name: 'Timeline' }));
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => currentTime(page)).toBeGreaterThan(before + 1);
  const speed = bar(page).getByRole('button', { name: /^Speed/ });
  await tabTo(page, speed);
  await page.keyboard.press('Enter');
  await expect(page.locator('[role=menu]:focus, [role=menu] :focus')).toHaveCount(1);
  await page.keyboard.press('s');
  await expect(page.getByRole('menuitem', { name: /^Slower/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(() => element(page, 'playbackRate')).toBe(0.9);
  await page.keyboard.press('Enter');
  await expect.poll(() => element(page, 'playbackRate')).toBe(0.8);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(speed).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('[role=menu]:focus, [role=menu] :focus')).toHaveCount(1);
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect.poll(() => element(page, 'playbackRate')).toBe(0.5);
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(speed).toBeFocused();
  await expectFocusSeen(page);
  await tabTo(page, bar(page).getByRole('link', { name: book.media.metadata.title }), 'Shift+Tab');
  await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);
  await expect(page.locator('main')).toBeFocused();
});

test("after a pointer press on a button or the time line the player's keys work; a button reached by keyboard keeps only its own", async ({
  page,
  api,
  signIn,
}) => {
  const book = await findBook(api, 'one file');
  await beginAt(api, book, 20);
  await signIn();
  await resume(page);
  await page.keyboard.press('m');
  await expect.poll(() => element(page, 'volume')).toBe(0);
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => element(page, 'volume')).toBe(0.1);
  await bar(page).getByRole('button', { name: 'Pause', exact: true }).click();
  await expectStill(page);
  const before = await currentTime(page);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => currentTime(page)).toBeCloseTo(before + 10, 0);
  await bar(page)
    .getByRole('button', { name: /^Back / })
    .click();
  await expect.poll(() => currentTime(page)).toBeCloseTo(before, 0);
  await page.keyboard.press('Space');
  await expectAdvance(page);
  expect(await currentTime(page)).toBeGreaterThan(before - 1);
  await bar(page).getByRole('slider', { name: 'Timeline' }).click();
  await page.keyboard.press('Space');
  await expectStill(page);
  await tabTo(page, bar(page).getByRole('button', { name: /^Speed/ }));
  await page.keyboard.press('m');
  await expect.poll(() => element(page, 'volume')).toBe(0);
  await page.keyboard.press('Space');
  await expect(page.getByRole('menu')).toBeVisible();
});

test('on Escape what a pointer opened returns the focus to its button and the keys to the player', async ({
  page,
  api,
  signIn,
}) => {
  await beginAt(api, await findBook(api, 'one file'), 20);
  await signIn();
  await resume(page);
  const chapters = page.getByRole('dialog', { name: 'Chapters' });
  const speed = bar(page).getByRole('button', { name: /^Speed/ });
  const opened = [
    [speed, page.getByRole('menu')],
    [bar(page).getByRole('button', { name: 'Chapters' }), chapters],
    [page.getByRole('button', { name: /^Account/ }), page.getByRole('menu')],
  ] as const;
  for (const [button, popup] of opened) {
    await bar(page).getByRole('button', { name: 'Pause', exact: true }).click();
    await expectStill(page);
    await button.click();
    await expect(popup.locator(':scope:focus, :focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(popup).toHaveCount(0);
    await expect(button).toBeFocused();
    await page.keyboard.press('l');
    await expect(chapters).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(chapters).toHaveCount(0);
    await page.keyboard.press('Space');
    await expectAdvance(page);
  }
  await speed.click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(bar(page).getByRole('button', { name: 'Sleep timer' })).toBeFocused();
});

test('back closes the full-screen player and leaves the page below; a link in it closes it too', async ({
  page,
  api,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const book = await findBook(api, 'one file');
  await beginAt(api, book, 5);
  await signIn();
  await resume(page);
  const home = page.url();
  const sheet = page.getByRole('dialog', { name: 'Player' });
  await bar(page).getByRole('button', { name: 'Open full player' }).click();
  await expect(sheet).toBeVisible();
  await page.goBack();
  await expect(sheet).toBeHidden();
  expect(page.url()).toBe(home);
  await expectAdvance(page);
  await bar(page).getByRole('button', { name: 'Open full player' }).click();
  await sheet.getByRole('link', { name: book.media.metadata.title }).click();
  await expect(page).toHaveURL(new RegExp(`/item/${book.id}$`));
  await expect(sheet).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(home);
});
