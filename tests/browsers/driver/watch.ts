import type { Tab } from './browser.ts';

type Watched = Window & { seenErrors?: string[] };

/** In the page: from here on its errors are kept until they are read. */
function listen() {
  const view = window as Watched;
  if (view.seenErrors) return;
  const seen = (view.seenErrors = [] as string[]);
  const { error: write } = console;
  console.error = (...args: unknown[]) => {
    seen.push(args.map(String).join(' '));
    write.apply(console, args);
  };
  addEventListener('error', ({ message, filename }) => seen.push(`${message} (${filename})`));
  addEventListener('unhandledrejection', ({ reason }) => seen.push(`not caught: ${String(reason)}`));
}

/**
 * Errors of pages for an engine that tells nothing of its console: the page keeps them, from when it has loaded. What
 * goes wrong before that a journey sees by what is missing.
 */
export function createWatch() {
  let errors: string[] = [];
  let followed: Tab[] = [];
  const readIn = async (tab: Tab) =>
    void errors.push(...(await tab.evaluate(() => (window as Watched).seenErrors?.splice(0) ?? [])));
  return {
    follow(tab: Tab): Tab {
      followed = [...followed, tab];
      const over = (go: () => Promise<void>) => async () => {
        await readIn(tab);
        await go();
        await tab.evaluate(listen);
      };
      return {
        ...tab,
        goto: (url) => over(() => tab.goto(url))(),
        reload: over(tab.reload),
        back: over(tab.back),
        async close() {
          await readIn(tab);
          followed = followed.filter((other) => other !== tab);
          await tab.close();
        },
      };
    },
    /** Those that it follows are closed. */
    forget: () => void (followed = []),
    async errors(): Promise<readonly string[]> {
      for (const tab of followed) await readIn(tab);
      const seen = errors;
      errors = [];
      return seen;
    },
  };
}
