import {
  currentTime,
  expect,
  expectAdvance,
  expectSound,
  expectStill,
  ROOT,
  test as base,
} from './support/fixtures.ts';
import { bookLibrary, firstOnHome } from './support/library.ts';
import { startServer, type EmbeddedServer } from './support/server.ts';

/** `server` is the one that is already there; the browser talks to `front` alone. */
const test = base.extend<{ front: EmbeddedServer }>({
  front: async ({ server }, use, info) => {
    const front = await startServer(info.outputPath('unused'), { demo: false, upstream: server.url });
    await use(front);
    await front.stop();
  },
  baseURL: async ({ front }, use) => use(front.url),
});

test('the client in front of another server signs in, shows, plays, saves and hears of changes there', async ({
  page,
  api,
  server,
  front,
}) => {
  const book = await firstOnHome(api, await bookLibrary(api));
  const { title } = book.media.metadata;
  const origins = new Set<string>();
  page.on('request', (request) => origins.add(new URL(request.url()).host));
  page.on('websocket', (socket) => origins.add(new URL(socket.url()).host));

  await page.goto('/login');
  await page.getByLabel('Username').fill(ROOT.username);
  await page.getByLabel('Password', { exact: true }).fill(ROOT.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  const main = page.locator('main');
  const card = main.getByRole('link', { name: title, exact: true }).first();
  await expect(card).toBeVisible();
  const cover = main.locator(`img[src*="/api/items/${book.id}/cover"]`).first();
  await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

  await card.click();
  await page.getByRole('button', { name: /^Play: / }).click();
  await expectAdvance(page);
  await expectSound(page);
  const bar = page.getByRole('region', { name: 'Player' });
  await bar.getByRole('button', { name: 'Pause', exact: true }).click();
  await expectStill(page);
  const saved = async () =>
    ((await api.call('GET', `/api/me/progress/${book.id}`)) as { currentTime: number }).currentTime;
  await expect.poll(saved).toBeCloseTo(await currentTime(page), 0);

  await expect(main.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
  await api.call('PATCH', `/api/items/${book.id}/media`, { metadata: { title: 'Renamed Upstream' } });
  await expect(main.getByRole('heading', { level: 1, name: 'Renamed Upstream', exact: true })).toBeVisible();
  expect(front.url).not.toBe(server.url);
  expect([...origins]).toEqual([new URL(front.url).host]);
});
