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
import { tabTo } from './support/keys.ts';
import { bookLibrary, booksOf, longestOfOneFile, type Book } from './support/library.ts';

interface Share {
  readonly id: string;
  readonly book: Book;
}

/** Shares a book under this name, as an administrator does. */
async function share(api: ServerApi, slug: string, book: Book, more: object = {}): Promise<Share> {
  const item = (await api.call('GET', `/api/items/${book.id}?expanded=1`)) as { media: { id: string } };
  const made = await api.call('POST', '/api/share/mediaitem', {
    slug,
    mediaItemType: 'book',
    mediaItemId: item.media.id,
    expiresAt: 0,
    isDownloadable: false,
    ...more,
  });
  return { id: (made as { id: string }).id, book };
}

async function bookOfSeveralFiles(api: ServerApi): Promise<Book> {
  const books = await booksOf(api, await bookLibrary(api));
  const found = books.find(({ media }) => media.numTracks > 1);
  if (!found) throw new Error('The demo has no book of several files');
  return found;
}

/** The server's position for the visitor whose cookie the page holds. */
async function savedTime(page: Page, slug: string): Promise<number> {
  const answer = (await (await page.request.get(`/public/share/${slug}`)).json()) as {
    playbackSession: { currentTime: number };
  };
  return answer.playbackSession.currentTime;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a public link plays without an account or its code, and saves its position over a reload', async ({
  page,
  api,
}) => {
  const { book } = await share(api, 'fables', await longestOfOneFile(api), { isDownloadable: true });
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  page.on('websocket', (socket) => requested.push(socket.url()));
  await page.goto('/share/fables');
  await expect(page.getByRole('heading', { level: 1, name: book.media.metadata.title })).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(book.media.metadata.title));
  await expectAccessible(page);
  await expect(page.getByRole('link', { name: 'Download' })).toHaveAttribute('href', '/public/share/fables/download');
  await button(page, 'Play').click();
  await expectAdvance(page, 2);
  await expectSound(page);
  await button(page, 'Pause').click();
  await expectStill(page);
  const time = await currentTime(page);
  await expect.poll(() => savedTime(page, 'fables')).toBeCloseTo(time, 1);
  expect(requested.filter((path) => path.startsWith('/api/') || /socket|login|status|session-/.test(path))).toEqual([]);

  await page.reload();
  await button(page, 'Play').click();
  await expectAdvance(page);
  expect(await currentTime(page)).toBeGreaterThan(time - 0.5);
  expect(await currentTime(page)).toBeLessThan(time + 10);
});

test('after leaving the page while it plays the position is restored', async ({ page, api }) => {
  await share(api, 'fables', await longestOfOneFile(api));
  await page.goto('/share/fables');
  await button(page, 'Play').click();
  await expectAdvance(page, 2);
  const time = await currentTime(page);
  await page.goto('about:blank');
  await expect.poll(() => savedTime(page, 'fables')).toBeGreaterThan(time - 0.5);
});

test('a link starts at its second, once; an invalid second is ignored', async ({ page, api }) => {
  await share(api, 'fables', await longestOfOneFile(api));
  await page.goto('/share/fables?t=soon');
  await expect(button(page, 'Play')).toBeVisible();
  expect(await currentTime(page)).toBe(0);
  await page.goto('/share/fables?t=9');
  await expect.poll(() => currentTime(page)).toBe(9);
  await button(page, 'Play').click();
  await expectAdvance(page, 1.5);
  await expect(page).toHaveURL(/\/share\/fables$/);
  await button(page, 'Pause').click();
  await expectStill(page);
  const time = await currentTime(page);
  await expect.poll(() => savedTime(page, 'fables')).toBeCloseTo(time, 1);
  await page.reload();
  await expect.poll(() => currentTime(page)).toBeGreaterThan(time - 0.5);
});

test('the end of a file leads into the next one', async ({ page, api }) => {
  const book = await bookOfSeveralFiles(api);
  await share(api, 'files', book);
  const { playbackSession } = (await (await page.request.get('/public/share/files')).json()) as {
    playbackSession: { audioTracks: { duration: number }[] };
  };
  const border = playbackSession.audioTracks[0]?.duration ?? 0;
  await page.goto(`/share/files?t=${(border - 1.5).toFixed(2)}`);
  await button(page, 'Play').click();
  await expect
    .poll(() => page.locator(PLAYER).evaluate((audio: HTMLAudioElement) => audio.currentSrc))
    .toMatch(/\/public\/share\/files\/track\/2$/);
  await expectAdvance(page);
  await expectSound(page);
});

