import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  connect,
  expect,
  expectAccessible,
  expectAdvance,
  expectSound,
  expectStill,
  PLAYER,
  test,
} from './support/fixtures.ts';
import { createDemoFolder } from './support/demo-folder.ts';
import { bookLibrary, booksOf, librariesOf } from './support/library.ts';
import { loudness } from './support/sound.ts';
import { createWatch } from './support/watch.ts';

interface PlayedSession {
  readonly audioTracks: readonly { readonly contentUrl: string }[];
}

test('each test has a server with the demo scanned, and its own data', async ({ api, server }) => {
  expect((await librariesOf(api)).map(({ mediaType }) => mediaType).sort()).toEqual(['book', 'podcast']);
  expect((await booksOf(api, await bookLibrary(api))).length).toBeGreaterThanOrEqual(10);
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
});

test('what a test did to data and media of the demo is undone for the next one', async ({ parentFolder }) => {
  const demo = createDemoFolder(parentFolder);
  const folder = await demo.fresh();
  const listed = () => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const before = listed();
  const [sound] = before.filter((name) => name.endsWith('.mp3'));
  rmSync(path.join(folder, sound ?? ''));
  rmSync(path.join(folder, 'earmark.sqlite'));
  writeFileSync(path.join(folder, 'left'), '');
  expect(await demo.fresh()).toBe(folder);
  expect(existsSync(path.join(folder, 'left'))).toBe(false);
  expect(listed().filter((name) => !name.startsWith('metadata'))).toEqual(
    before.filter((name) => !name.startsWith('metadata')),
  );
  demo.remove();
});

test('a killed server restarts on the same address with the same data', async ({ server, api }) => {
  const ids = async () => (await librariesOf(api)).map(({ id }) => id);
  const before = await ids();
  await server.kill();
  await expect(ids()).rejects.toThrow('fetch failed');
  await server.restart();
  expect(await ids()).toEqual(before);
});

test.describe('with tokens that live one second', () => {
  test.use({ serverOptions: { accessTokenExpiry: 1 } });

  test('an access token is refused after it expires', async ({ api }) => {
    await expect.poll(() => api.call('GET', '/api/me').then(() => 'answered', String)).toContain('401');
  });
});

test.describe('without the demo', () => {
  test.use({ serverOptions: { demo: false } });

  test('no account exists yet', async ({ server }) => {
    await expect(connect(server)).rejects.toThrow('401');
  });
});

test('sound differs from silence, playing from standing still', async ({ page, api }) => {
  const book = (await booksOf(api, await bookLibrary(api))).find(({ media }) => media.numTracks === 1);
  const session = (await api.call('POST', `/api/items/${book?.id}/play`, {
    supportedMimeTypes: ['audio/mpeg', 'audio/mp4'],
  })) as PlayedSession;
  await page.goto('/login');
  await page.setContent('<audio data-earmark-player></audio>');
  const player = page.locator(PLAYER);
  await player.evaluate(
    (element: HTMLAudioElement, url) => {
      element.src = url;
    },
    `${session.audioTracks[0]?.contentUrl ?? ''}?token=${api.accessToken}`,
  );
  await expectStill(page);
  expect(await loudness(page)).toBe(0);
  await player.evaluate((element: HTMLAudioElement) => element.play());
  await expectAdvance(page);
  await expectSound(page);
});

test('a browser with a session is signed in', async ({ page, signIn, api }) => {
  await signIn();
  await page.goto('/login');
  const userId = await page.evaluate(
    () => (JSON.parse(localStorage.getItem('earmark.session') ?? '{}') as { userId?: string }).userId,
  );
  expect(userId).toBe(api.userId);
  expect((await page.context().cookies()).map((cookie) => cookie.name)).toContain('refresh_token');
});

test('accessibility faults are found: of colors in each theme, all others once', async ({ page }) => {
  await page.goto('about:blank');
  const faintIn = (theme: string) => `[data-theme=${theme}] .${theme} { color: #ddd; background: #fff }`;
  await page.setContent(
    `<html lang="en"><title>t</title><style>${faintIn('dark')} ${faintIn('light')}</style><main><h1>Title</h1>
    <p class="dark">Dark</p><p class="light">Light</p>
    <img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="></main></html>`,
  );
  const message = await expectAccessible(page).then(() => '', String);
  expect([...message.matchAll(/"((?:dark|light) .+?)"/g)].map(([, fault]) => fault).toSorted()).toEqual([
    'dark color-contrast: .dark',
    'dark image-alt: img',
    'light color-contrast: .light',
  ]);
  await page.setContent('<html lang="en"><title>t</title><main><h1>Title</h1></main></html>');
  await expectAccessible(page);
});

test('unexpected errors are reported: uncaught ones, failed loads, policy violations', async ({ browser, server }) => {
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  const watch = createWatch();
  watch.follow(page);
  await page.goto('/login');
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('left alone');
    });
    navigator.sendBeacon('https://elsewhere.test/track');
    return fetch('/api/me');
  });
  await expect.poll(() => watch.problems.join('\n')).toContain('uncaught: Error: left alone');
  await expect.poll(() => watch.problems.join('\n')).toContain('Content Security Policy');
  await expect.poll(() => watch.problems.join('\n')).toContain('401');
  watch.allow(/left alone|Security Policy|401/);
  expect(watch.problems).toEqual([]);
  await context.close();
});
