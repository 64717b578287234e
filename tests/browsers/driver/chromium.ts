import { chromium, type BrowserContext, type CDPSession, type Page } from 'playwright';
import { findBrowser } from '../../../scripts/lib/browser.mjs';
import { HELD_MS, REST_MS, SIZE, type Browser, type Point, type Tab } from './browser.ts';

/** The project's own browser, by playwright. */
export async function startChromium(): Promise<Browser> {
  const browser = await chromium.launch({ ...(await findBrowser()), headless: true });
  let errors: string[] = [];
  async function follow(context: BrowserContext, url: string): Promise<Tab> {
    const page = await context.newPage();
    page.on('pageerror', (error) => errors.push(error.stack ?? error.message));
    // What failed to load is said too, but by this engine alone.
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().startsWith('Failed to load'))
        errors.push(`${message.text()} (${message.location().url})`);
    });
    page.on('dialog', (dialog) => void dialog.accept());
    await page.goto(url);
    return tabOf(page);
  }
  const leave = async () => void (await Promise.all(browser.contexts().map((context) => context.close())));
  return {
    hasSound: true,
    hasTouch: true,
    leave,
    async open(url) {
      await leave();
      // A window that a person sees may copy after a press; a headless one has to be told.
      return follow(
        await browser.newContext({ viewport: SIZE, locale: 'en-US', permissions: ['clipboard-write'] }),
        url,
      );
    },
    async beside(url) {
      const [context] = browser.contexts();
      if (!context) throw new Error('No tab is open');
      return follow(context, url);
    },
    errors() {
      const seen = errors;
      errors = [];
      return Promise.resolve(seen);
    },
    close: () => browser.close(),
  };
}

function tabOf(page: Page): Tab {
  let touching: Promise<CDPSession> | null = null;
  /** Stays open: its end would undo the press that follows a tap. */
  const finger = () =>
    (touching ??= page
      .context()
      .newCDPSession(page)
      .then(async (client) => {
        await client.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 2 });
        return client;
      }));
  return {
    goto: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    back: async () => void (await page.goBack()),
    url: () => Promise.resolve(page.url()),
    evaluate: <A extends unknown[], R>(work: (...args: A) => R | Promise<R>, ...args: A) =>
      page.evaluate<R>(`(${work.toString()})(...${JSON.stringify(args)})`),
    evaluateWith: <A extends unknown[], R>(library: string, work: (...args: A) => R | Promise<R>, ...args: A) =>
      page.evaluate<R>(`${library};(${work.toString()})(...${JSON.stringify(args)})`),
    key: (keys) => page.keyboard.press(keys),
    type: (text) => page.keyboard.type(text),
    press: ({ x, y }) => page.mouse.click(x, y),
    // Playwright's mouse waits for scripts of all frames while a button is down, and those of a book run none.
    async drag(points) {
      const client = await page.context().newCDPSession(page);
      const send = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', { x, y }: Point, buttons: 0 | 1) =>
        client.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', buttons, clickCount: 1 });
      const steps = points.slice(1).flatMap((to, at) => between(points[at] ?? to, to));
      const [first, last] = [points[0] ?? { x: 0, y: 0 }, points.at(-1) ?? { x: 0, y: 0 }];
      await page.mouse.move(first.x, first.y);
      await send('mousePressed', first, 1);
      for (const step of steps) await send('mouseMoved', step, 1);
      await send('mouseReleased', last, 0);
      await client.detach();
    },
    async touch(fingers, held = HELD_MS) {
      const client = await finger();
      const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly (Point | undefined)[]) =>
        client.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: points.map((point, id) => ({ x: 0, y: 0, ...point, id })),
        });
      const paths = fingers.map((points) => points.slice(1).flatMap((to, at) => between(points[at] ?? to, to)));
      const starts = fingers.map(([first]) => first);
      await send('touchStart', starts);
      await page.waitForTimeout(held);
      for (const at of paths[0]?.keys() ?? []) {
        const points = paths.map((path) => path[at]);
        await send('touchMove', points);
      }
      if (paths[0]?.length) await page.waitForTimeout(REST_MS);
      await send('touchEnd', []);
    },
    move: ({ x, y }) => page.mouse.move(x, y),
    async wheel({ x, y }, down) {
      await page.mouse.move(x, y);
      await page.mouse.wheel(0, down);
    },
    resize: (width, height) => page.setViewportSize({ width, height }),
    choose: (input, files) => page.locator(input).setInputFiles([...files]),
    screenshot: () => page.screenshot(),
    close: () => page.close({ runBeforeUnload: true }),
  };
}

/** Eight steps from one point to another. */
const between = (from: Point, to: Point): Point[] =>
  Array.from({ length: 8 }, (_, at) => ({
    x: from.x + ((to.x - from.x) * (at + 1)) / 8,
    y: from.y + ((to.y - from.y) * (at + 1)) / 8,
  }));
