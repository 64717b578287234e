import { fileURLToPath } from 'node:url';
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
import { bookLibrary, booksOf, type Book } from './support/library.ts';

/** The framework's address answers with a fake of it that has one receiver. */
const FAKE = fileURLToPath(new URL('../support/fake-cast-framework.js', import.meta.url));

interface FakeCast {
  readonly requests: readonly { readonly items: readonly FakeItem[] }[];
  session(): { readonly volume: number; readonly media: FakeMedia | null } | null;
  vanish(): void;
}
interface FakeItem {
  readonly startTime: number;
  readonly autoplay: boolean;
  readonly media: { readonly contentId: string; readonly contentType: string };
}
interface FakeMedia {
  readonly playerState: string;
  readonly playbackRate: number;
  getEstimatedTime(): number;
}

async function allowCasting(api: ServerApi, page: Page): Promise<string[]> {
  const requested: string[] = [];
  await api.call('PATCH', '/api/settings', { chromecastEnabled: true });
  await page.route('https://www.gstatic.com/**', (route) => {
    requested.push(route.request().url());
    return route.fulfill({ path: FAKE, contentType: 'text/javascript' });
  });
  return requested;
}

async function beginAt(api: ServerApi, { id, media }: Book, time: number): Promise<void> {
  const { duration } = media;
  await api.call('PATCH', `/api/me/progress/${id}`, { currentTime: time, duration, progress: time / duration });
}

async function bookOfSeveralFiles(api: ServerApi): Promise<Book> {
  const found = (await booksOf(api, await bookLibrary(api))).find(({ media }) => media.numTracks > 1);
  if (!found) throw new Error('The demo has no book of several files');
  return found;
}

const launcher = (page: Page) => page.getByRole('button', { name: 'Cast to a device' });
const bar = (page: Page) => page.getByRole('region', { name: 'Player' });
const press = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true }).click();
const receiver = (page: Page) =>
  page.evaluate(() => {
    const media = (globalThis as unknown as { fakeCast: FakeCast }).fakeCast.session()?.media;
    return media ? { state: media.playerState, time: media.getEstimatedTime(), rate: media.playbackRate } : null;
  });

test('playback moves to a receiver at its second, is controlled from here, and comes back (GEN-007)', async ({
  page,
  api,
  signIn,
}) => {
  const requested = await allowCasting(api, page);
  const book = await bookOfSeveralFiles(api);
  await beginAt(api, book, 12);
  await signIn();
  await page.goto('/');
  await page.getByRole('button', { name: 'Resume' }).click();
  await expectAdvance(page);
  const before = await currentTime(page);
  await launcher(page).click();
  const stop = page.getByRole('button', { name: 'Stop casting to Kitchen' });
  await expect(stop).toBeVisible();
  await expect.poll(async () => (await receiver(page))?.state).toBe('PLAYING');
  await expectAccessible(page);
  expect((await receiver(page))?.time).toBeGreaterThan(before - 1);
  const [request] = await page.evaluate(
    () => (globalThis as unknown as { fakeCast: FakeCast }).fakeCast.requests as FakeCast['requests'],
  );
  expect(request?.items.length).toBe(book.media.numTracks);
  expect(request?.items[0]?.media.contentId).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/public\/session\/[^/]+\/track\/1$/);
  expect(requested).toEqual(['https://www.gstatic.com/cv/js/sender/v1/cast_sender.js?loadCastFramework=1']);
  const players = async () => {
    const open = (await api.call('GET', '/api/sessions/open')) as { sessions: { mediaPlayer: string }[] };
    return open.sessions.map(({ mediaPlayer }) => mediaPlayer);
  };
  await expect.poll(players).toEqual(['chromecast']);

  await press(page, 'Pause');
  await expect.poll(async () => (await receiver(page))?.state).toBe('PAUSED');
  const paused = (await receiver(page))?.time ?? 0;
  await expect
    .poll(async () => ((await api.call('GET', `/api/me/progress/${book.id}`)) as { currentTime: number }).currentTime)
    .toBeCloseTo(paused, 0);
  await press(page, 'Forward 10 seconds');
  await expect.poll(async () => (await receiver(page))?.time).toBeGreaterThan(paused + 8);
  await page.keyboard.press('Shift+ArrowUp');
  await expect.poll(async () => (await receiver(page))?.rate).toBeGreaterThan(1);
  await press(page, 'Play');
  await expect.poll(async () => (await receiver(page))?.state).toBe('PLAYING');

  await stop.click();
  await expect(launcher(page)).toBeVisible();
  await expectAdvance(page);
  await expectSound(page);
  expect(await currentTime(page)).toBeGreaterThan(paused + 8);
});

test('when a receiver disconnects, playback pauses here at its second, with a notice', async ({
  page,
  api,
  signIn,
}) => {
  await allowCasting(api, page);
  const book = await bookOfSeveralFiles(api);
  await beginAt(api, book, 5);
  await signIn();
  await page.goto('/');
  await launcher(page).click();
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect.poll(async () => (await receiver(page))?.time).toBeGreaterThan(7);
  const reached = (await receiver(page))?.time ?? 0;
  await page.evaluate(() => (globalThis as unknown as { fakeCast: FakeCast }).fakeCast.vanish());
  await expect(page.getByText('Kitchen is no longer connected. Playback is paused here.')).toBeVisible();
  await expect(bar(page).getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await expect.poll(() => currentTime(page)).toBeGreaterThan(reached - 2);
  await expect
    .poll(() => page.locator(PLAYER).evaluate((audio: HTMLAudioElement) => !audio.seeking && audio.readyState > 1))
    .toBe(true);
  await expectStill(page);
  await press(page, 'Play');
  await expectAdvance(page);
});

test("without the server's setting nothing loads and no launcher shows", async ({ page, signIn }) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await signIn();
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Account' }).or(page.locator('header')).first()).toBeVisible();
  expect(requested.filter((url) => /gstatic|cast-sender/.test(url))).toEqual([]);
  await expect(launcher(page)).toHaveCount(0);
});