test('keys play, jump and change speed and volume, and Tab reaches every control', async ({ page, api }) => {
  await share(api, 'fables', await longestOfOneFile(api));
  await page.goto('/share/fables');
  await expect(button(page, 'Play')).toBeVisible();
  await page.keyboard.press('Space');
  await expectAdvance(page);
  const time = await currentTime(page);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => currentTime(page)).toBeGreaterThan(time + 8);
  await page.keyboard.press('Shift+ArrowUp');
  await expect
    .poll(() => page.locator(PLAYER).evaluate((audio: HTMLAudioElement) => audio.playbackRate))
    .toBeGreaterThan(1);
  await page.keyboard.press('m');
  await expect.poll(() => page.locator(PLAYER).evaluate((audio: HTMLAudioElement) => audio.volume)).toBe(0);
  await page.keyboard.press('Escape');
  await expectAdvance(page);
  await tabTo(page, button(page, 'Sleep timer'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Sleep timer' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('l');
  await expect(page.getByRole('dialog', { name: 'Chapters' })).toBeVisible();
});

test('a link that is unknown, or was removed while it played, says so', async ({ page, api, watch }) => {
  watch.allow(/404/);
  await page.goto('/share/nobody');
  await expect(page.getByRole('heading', { name: 'This link doesn’t work any more' })).toBeVisible();
  await expectAccessible(page);
  const { id } = await share(api, 'fables', await longestOfOneFile(api));
  await page.goto('/share/fables');
  await button(page, 'Play').click();
  await expectAdvance(page);
  await api.call('DELETE', `/api/share/mediaitem/${id}`);
  await button(page, 'Pause').click();
  await expect(page.getByRole('heading', { name: 'This link doesn’t work any more' })).toBeVisible();
});

test('a link that expires while it plays says so at the next save', async ({ page, api, watch }) => {
  watch.allow(/404/);
  const book = await longestOfOneFile(api);
  let expiresAt = 0;
  // Made when the page requests it: loading the page takes nothing of its time.
  await page.route('**/public/share/short', async (route) => {
    if (expiresAt === 0) {
      expiresAt = Date.now() + 4000;
      await share(api, 'short', book, { expiresAt });
    }
    await route.continue();
  });
  await page.goto('/share/short');
  await button(page, 'Play').click();
  await expectAdvance(page);
  await expect.poll(() => Date.now()).toBeGreaterThan(expiresAt);
  await button(page, 'Pause').click();
  await expect(page.getByRole('heading', { name: 'This link doesn’t work any more' })).toBeVisible();
});

test('with the server down the link opens by Retry, and playback survives a restart', async ({
  page,
  api,
  context,
  server,
  watch,
}) => {
  watch.allow(/ERR_|404|Failed to load/);
  await share(api, 'fables', await longestOfOneFile(api));
  await page.route('**/public/share/fables', (route) => route.abort());
  await page.goto('/share/fables');
  await expect(page.getByRole('heading', { name: 'Couldn’t open the link' })).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/public/share/fables');
  await button(page, 'Try again').click();
  await button(page, 'Play').click();
  await expectAdvance(page);
  await server.restart();
  await button(page, 'Pause').click();
  await expectStill(page);
  const time = await currentTime(page);
  await expect.poll(() => savedTime(page, 'fables')).toBeCloseTo(time, 1);
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect((await context.cookies()).map(({ name }) => name)).toEqual(['share_session_id']);
});

test('signed-in users get the same page, without the account', async ({ page, api, signIn }) => {
  await share(api, 'fables', await longestOfOneFile(api));
  await signIn();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.goto('/share/fables');
  await button(page, 'Play').click();
  await expectAdvance(page);
  expect(requested.filter((path) => path.startsWith('/api/'))).toEqual([]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: 'light' });

  test('a link fills the window, without scrolling, and its targets are big enough', async ({ page, api }) => {
    await share(api, 'fables', await longestOfOneFile(api), { isDownloadable: true });
    await page.goto('/share/fables');
    await button(page, 'Play').tap();
    await expectAdvance(page);
    await expectAccessible(page);
    const { room, small } = await page.evaluate(() => ({
      room: [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight],
      small: [...document.querySelectorAll('button, a')]
        .filter((element) => element.checkVisibility() && element.getBoundingClientRect().height < 44)
        .map((element) => element.getAttribute('aria-label') ?? element.textContent),
    }));
    expect({ room, small }).toEqual({ room: [0, 0], small: [] });
  });
});
