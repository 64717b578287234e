import type { Page } from 'playwright/test';
import { expect, test } from './support/fixtures.ts';
import { bookLibrary, booksOf, firstOnHome } from './support/library.ts';

interface Move {
  readonly name: string;
  readonly from: string;
}

declare global {
  interface Window {
    moves: Move[];
  }
}

/** Notes every picture that moves, and where it starts. */
const watchMoves = (page: Page) =>
  page.addInitScript(() => {
    window.moves = [];
    const noted = (nodes: NodeList) => {
      for (const node of nodes) {
        if (!(node instanceof HTMLElement) || node.dataset.flying === undefined) continue;
        const { left, top, width } = node.getBoundingClientRect();
        window.moves.push({ name: node.dataset.flying, from: [left, top, width].map(Math.round).join(' ') });
      }
    };
    document.addEventListener('DOMContentLoaded', () =>
      new MutationObserver((changes) => changes.forEach(({ addedNodes }) => noted(addedNodes))).observe(document.body, {
        childList: true,
      }),
    );
  });

const movesOf = (page: Page) => page.evaluate(() => window.moves);
const copies = (page: Page) => page.locator('[data-flying]');

/** As noted: left, top and width in whole pixels. */
async function placeOf(page: Page, selector: string): Promise<string> {
  const box = await page.locator(selector).first().boundingBox();
  return [box?.x, box?.y, box?.width].map((one) => Math.round(one ?? Number.NaN)).join(' ');
}

/** The cover of one book on a page, outside the player. */
const coverOf = (id: string) => `main [data-flight="${id}"]`;

test('a cover moves from its card to the page and back', async ({ page, api, signIn }) => {
  await watchMoves(page);
  await signIn();
  const libraryId = await bookLibrary(api);
  const { id } = await firstOnHome(api, libraryId);
  await page.goto(`/library/${libraryId}`);
  await page.locator(coverOf(id)).first().waitFor();
  const atCard = await placeOf(page, coverOf(id));
  await page.locator(`main a[href="/item/${id}"]`).first().click();
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toBeVisible();
  await expect.poll(() => movesOf(page)).toEqual([{ name: id, from: atCard }]);
  await expect(copies(page)).toHaveCount(0);

  const onPage = await placeOf(page, coverOf(id));
  await page.goBack();
  await expect.poll(async () => (await movesOf(page)).slice(1)).toEqual([{ name: id, from: onPage }]);
  await expect(copies(page)).toHaveCount(0);
});

test('the cover of the bar becomes that of the full player and goes back', async ({ page, api, signIn }) => {
  await watchMoves(page);
  await signIn();
  const book = (await booksOf(api, await bookLibrary(api))).find(({ media }) => media.numTracks > 0);
  await page.goto(`/item/${book?.id}`);
  await page
    .getByRole('button', { name: /^(Play|Resume)\b/ })
    .first()
    .click();
  const inBar = '[data-flight="player"]';
  await page.locator(inBar).waitFor();
  const small = await placeOf(page, inBar);
  await page.getByRole('button', { name: 'Open full player' }).click();
  await expect.poll(() => movesOf(page)).toEqual([{ name: 'player', from: small }]);
  await expect(copies(page)).toHaveCount(0);
  const large = await placeOf(page, `[data-dock="sheet"] ${inBar}`);
  await page.keyboard.press('f');
  await expect.poll(async () => (await movesOf(page)).slice(1)).toEqual([{ name: 'player', from: large }]);
  await expect(copies(page)).toHaveCount(0);
});

test('with reduced motion covers stay in their places', async ({ page, api, signIn }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await watchMoves(page);
  await signIn();
  const libraryId = await bookLibrary(api);
  const { id } = await firstOnHome(api, libraryId);
  await page.goto(`/library/${libraryId}`);
  await page.locator(`main a[href="/item/${id}"]`).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator(coverOf(id))).toBeVisible();
  expect(await movesOf(page)).toEqual([]);
});
