import type { Page } from 'playwright/test';
import { expect, test } from './support/fixtures.ts';
import { boxAtRest, topAtRest } from './support/box.ts';
import { bookLibrary } from './support/library.ts';
import { isReadLive } from './support/live.ts';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 600 },
  { width: 390, height: 844 },
];

const topOf = (page: Page) => page.locator('#content').evaluate((element) => Math.round(element.scrollTop));
const rowOf = (page: Page, name: string) => page.locator(`#content [data-shelf="${name}"]`);
const leftOf = (page: Page, name: string) => rowOf(page, name).evaluate((element) => Math.round(element.scrollLeft));

/**
 * Home with all shelves in the document, scrolled nearly to its end; gives the offset. Waits for the live connection:
 * home then refetches, with other picks.
 */
async function openHome(page: Page, libraryId: string): Promise<number> {
  const ready = isReadLive(page, /\/personalized\?/);
  await page.goto(`/library/${libraryId}`);
  await expect(page.locator('main').getByRole('region').first()).toBeVisible();
  await ready;
  await page.locator('#content').hover();
  await page.mouse.wheel(0, 5000);
  await expect.poll(() => topOf(page)).toBeGreaterThan(0);
  const end = await topAtRest(page.locator('#content'));
  // The server's picks differ each time, and may make the page a little shorter.
  await page.mouse.wheel(0, -60);
  await expect.poll(() => topOf(page)).not.toBe(end);
  return topAtRest(page.locator('#content'));
}

/** The last scrollable row of books that is the same each time, moved by two cards. */
async function scrollLastRow(page: Page): Promise<{ name: string; left: number }> {
  const name = await page.locator('#content [data-shelf]').evaluateAll(
    (rows) =>
      rows
        .filter((row) => row instanceof HTMLElement)
        .filter(
          (row) =>
            row.scrollWidth > row.clientWidth + 200 &&
            row.querySelector('a[href*="/item/"]') &&
            row.dataset['shelf'] !== 'Discover',
        )
        .at(-1)
        ?.getAttribute('data-shelf') ?? '',
  );
  await rowOf(page, name).evaluate((row) => row.scrollTo({ left: 336, behavior: 'instant' }));
  await expect.poll(() => leftOf(page, name)).toBeGreaterThan(100);
  // Cards that come into view, and may raise their row, are drawn before the browser has nothing to do.
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  return { name, left: await leftOf(page, name) };
}

const heading = (page: Page) => page.locator('main').getByRole('heading', { level: 1 });

/** Opens a book by its visible link in this row, and waits for its page. */
async function openFrom(page: Page, name: string): Promise<string> {
  const findLink = () =>
    rowOf(page, name).evaluate((row) => {
      const frame = row.getBoundingClientRect();
      const links = [...row.querySelectorAll<HTMLElement>('a[href*="/item/"]')];
      const seen = links.find((link) => {
        const { left, right } = link.getBoundingClientRect();
        return left + right > 2 * frame.left && left + right < 2 * frame.right;
      });
      return seen?.getAttribute('href') ?? '';
    });
  await expect.poll(findLink).not.toBe('');
  const href = await findLink();
  const link = rowOf(page, name).locator(`a[href="${href}"]`).first();
  const before = (await heading(page).textContent()) ?? '';
  await link.evaluate((element) => element.focus({ preventScroll: true }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`${href}$`));
  // Home, which has a heading too, stays until the book is loaded.
  await expect(heading(page)).not.toHaveText(before);
  await expect(heading(page)).toBeVisible();
  return href;
}

/**
 * Follows the scroll position until another page opens: cards that come into view may raise their row, also after the
 * press.
 */
async function followTop(page: Page): Promise<void> {
  await page.locator('#content').evaluate((main) => {
    const title = () => main.querySelector('h1')?.textContent;
    const before = title();
    const note = () => {
      if (title() === before) document.body.dataset['leftAt'] = String(Math.round(main.scrollTop));
    };
    note();
    for (const act of ['click', 'scroll']) main.addEventListener(act, note, { capture: true });
  });
}

