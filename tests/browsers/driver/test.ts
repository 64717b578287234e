import { writeFile } from 'node:fs/promises';
import { expect } from 'playwright/test';
import type { Engine } from '../../../scripts/lib/engines.mjs';
import { connect, ROOT, untilScanned, type Account, type ServerApi } from '../../e2e/support/demo.ts';
import { test as base } from '../../e2e/support/folders.ts';
import type { Book } from '../../e2e/support/library.ts';
import { startServer, type EmbeddedServer, type ServerOptions } from '../../e2e/support/server.ts';
import { beginAt } from '../support/player.ts';
import type { Browser, Tab } from './browser.ts';
import { startChromium } from './chromium.ts';
import { startFirefox } from './firefox.ts';
import { Part } from './screen.ts';
import { startWebkit } from './webkit.ts';

export { expect } from 'playwright/test';

const START: Readonly<Record<Engine, () => Promise<Browser>>> = {
  chromium: startChromium,
  firefox: startFirefox,
  webkit: startWebkit,
};

export interface OfWorker {
  /** What the journeys are taken in. */
  readonly engine: Engine;
  /** It is started once; each journey has a tab of its own. */
  readonly engineBrowser: Browser;
}

interface OfJourney {
  /** Options of the server once it has read the demo in. */
  readonly serverOptions: ServerOptions;
  /** A server of the journey's own with the demo, on a port of its own: no other journey has kept anything there. */
  readonly server: EmbeddedServer;
  /** The same server as root, past the browser. */
  readonly api: ServerApi;
  /** At a picture of the server, where no client runs. */
  readonly tab: Tab;
  /** All of the page. */
  readonly view: Part;
  /** Opens an address of the server. */
  readonly open: (address: string) => Promise<void>;
  /** Opens an address of the server in another tab, in front. */
  readonly openBeside: (address: string) => Promise<{ readonly tab: Tab; readonly view: Part }>;
  /** Gives the browser the session of an account (root by default), as if it had signed in before. Then `open`. */
  readonly signIn: (account?: Account) => Promise<void>;
  /** Signs in and resumes a book from Home, at this time in s. */
  readonly resume: (book: Book, time: number) => Promise<void>;
  /** Errors that it allows, as patterns. */
  readonly watch: RegExp[];
  /** Errors of the console that the journey provokes. Any other one fails it. */
  readonly allow: (...patterns: readonly RegExp[]) => void;
}

/** In the page: what a journey that failed needs to tell. */
function describe(): string {
  const sounds = [...document.querySelectorAll('audio')].map((audio) => {
    const { currentTime, duration, paused, ended, seeking, readyState, networkState, error, buffered } = audio;
    const ranges = Array.from({ length: buffered.length }, (_, at) => [buffered.start(at), buffered.end(at)]);
    const code = error?.code ?? 0;
    return JSON.stringify({ currentTime, duration, paused, ended, seeking, readyState, networkState, code, ranges });
  });
  return [location.href, ...sounds, document.body.innerText].join('\n');
}

/** Tag of the journeys that `npm test` takes too: what engines are known to differ in. */
export const KEY = '@key';

/** A journey in one of the engines. */
export const test = base.extend<OfJourney, OfWorker>({
  engine: ['chromium', { scope: 'worker', option: true }],
  engineBrowser: [
    async ({ engine }, use) => {
      const browser = await START[engine]();
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  serverOptions: [{}, { option: true }],
  server: async ({ demoFolder, serverOptions }, use, info) => {
    const startedAt = Date.now();
    const server = await startServer(await demoFolder.fresh());
    await untilScanned(server, startedAt);
    if (Object.keys(serverOptions).length > 0) await server.restart(serverOptions);
    await use(server);
    await server.stop();
    if (info.status !== info.expectedStatus) await info.attach('server log', { body: server.log() });
  },
  api: async ({ server }, use) => use(await connect(server)),
  watch: async ({ engineBrowser, server: _server }, use) => {
    await engineBrowser.errors();
    const allowed: RegExp[] = [];
    await use(allowed);
    const seen = await engineBrowser.errors();
    // Before the server stops.
    await engineBrowser.leave();
    const errors = seen.filter((text) => !allowed.some((pattern) => pattern.test(text)));
    expect(errors, 'errors of the console').toEqual([]);
  },
  allow: async ({ watch }, use) => use((...patterns) => void watch.push(...patterns)),
  tab: async ({ engineBrowser, server, watch: _watch }, use, info) => {
    const tab = await engineBrowser.open(`${server.url}/icon.svg`);
    await use(tab);
    if (info.status === info.expectedStatus) return;
    const text = await tab.evaluate(describe).catch(String);
    console.log(`${info.title}\n${text.slice(0, 3000)}`);
    await writeFile(info.outputPath('tab.png'), await tab.screenshot()).catch(() => undefined);
  },
  view: async ({ tab }, use) => use(new Part(tab)),
  open: async ({ tab, server }, use) => use((address) => tab.goto(server.url + address)),
  openBeside: async ({ engineBrowser, server }, use) =>
    use(async (address) => {
      const tab = await engineBrowser.beside(`${server.url}/icon.svg`);
      await tab.goto(server.url + address);
      return { tab, view: new Part(tab) };
    }),
  signIn: async ({ tab }, use) =>
    use(async (account = ROOT) => {
      await tab.evaluate(async (body) => {
        const headers = { 'content-type': 'application/json' };
        const answer = await fetch('/login', { method: 'POST', headers, body: JSON.stringify(body) });
        const { user } = (await answer.json()) as { user: { id: string; accessToken: string } };
        localStorage.setItem('earmark.session', JSON.stringify({ accessToken: user.accessToken, userId: user.id }));
      }, account);
    }),
  resume: async ({ api, signIn, open, view }, use) =>
    use(async (book, time) => {
      await beginAt(api, book, time);
      await signIn();
      await open('/');
      await view.role('button', /^Resume/).press();
    }),
});

const MISSING = { hasSound: 'no sound output: PulseAudio', hasTouch: "its driver can't touch" } as const;

/** The journeys that follow are reported as not tried, never as passed, where the engine can't. */
export function needs(what: keyof typeof MISSING): void {
  test.beforeEach(({ engineBrowser }) => test.skip(!engineBrowser[what], MISSING[what]));
}
