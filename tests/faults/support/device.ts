import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type BrowserContext, type CDPSession, type Page } from 'playwright/test';
import { findBrowser } from '../../../scripts/lib/browser.mjs';
import { remove } from '../../e2e/support/demo-folder.ts';
import type { Account } from '../../e2e/support/demo.ts';
import type { Watch } from '../../e2e/support/watch.ts';
import { measure, type Sounded } from './meter.ts';

/** A name without https: no Web Locks API. */
export const PLAIN_HOST = 'books.test';

/** A browser with a profile of its own, which outlives its process. */
export interface Device {
  readonly context: BrowserContext;
  /** The current tab. */
  page: Page;
  /** Opens another tab, which becomes the current one. */
  tab(): Promise<Page>;
  /** Ends everything as a crash of the machine does, and restarts it with the same profile. */
  kill(): Promise<void>;
  signal(signal: NodeJS.Signals): void;
  /** Runs in each page from now on, the present ones included. */
  inject<T>(script: (argument: T) => void, argument: T): Promise<void>;
  devtools(): Promise<CDPSession>;
  close(): Promise<void>;
}

interface DeviceOptions {
  readonly url: string;
  readonly account: Account;
  readonly watch: Watch;
  readonly onSound: (sounded: Sounded) => void;
}

export async function startDevice({ url, account, watch, onSound }: DeviceOptions): Promise<Device> {
  const profile = mkdtempSync(path.join(tmpdir(), 'earmark-faults-browser-'));
  const options = await findBrowser();
  const injected: { script: (argument: never) => void; argument: unknown }[] = [];

  async function launch(): Promise<BrowserContext> {
    const context = await chromium.launchPersistentContext(profile, {
      ...options,
      args: [...(options.args ?? []), `--host-resolver-rules=MAP ${PLAIN_HOST} 127.0.0.1`],
      viewport: { width: 1280, height: 800 },
      locale: 'en-US',
      baseURL: url,
    });
    context.on('page', (opened) => watch.follow(opened));
    await measure(context, onSound);
    for (const { script, argument } of injected) await context.addInitScript(script as () => void, argument as never);
    return context;
  }

  /** The processes of this browser alone: its profile is in their command line. */
  function processes(): number[] {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((pid) => {
        try {
          return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(profile);
        } catch {
          return false;
        }
      });
  }
  const signal = (name: NodeJS.Signals) => {
    for (const pid of processes()) {
      try {
        process.kill(pid, name);
      } catch {
        // It ended with the one before.
      }
    }
  };

  let context = await launch();
  let page = await context.newPage();
  await signIn(page, url, account);
  return {
    get context() {
      return context;
    },
    get page() {
      return page;
    },
    set page(next) {
      page = next;
    },
    async tab() {
      page = await context.newPage();
      return page;
    },
    async kill() {
      const ended = new Promise((resolve) => context.once('close', resolve));
      signal('SIGKILL');
      await ended;
      context = await launch();
      page = await context.newPage();
    },
    signal,
    async inject(script, argument) {
      injected.push({ script: script as (argument: never) => void, argument });
      await context.addInitScript(script as () => void, argument as never);
      for (const one of context.pages()) await one.evaluate(script as () => void, argument as never);
    },
    devtools: () => context.newCDPSession(page),
    async close() {
      signal('SIGCONT');
      await context.close();
      remove(profile);
    },
  };
}

/** As if this account had signed in there before. */
export async function signIn(page: Page, url: string, account: Account): Promise<void> {
  const context = page.context();
  const { hostname, port } = new URL(url);
  const answer = await context.request.post(`http://127.0.0.1:${port}/login`, { data: account });
  const { user } = (await answer.json()) as { user: { id: string; accessToken: string } };
  const { cookies } = await context.storageState();
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, domain: hostname })));
  // The browser's other data has to stay: setting its whole state would clear the journal.
  await page.route('**/empty', (route) => route.fulfill({ contentType: 'text/html', body: '' }), { times: 1 });
  await page.goto(`${url}/empty`);
  await page.evaluate(
    (session) => localStorage.setItem('earmark.session', session),
    JSON.stringify({ accessToken: user.accessToken, userId: user.id }),
  );
  await page.goto('about:blank');
}
