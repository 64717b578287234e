import type { Page } from 'playwright/test';
import { startOpenIdProvider } from '../support/openid-provider.ts';
import { REAL_BASE, startRealWays } from '../upstream/real-ways.ts';
import {
  currentTime,
  expect,
  expectAdvance,
  expectSound,
  expectStill,
  LISTENER,
  ROOT,
  test as base,
} from './support/fixtures.ts';
import { bookLibrary, booksOf, firstOnHome } from './support/library.ts';
import { startServer, type EmbeddedServer } from './support/server.ts';

interface Ways {
  /** The ways of a real server in front of the embedded one; null for that itself. */
  readonly real: { readonly newer: boolean; readonly withoutWebsocket?: boolean } | null;
  /** Path in `--upstream`. */
  readonly given?: string;
  /** `--base` of the server that the browser talks to. */
  readonly base?: string;
}

/** `server` is the existing one; the browser talks only to `front`. */
const test = base.extend<{ ways: Ways; front: EmbeddedServer }>({
  ways: [{ real: null }, { option: true }],
  front: async ({ server, ways }, use, info) => {
    const real = ways.real && (await startRealWays(server.url, ways.real));
    const front = await startServer(info.outputPath('unused'), {
      demo: false,
      upstream: (real ?? server).url + (ways.given ?? ''),
      ...(ways.base === undefined ? {} : { base: ways.base }),
    });
    await use(front);
    await front.stop();
    await real?.stop();
  },
  // The page closes before its server.
  page: async ({ front: _front, page }, use) => {
    await use(page);
    await page.close();
  },
});

async function signInAt(page: Page, front: EmbeddedServer): Promise<void> {
  await page.goto(`${front.url}/login`);
  await page.getByLabel('Username').fill(ROOT.username);
  await page.getByLabel('Password', { exact: true }).fill(ROOT.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const WAYS: readonly (readonly [string, Ways])[] = [
  ['another embedded server', { real: null }],
  ['a real server, below a path of a reverse proxy', { real: { newer: true }, given: REAL_BASE, base: '/earmark' }],
  ['a real server, at the path that it has itself', { real: { newer: false }, base: REAL_BASE }],
  ['a proxy that refuses websocket', { real: { newer: true, withoutWebsocket: true } }],
];

for (const [name, ways] of WAYS) {
  test.describe(`in front of ${name}`, () => {
    test.use({ ways });

    test('the client signs in, shows, plays, saves, receives changes and recovers after a reload', async ({
      page,
      api,
      server,
      front,
      watch,
    }) => {
      if (ways.real?.withoutWebsocket) watch.allow(/WebSocket/i);
      const book = await firstOnHome(api, await bookLibrary(api));
      const { title } = book.media.metadata;
      const places = new Set<string>();
      const { origin, pathname } = new URL(front.url);
      const placeOf = (address: string) => {
        const url = new URL(address.replace(/^ws/, 'http'));
        return url.origin === origin && url.pathname.startsWith(pathname) ? 'here' : address;
      };
      page.on('request', (request) => request.url().startsWith('http') && places.add(placeOf(request.url())));
      page.on('websocket', (socket) => places.add(placeOf(socket.url())));

      await signInAt(page, front);
      const main = page.locator('main');
      const card = main.getByRole('link', { name: title, exact: true }).first();
      await expect(card).toBeVisible();
      const cover = main.locator(`img[src*="/api/items/${book.id}/cover"]`).first();
      await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

      await card.click();
      await expect(page).toHaveURL(`${front.url}/item/${book.id}`);
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
      const renamed = main.getByRole('heading', { level: 1, name: 'Renamed Upstream', exact: true });
      await expect(renamed).toBeVisible();
      await page.reload();
      await expect(renamed).toBeVisible();
      expect(front.url).not.toBe(server.url);
      expect([...places]).toEqual(['here']);
    });

    test('a public link plays without an account', async ({ page, api, front, watch }) => {
      if (ways.real?.withoutWebsocket) watch.allow(/WebSocket/i);
      const books = await booksOf(api, await bookLibrary(api));
      const book = books.find(({ media }) => media.numTracks > 1) ?? books[0];
      const item = (await api.call('GET', `/api/items/${book?.id}?expanded=1`)) as { media: { id: string } };
      await api.call('POST', '/api/share/mediaitem', {
        slug: 'fables',
        mediaItemType: 'book',
        mediaItemId: item.media.id,
        expiresAt: 0,
        isDownloadable: false,
      });
      await page.goto(`${front.url}/share/fables`);
      await page.getByRole('button', { name: 'Play', exact: true }).click();
      await expectAdvance(page);
      await expectSound(page);
    });

    // A sign-in needs no live connection.
    if (ways.real?.withoutWebsocket) return;

    test('OpenID is set up with the addresses that the settings show, and people sign in by it (AUT-006)', async ({
      page,
      browser,
      front,
      watch,
    }) => {
      watch.allow(/400/);
      const provider = await startOpenIdProvider(front.url, {
        lisa: { preferred_username: LISTENER.username },
      });
      try {
        await signInAt(page, front);
        await expect(page.getByRole('button', { name: /^Account:/ })).toBeVisible();
        await page.goto(`${front.url}/config/authentication`);
        await page.getByRole('switch', { name: 'OpenID Connect' }).check();
        const field = (label: string) => page.getByLabel(label, { exact: true });
        await field('Issuer URL').fill(provider.issuer);
        await page.getByRole('button', { name: 'Fill in from issuer' }).press('Enter');
        await expect(page.getByText(/^Filled in/)).toBeVisible();
        await expect(field('Redirect URL for browsers')).toHaveValue(`${front.url}/auth/openid/callback`);
        await field('Client ID').fill(String(provider.settings['authOpenIDClientID']));
        await field('Client secret').fill(String(provider.settings['authOpenIDClientSecret']));
        await page.getByRole('combobox', { name: /Match/ }).click();
        await page.getByRole('option', { name: /name/i }).click();
        await page.getByRole('button', { name: /^Save/ }).click();
        await expect(page.getByText('Saved', { exact: true })).toBeVisible();

        const context = await browser.newContext();
        const other = await context.newPage();
        watch.follow(other);
        await other.goto(`${front.url}/login`);
        await other.getByRole('button', { name: 'Login with OpenId' }).click();
        await other.getByRole('button', { name: 'lisa', exact: true }).click();
        await expect(other.getByRole('button', { name: /^Account:/ })).toHaveAccessibleName(
          `Account: ${LISTENER.username}`,
        );
        expect(other.url()).not.toContain('oken');
        await context.close();
      } finally {
        await provider.stop();
      }
    });
  });
}