for (const size of SIZES) {
  const named = `${size.width}x${size.height}`;

  test(`a page opens at its top; Back restores home down, sideways and with its focus: ${named}`, async ({
    page,
    api,
    signIn,
  }) => {
    await page.setViewportSize(size);
    const libraryId = await bookLibrary(api);
    await signIn();
    await openHome(page, libraryId);
    const row = await scrollLastRow(page);
    await followTop(page);
    const href = await openFrom(page, row.name);
    const top = await page.evaluate(() => Number(document.body.dataset['leftAt']));
    expect(await topOf(page)).toBe(0);
    await page.goBack();
    await expect.poll(() => topOf(page)).toBe(top);
    await expect.poll(() => leftOf(page, row.name)).toBe(row.left);
    await expect(rowOf(page, row.name).locator(`a[href="${href}"]`).first()).toBeFocused();
  });

  test(`a reload of home, and of the book before going back, loses no place: ${named}`, async ({
    page,
    api,
    signIn,
  }) => {
    await page.setViewportSize(size);
    const libraryId = await bookLibrary(api);
    await signIn();
    await openHome(page, libraryId);
    const row = await scrollLastRow(page);
    // Cards that came into view may have raised their row by a line.
    const top = await topAtRest(page.locator('#content'));
    await page.reload();
    await expect.poll(() => topOf(page)).toBe(top);
    await expect.poll(() => leftOf(page, row.name)).toBe(row.left);
    await openFrom(page, row.name);
    await page.reload();
    await expect(heading(page)).toBeVisible();
    await page.goBack();
    await expect.poll(() => topOf(page)).toBe(top);
    await expect.poll(() => leftOf(page, row.name)).toBe(row.left);
  });
}

test('Forward to a shelf left from its toolbar puts the focus on the page, not nowhere', async ({
  page,
  api,
  signIn,
}) => {
  const libraryId = await bookLibrary(api);
  await signIn();
  await page.goto(`/library/${libraryId}`);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Library', exact: true }).click();
  await expect(page.getByRole('gridcell').first().getByRole('link')).toBeVisible();
  await page.getByRole('button', { name: 'Filter', exact: true }).focus();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Recently added' })).toBeVisible();
  await page.goForward();
  await expect(page.getByRole('gridcell').first().getByRole('link')).toBeVisible();
  await expect(page.locator('#content')).toBeFocused();
});

test("the shelf restores its place after a reload, its own and the book's before going back", async ({
  page,
  api,
  signIn,
}) => {
  await page.setViewportSize({ width: 900, height: 500 });
  const libraryId = await bookLibrary(api);
  await signIn();
  await page.goto(`/library/${libraryId}/bookshelf`);
  await expect(page.locator('main').getByRole('link').first()).toBeVisible();
  await page.locator('#content').hover();
  await page.mouse.wheel(0, 500);
  await expect.poll(() => topOf(page)).toBeGreaterThan(400);
  const top = await topAtRest(page.locator('#content'));
  await expect
    .poll(() => page.evaluate(() => sessionStorage.getItem('earmark.places') ?? ''))
    .toContain(`"offset":${top}`);
  await page.reload();
  await expect.poll(() => topOf(page)).toBe(top);
  const { x, y } = await boxAtRest(page.locator('#content'));
  const [left, middle] = [x + 120, y + 150];
  const isOnCard = () =>
    page.evaluate(
      ([at, down]) => Boolean(document.elementFromPoint(at, down)?.closest('[data-cell]')?.querySelector('a')),
      [left, middle] as const,
    );
  await expect.poll(isOnCard, { message: 'a book is at the place that is pressed' }).toBe(true);
  const before = (await heading(page).textContent()) ?? '';
  await page.mouse.click(left, middle);
  await expect(heading(page)).not.toHaveText(before);
  expect(await topOf(page)).toBe(0);
  await page.reload();
  await expect(heading(page)).toBeVisible();
  await page.goBack();
  await expect.poll(() => topOf(page)).toBe(top);
});
