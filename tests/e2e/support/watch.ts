import type { Page } from 'playwright/test';

/** What went wrong in the pages of a test without anybody looking. */
export interface Watch {
  readonly problems: readonly string[];
  /** The test provokes this on purpose (a 401, a dropped connection). */
  allow(...patterns: readonly RegExp[]): void;
  /** Starts to watch a page. Pages of the test's context are watched by themselves. */
  follow(page: Page): void;
}

/** Collects uncaught errors and errors on the console: failed loads and breaches of the content security policy too. */
export function createWatch(): Watch {
  const seen: string[] = [];
  const allowed: RegExp[] = [];
  return {
    get problems() {
      return seen.filter((text) => !allowed.some((pattern) => pattern.test(text)));
    },
    allow: (...patterns) => void allowed.push(...patterns),
    follow(page) {
      page.on('pageerror', (error) => seen.push(`uncaught: ${error.stack ?? error.message}`));
      page.on('crash', () => seen.push('the page crashed'));
      page.on('console', (message) => {
        if (message.type() === 'error') seen.push(`console: ${message.text()} (${message.location().url})`);
      });
    },
  };
}
