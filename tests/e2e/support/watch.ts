import type { Page, Request } from 'playwright/test';

/** What a browser logs for requests to a server that is down or ending. */
export const SERVER_GONE = /WebSocket|ERR_(CONNECTION_\w+|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED)|status of 503/;

/** What is removed elsewhere may be read once more before the page learns of it. */
export const GONE_ELSEWHERE = /404 .*\/api\/(?:items|authors|collections|playlists|libraries)\//;

/** A page that plays at once closes the session of the page before, whose own close comes later (docs/progress.md). */
const CLOSED_BY_NEXT = /404 .*\/api\/session\/[^/]+\/close/;

/** Unexpected errors in the pages of a test. */
export interface Watch {
  readonly problems: readonly string[];
  /** The test provokes this on purpose (a 401, a dropped connection). */
  allow(...patterns: readonly RegExp[]): void;
  /** Requests of the pages (but for assets and covers) in order, in ms since the first page, for a failed test. */
  readonly requests: readonly string[];
  /** Starts to watch a page. Pages of the test's context are watched by themselves. */
  follow(page: Page): void;
}

/** Collects uncaught errors and errors on the console: failed loads and breaches of the content security policy too. */
export function createWatch(): Watch {
  const seen: string[] = [];
  const allowed: RegExp[] = [CLOSED_BY_NEXT];
  const requests: string[] = [];
  const startedAt = Date.now();
  const note = (request: Request, what: string | number) => {
    const { pathname } = new URL(request.url());
    if (!/^\/assets\/|\/cover$/.test(pathname)) {
      requests.push(`${Date.now() - startedAt} ms: ${request.method()} ${pathname} ${what}`);
    }
  };
  return {
    requests,
    get problems() {
      return seen.filter((text) => !allowed.some((pattern) => pattern.test(text)));
    },
    allow: (...patterns) => void allowed.push(...patterns),
    follow(page) {
      page.on('pageerror', (error) => seen.push(`uncaught: ${error.stack ?? error.message}`));
      page.on('request', (request) => note(request, 'requested'));
      page.on('response', (response) => note(response.request(), response.status()));
      page.on('requestfailed', (request) => note(request, request.failure()?.errorText ?? 'failed'));
      page.on('crash', () => seen.push('the page crashed'));
      page.on('console', (message) => {
        if (message.type() === 'error') seen.push(`console: ${message.text()} (${message.location().url})`);
      });
    },
  };
}
