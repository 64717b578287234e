import { chromium } from 'playwright';
import { findBrowser } from '../../../scripts/lib/browser.mjs';
import { SIZE, type Browser, type Tab } from './browser.ts';

/** The project's own browser, by playwright. */
export async function startChromium(): Promise<Browser> {
  const browser = await chromium.launch({ ...(await findBrowser()), headless: true });
  let errors: string[] = [];
  return {
    hasSound: true,
    async open() {
      await Promise.all(browser.contexts().map((context) => context.close()));
      const context = await browser.newContext({ viewport: SIZE, locale: 'en-US' });
      const page = await context.newPage();
      page.on('pageerror', (error) => errors.push(error.stack ?? error.message));
      // What failed to load is said too, but by this engine alone.
      page.on('console', (message) => {
        const { url } = message.location();
        if (message.type() === 'error' && !message.text().startsWith('Failed to load'))
          errors.push(`${message.text()} (${url})`);
      });
      page.on('dialog', (dialog) => void dialog.accept());
      return {
        goto: async (url) => void (await page.goto(url)),
        reload: async () => void (await page.reload()),
        back: async () => void (await page.goBack()),
        url: () => Promise.resolve(page.url()),
        evaluate: (work, ...args) =>
          page.evaluate(`(${work.toString()})(...${JSON.stringify(args)})`) as ReturnType<Tab['evaluate']> as never,
        key: (keys) => page.keyboard.press(keys),
        type: (text) => page.keyboard.type(text),
        press: ({ x, y }) => page.mouse.click(x, y),
        async drag([first, ...others]) {
          if (!first) return;
          await page.mouse.move(first.x, first.y);
          await page.mouse.down();
          for (const { x, y } of others) await page.mouse.move(x, y, { steps: 8 });
          await page.mouse.up();
        },
        move: ({ x, y }) => page.mouse.move(x, y),
        async wheel({ x, y }, down) {
          await page.mouse.move(x, y);
          await page.mouse.wheel(0, down);
        },
        choose: (input, files) => page.locator(input).setInputFiles([...files]),
        screenshot: () => page.screenshot(),
        close: () => page.close({ runBeforeUnload: true }),
      };
    },
    errors() {
      const seen = errors;
      errors = [];
      return seen;
    },
    close: () => browser.close(),
  };
}
