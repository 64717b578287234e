import type { BrowserContext, Page, Route } from 'playwright/test';
import { currentTime, expect, expectAdvance, expectStill, test } from '../e2e/support/fixtures.ts';
import { countedSeconds, savedTime } from '../e2e/support/heard.ts';
import { longestOfOneFile } from '../e2e/support/library.ts';
import { hasItsCode } from '../e2e/support/live.ts';
import type { EmbeddedServer } from '../e2e/support/server.ts';

const START_S = 5;
/** What the server counts may differ from the way of the sound by the moments at its starts and stops. */
const MOMENTS_S = 0.7;

interface Stage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly server: EmbeddedServer;
  /** So many more seconds sound. */
  listen(seconds: number): Promise<void>;
  /** Pauses and goes on: the client tries to save. */
  save(): Promise<void>;
  /** From now on every call about a playback session is answered so. Returns the end of that. */
  answer(how: (route: Route) => Promise<void>): Promise<() => void>;
}

interface Fault {
  readonly name: string;
  /** What the browser may say on the console meanwhile. */
  readonly allowed: RegExp;
  /** Breaks something while sound plays, and mends it. */
  readonly happen: (stage: Stage) => Promise<void>;
}

/** Saves fail in this way for a while, with two tries to save. */
function answered(how: (route: Route) => Promise<void>): Fault['happen'] {
  return async ({ answer, listen, save }) => {
    const end = await answer(how);
    await listen(2);
    await save();
    await listen(2);
    await save();
    end();
  };
}

const status = (code: number, body = 'No') => answered((route) => route.fulfill({ status: code, body }));

const FAULTS: readonly Fault[] = [
  {
    name: 'the network is cut and comes back @short',
    allowed: /ERR_INTERNET_DISCONNECTED|WebSocket|Failed to fetch/,
    async happen({ context, listen, save }) {
      await context.setOffline(true);
      await listen(2);
      await save();
      await listen(2);
      await context.setOffline(false);
    },
  },
  {
    name: 'answers of saves are lost on the way back @short',
    allowed: /ERR_FAILED|Failed to fetch/,
    happen: answered(async (route) => {
      await route.fetch();
      await route.abort();
    }),
  },
  {
    name: 'saves are lost on the way there',
    allowed: /ERR_FAILED|Failed to fetch/,
    happen: answered((route) => route.abort()),
  },
  {
    name: 'each save takes three seconds',
    allowed: /never/,
    happen: answered(async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 3000));
      await route.continue();
    }),
  },
  { name: 'saves are refused with 404, as of a session that is gone', allowed: /404/, happen: status(404) },
  { name: 'saves are refused with 429', allowed: /429/, happen: status(429) },
  { name: 'saves are refused with 500', allowed: /500/, happen: status(500) },
  {
    name: 'a page in between answers saves with its own, and with 200 @short',
    allowed: /never/,
    happen: answered((route) =>
      route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Sign in to this network</h1>' }),
    ),
  },
  {
    name: 'the token ends',
    allowed: /401/,
    async happen({ answer, listen, save }) {
      let refused = 0;
      const end = await answer((route) => {
        refused += 1;
        return refused === 1 ? route.fulfill({ status: 401, body: 'Unauthorized' }) : route.continue();
      });
      await listen(2);
      await save();
      await listen(2);
      end();
    },
  },
  {
    name: 'the server is killed and comes back @short',
    allowed: /ERR_|404|WebSocket|Failed to (load|fetch)/,
    async happen({ server, listen, save }) {
      await server.kill();
      await listen(2);
      await save();
      await listen(1);
      await server.restart();
      await listen(1);
    },
  },
  {
    name: 'the server stands still for five seconds',
    allowed: /ERR_|WebSocket/,
    async happen({ server, listen, save }) {
      process.kill(server.pid, 'SIGSTOP');
      try {
        await listen(2);
        await save();
        await listen(3);
      } finally {
        process.kill(server.pid, 'SIGCONT');
      }
    },
  },
  {
    name: 'the tab goes to the background of a slow machine',
    allowed: /never/,
    async happen({ page, context, listen }) {
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: 8 });
      const front = await context.newPage();
      await front.bringToFront();
      await listen(6);
      await front.close();
      await page.bringToFront();
      await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    },
  },
  ...(
    [
      ['an hour ahead', 3_600_000],
      ['an hour back', -3_600_000],
    ] as const
  ).map(([name, ms]): Fault => ({
    name: `the clock is put ${name}`,
    allowed: /never/,
    async happen({ page, listen, save }) {
      await page.evaluate((by) => {
        const now = Date.now.bind(Date);
        Date.now = () => now() + by;
      }, ms);
      await listen(2);
      await save();
      await listen(2);
    },
  })),
];

for (const { name, allowed, happen } of FAULTS) {
  test(`position and heard time are right after this: ${name}`, async ({
    page,
    context,
    api,
    server,
    signIn,
    watch,
  }) => {
    watch.allow(allowed);
    const book = await longestOfOneFile(api);
    const { duration } = book.media;
    await api.call('PATCH', `/api/me/progress/${book.id}`, {
      duration,
      currentTime: START_S,
      progress: START_S / duration,
    });
    await signIn();
    const whole = hasItsCode(page);
    await page.goto(`/item/${book.id}`);
    const bar = page.getByRole('region', { name: 'Player', exact: true });
    const press = (button: string) => bar.getByRole('button', { name: button, exact: true }).click();
    const listen = (seconds: number) => expectAdvance(page, seconds);
    await page
      .locator('main')
      .getByRole('button', { name: /^Resume at/ })
      .click();
    await listen(2);
    await whole;
    await happen({
      page,
      context,
      server,
      listen,
      async save() {
        await press('Pause');
        await press('Play');
        await listen(0.2);
      },
      async answer(how) {
        let isBroken = true;
        await page.route(/\/api\/session\//, (route) => (isBroken ? how(route) : route.continue()));
        return () => {
          isBroken = false;
        };
      },
    });
    await listen(2);
    await press('Pause');
    await expectStill(page);
    const time = await currentTime(page);
    await expect.poll(() => savedTime(api, book.id), { timeout: 20_000 }).toBeCloseTo(time, 1);
    const heard = time - START_S;
    await expect
      .poll(async () => Math.abs((await countedSeconds(api, book.id)) - heard), { timeout: 20_000 })
      .toBeLessThan(MOMENTS_S);
    // What is counted stays so: nothing comes a second time.
    await page.goto('about:blank');
    await page.goto(`/item/${book.id}`);
    await expect(page.locator('main').getByRole('button', { name: /^Resume at/ })).toBeVisible();
    expect(Math.abs((await countedSeconds(api, book.id)) - heard)).toBeLessThan(MOMENTS_S);
    expect(await savedTime(api, book.id)).toBeCloseTo(time, 1);
  });
}
