import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test as base, type BrowserContext } from 'playwright/test';
import { connect, ROOT, untilScanned, type Account, type ServerApi } from './demo.ts';
import { startServer, type EmbeddedServer, type ServerOptions } from './server.ts';
import { createWatch, type Watch } from './watch.ts';

export { expect } from 'playwright/test';
export { expectAccessible } from './axe.ts';
export { connect, LISTENER, ROOT, type ServerApi } from './demo.ts';
export { currentTime, expectAdvance, expectSound, expectStill, PLAYER } from './sound.ts';

interface TestFixtures {
  /** Set by `test.use({ serverOptions: … })`. */
  serverOptions: ServerOptions;
  /** An embedded server of the test's own, with the demo read in unless the options say otherwise. */
  server: EmbeddedServer;
  /** The same server as root, past the browser. */
  api: ServerApi;
  /** Fails the test on errors that no assertion looks for; `watch.allow(/401/)` for provoked ones. */
  watch: Watch;
  /** Gives the browser the session of an account (root by default), as if it had signed in before. Then `goto`. */
  signIn: (account?: Account, context?: BrowserContext) => Promise<void>;
}

export const test = base.extend<TestFixtures>({
  serverOptions: [{}, { option: true }],
  server: async ({ serverOptions }, use, info) => {
    const folder = newFolder('test');
    const { rateLimit, accessTokenExpiry, demo = true, ...others } = serverOptions;
    const server = await startServer(folder, { ...others, demo });
    if (demo) await untilScanned(server);
    // Waiting signs in, and reads with the token of it: what the test says of sign-ins and tokens holds from here on.
    if (rateLimit !== undefined || accessTokenExpiry !== undefined) await server.restart(serverOptions);
    await use(server);
    await server.stop();
    if (info.status !== info.expectedStatus) await info.attach('server log', { body: server.log() });
    removeFolder(folder);
  },
  api: async ({ server }, use) => use(await connect(server)),
  baseURL: async ({ server }, use) => use(server.url),
  watch: [
    async ({ context }, use) => {
      const watch = createWatch();
      context.on('page', (page) => watch.follow(page));
      await use(watch);
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
});

function newFolder(name: string): string {
  return mkdtempSync(path.join(tmpdir(), `earmark-e2e-${name}-`));
}

function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
