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
 * Errors of pages for an engine that tells nothing of its console: the page keeps them, from when it has loaded. What goes
 * wrong before that a journey sees by what is missing.
 */
export function createWatch() {
  let errors: string[] = [];
  let shown: Tab | null = null;
  const read = async () => {
    const seen = await shown?.evaluate(() => (window as Watched).seenErrors?.splice(0) ?? []);
    errors.push(...(seen ?? []));
  };
  return {
    follow(tab: Tab): Tab {
      shown = tab;
      const over = (go: () => Promise<void>) => async () => {
        await read();
        await go();
        await tab.evaluate(listen);
      };
      return {
        ...tab,
        goto: (url) => over(() => tab.goto(url))(),
        reload: over(tab.reload),
        back: over(tab.back),
        async close() {
          await read();
          shown = null;
          await tab.close();
        },
      };
    },
    async errors(): Promise<readonly string[]> {
      await read();
      const seen = errors;
      errors = [];
      return seen;
    },
  };
}
