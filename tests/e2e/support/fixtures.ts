import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { expect, type BrowserContext, type Page } from 'playwright/test';
import { connect, ROOT, untilScanned, type Account, type ServerApi } from './demo.ts';
import { remove } from './demo-folder.ts';
import { test as base } from './folders.ts';
import { startServer, type EmbeddedServer, type ServerOptions } from './server.ts';
import { playerState } from './sound.ts';
import { createWatch, type Watch } from './watch.ts';

export { expect } from 'playwright/test';
export { expectAccessible } from './axe.ts';
export { connect, LISTENER, ROOT, type ServerApi } from './demo.ts';
export { currentTime, expectAdvance, expectSound, expectStill, PLAYER } from './sound.ts';

interface TestFixtures {
  /** Set by `test.use({ serverOptions: … })`. */
  serverOptions: ServerOptions;
  /** An embedded server of the test's own, with the demo scanned unless the options say otherwise. */
  server: EmbeddedServer;
  /** The same server as root, past the browser. */
  api: ServerApi;
  /** Fails the test on unexpected errors; `watch.allow(/401/)` for provoked ones. */
  watch: Watch;
  /** Gives the browser the session of an account (root by default), as if signed in before. Then `goto`. */
  signIn: (account?: Account, context?: BrowserContext) => Promise<void>;
  /** A page of another administrator, `second`, signed in in a browser context of its own. */
  secondAdmin: Page;
}

const SECOND: Account = { username: 'second', password: 'one-two-three' };

export const test = base.extend<TestFixtures>({
  serverOptions: [{}, { option: true }],
  server: async ({ serverOptions, parentFolder, demoFolder }, use, info) => {
    const { rateLimit, accessTokenExpiry, demo = true, ...others } = serverOptions;
    const folder = demo ? await demoFolder.fresh() : mkdtempSync(path.join(parentFolder, 'earmark-e2e-test-'));
    const startedAt = Date.now();
    const server = await startServer(folder, { ...others, demo });
    if (demo) await untilScanned(server, startedAt);
    // The wait signs in and reads with that token: the test's counts of sign-ins and tokens start here.
    if (rateLimit !== undefined || accessTokenExpiry !== undefined) await server.restart(serverOptions);
    await use(server);
    await server.stop();
    if (info.status !== info.expectedStatus) await info.attach('server log', { body: server.log() });
    if (!demo) remove(folder);
  },
  api: async ({ server }, use) => use(await connect(server)),
  baseURL: async ({ server }, use) => use(server.url),
  watch: [
    async ({ context }, use, info) => {
      const watch = createWatch();
      context.on('page', (page) => watch.follow(page));
      await use(watch);
      if (info.status !== info.expectedStatus || watch.problems.length > 0) {
        const players = await Promise.allSettled(context.pages().map(playerState));
        // Attached text would be cut after 300 characters.
        console.log(`${info.title}\n${watch.requests.slice(-60).join('\n')}\n${JSON.stringify(players)}`);
      }
      // A request that a route still answers no longer concerns the test.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
      expect(watch.problems, 'errors that nobody looked for').toEqual([]);
    },
    { auto: true },
  ],
  signIn: async ({ context, server }, use) =>
    use(async (account = ROOT, target = context) => {
      const answer = await target.request.post(`${server.url}/login`, { data: account });
      expect(answer.status()).toBe(200);
      const { user } = (await answer.json()) as { user: { id: string; accessToken: string } };
      const session = { accessToken: user.accessToken, userId: user.id };
      const { cookies } = await target.storageState();
      const localStorage = [{ name: 'earmark.session', value: JSON.stringify(session) }];
      await target.setStorageState({ cookies, origins: [{ origin: server.url, localStorage }] });
    }),
  secondAdmin: async ({ api, browser, server, signIn }, use) => {
    await api.call('POST', '/api/users', { ...SECOND, type: 'admin', isActive: true });
    const context = await browser.newContext({ baseURL: server.url });
    await signIn(SECOND, context);
    await use(await context.newPage());
    await context.close();
  },
});
