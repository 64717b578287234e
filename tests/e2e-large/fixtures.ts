import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright/test';
import { LARGE, libraryTemplate } from '../../scripts/bench/server.mjs';
import { expect, test as base } from '../e2e/support/fixtures.ts';
import { isReadLive } from '../e2e/support/live.ts';
import { startServer, type EmbeddedServer } from '../e2e/support/server.ts';

export { expect } from 'playwright/test';

interface LargeServer {
  readonly server: EmbeddedServer;
  readonly libraryId: string;
}

/** The calls of a page for pages of the shelf, in order. */
export interface ShelfCalls {
  /** Numbers of the pages asked for since the last {@link forget}. */
  pages(): number[];
  /** Those of them that were given up before an answer came. */
  cancelled(): number[];
  forget(): void;
}

/** What can be seen of an open shelf. */
export interface Shelf {
  readonly address: string;
  /** Opens it and waits for its first card, and until nothing more is asked for by itself. */
  open(page: Page, address?: string): Promise<void>;
  /** Every card in view is there: no skeleton, at this place (rows counted from 0) or anywhere. Gives the titles. */
  expectFilled(page: Page): Promise<string[]>;
}

/** All tests share one server with 10,000 books: they may change what the browser keeps, not the library. */
export const test = base.extend<{ shelf: Shelf; calls: ShelfCalls }, { books: number; large: LargeServer }>({
  /** How many the library has. */
  books: [LARGE, { scope: 'worker', option: true }],
  large: [
    async ({ books }, use) => {
      const template = await libraryTemplate(books);
      const { libraryId } = JSON.parse(readFileSync(path.join(template, 'bench.json'), 'utf8')) as {
        libraryId: string;
      };
      const folder = mkdtempSync(path.join(tmpdir(), 'earmark-e2e-large-'));
      cpSync(path.join(template, 'data'), folder, { recursive: true });
      const server = await startServer(folder, { demo: false });
      await use({ server, libraryId });
      await server.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
    { scope: 'worker' },
  ],
  server: async ({ large }, use) => use(large.server),
  calls: async ({ page, large }, use) => {
    const ofShelf = `/api/libraries/${large.libraryId}/items?`;
    const numbers = (urls: readonly string[]) =>
      urls.filter((url) => url.includes(ofShelf)).map((url) => Number(new URL(url).searchParams.get('page')));
    let [requested, cancelled]: [string[], string[]] = [[], []];
    page.on('request', (request) => void requested.push(request.url()));
    page.on('requestfailed', (request) => void cancelled.push(request.url()));
    await use({
      pages: () => numbers(requested),
      cancelled: () => numbers(cancelled),
      forget: () => void ([requested, cancelled] = [[], []]),
    });
  },
  shelf: async ({ large }, use) => {
    const address = `/library/${large.libraryId}/bookshelf`;
    await use({
      address,
      async open(page, at = address) {
        // The first live connection asks for what is in view again.
        const ready = isReadLive(page, /\/items\?/);
        await page.goto(at);
        await expect(cards(page).first()).toBeVisible();
        await ready;
      },
      async expectFilled(page) {
        await expect
          .poll(() => inView(page), { message: 'cards in view that are there' })
          .toEqual({ cells: expect.any(Number), missing: 0, isFilled: true });
        return cards(page).allTextContents();
      },
    });
  },
});

/** The element that scrolls. */
export const scroller = (page: Page) => page.locator('#content');
export const grid = (page: Page) => page.getByRole('grid', { name: 'Items' });
export const cards = (page: Page) => grid(page).getByRole('link');
export const offset = (page: Page) => scroller(page).evaluate((element) => Math.round(element.scrollTop));
export const height = (page: Page) => scroller(page).evaluate((element) => element.scrollHeight);

/**
 * Cells that can be seen now, and how many of them have no card yet. A whole shelf fills the window with at least ten.
 */
function inView(page: Page) {
  return scroller(page).evaluate((element) => {
    const frame = element.getBoundingClientRect();
    const seen = [...element.querySelectorAll('[role="gridcell"]')].filter((cell) => {
      const { top, bottom } = cell.getBoundingClientRect();
      return bottom > frame.top && top < frame.bottom;
    });
    return {
      cells: seen.length,
      missing: seen.filter((cell) => !cell.querySelector('a')).length,
      isFilled: seen.length >= 10,
    };
  });
}
