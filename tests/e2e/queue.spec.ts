import type { Locator, Page } from 'playwright/test';
import { expect, expectAccessible, expectSound, expectStill, test, type ServerApi } from './support/fixtures.ts';
import { boxAtRest } from './support/box.ts';
import { becomesLive } from './support/live.ts';
import { bookLibrary, booksOf, longestOfOneFile, type Book } from './support/library.ts';

const bar = (page: Page) => page.getByRole('region', { name: 'Player' });
const button = (page: Page) => page.getByRole('button', { name: /^Queue/ });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Queue' });
const rows = (page: Page) => dialog(page).getByRole('row');
const notices = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const titleOf = ({ media }: Book) => media.metadata.title;

const order = (page: Page) =>
  dialog(page)
    .getByRole('button', { name: /^Play / })
    .evaluateAll((plays) => plays.map((play) => play.getAttribute('aria-label')?.slice('Play '.length)));

/** Books of one file, short ones first, played up to some seconds before their ends. */
async function almostHeard(api: ServerApi, count: number): Promise<readonly Book[]> {
  const books = (await booksOf(api, await bookLibrary(api)))
    .filter(({ media }) => media.numTracks === 1 && media.duration > 10)
    .sort((one, other) => one.media.duration - other.media.duration)
    .slice(0, count);
  expect(books.length).toBe(count);
  for (const [index, { id, media }] of books.entries()) {
    // The first one ends while the second one loads; the others have time to play.
    const currentTime = media.duration - (index === 0 ? 2.5 : 10);
    const change = { currentTime, duration: media.duration, progress: currentTime / media.duration };
    await api.call('PATCH', `/api/me/progress/${id}`, change);
  }
  return books;
}

const waiting = ({ id, media }: Book) => ({
  libraryItemId: id,
  libraryId: 'library',
  episodeId: null,
  title: media.metadata.title,
  subtitle: 'Author',
  caption: '',
  duration: media.duration,
  coverPath: null,
  updatedAt: 1,
});

/** An earlier visit left these in the queue. */
async function leave(page: Page, api: ServerApi, items: readonly object[]) {
  await page.goto('/');
  const value = JSON.stringify({ version: 1, items });
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [
    `earmark.queue.${api.userId}`,
    value,
  ] as const);
}

/** A book that plays as long as the test runs, and some that wait. */
async function longAndOthers(api: ServerApi, count: number): Promise<readonly [Book, readonly Book[]]> {
  return [await longestOfOneFile(api), await almostHeard(api, count)];
}

async function resume(page: Page, { id }: Book) {
  await page.goto(`/item/${id}`);
  await page
    .locator('main')
    .getByRole('button', { name: /^(Play|Resume)\b.*: / })
    .first()
    .click();
}

async function open(page: Page): Promise<Locator> {
  await button(page).click();
  await expect(dialog(page)).toBeVisible();
  return dialog(page);
}

test('the end of an item starts the next one, with sound, and the end of the last one stops', async ({
  page,
  api,
  signIn,
}) => {
  await signIn();
  const [second, first] = await almostHeard(api, 2);
  if (!first || !second) throw new Error('There are no two books');
  await page.goto(`/library/${await bookLibrary(api)}/bookshelf`);
  const card = async (book: Book, entry: string) => {
    const more = page.getByRole('button', { name: `More options for ${titleOf(book)}` });
    await page
      .locator('main')
      .getByRole('link', { name: titleOf(book), exact: true })
      .hover();
    await more.click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
  await card(second, 'Add to queue');
  await expect(bar(page).getByRole('link', { name: titleOf(second) })).toBeVisible();
  await expect(bar(page).getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await card(first, 'Play next');
  await expect(notices(page).getByText(`“${titleOf(first)}” plays next`)).toBeVisible();
  await expect(button(page)).toHaveAccessibleName('Queue: 1 item');
  await bar(page).getByRole('button', { name: 'Play', exact: true }).click();
  await expect(bar(page).getByRole('link', { name: titleOf(first) })).toBeVisible({ timeout: 15_000 });
  await expectSound(page);
  await expect(button(page)).toHaveAccessibleName('Queue');
  await expect(bar(page).getByRole('button', { name: 'Play', exact: true })).toBeVisible({ timeout: 15_000 });
  await expectStill(page);
  const finished = async () => {
    const { mediaProgress } = (await api.call('GET', '/api/me')) as {
      mediaProgress: { libraryItemId: string; isFinished: boolean }[];
    };
    return mediaProgress
      .filter(({ isFinished }) => isFinished)
      .map(({ libraryItemId }) => libraryItemId)
      .sort();
  };
  await expect.poll(finished).toEqual([first.id, second.id].sort());
});

test('it is reordered by keys and by the menu, and keeps its order after a reload', async ({ page, api, signIn }) => {
  await signIn();
  const [first, others] = await longAndOthers(api, 4);
  const [a, b, c, d] = others.map(titleOf);
  await leave(page, api, others.map(waiting));
  await resume(page, first);
  const queue = await open(page);
  await expect.poll(() => order(page)).toEqual([a, b, c, d]);
  const grip = (title: string | undefined) => queue.getByRole('button', { name: `Move ${title}`, exact: true });
  await grip(a).focus();
  await page.keyboard.press('ArrowDown');
  await expect(queue.getByRole('status').getByText(`${a} is number 2 of 4`)).toHaveCount(1);
  await expect(grip(a)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(grip(a)).toBeFocused();
  await expect.poll(() => order(page)).toEqual([b, c, a, d]);
  await grip(d).click();
  await page.getByRole('menuitem', { name: 'Move to the top' }).click();
  await expect.poll(() => order(page)).toEqual([d, b, c, a]);
  await page.reload();
  await open(page);
  await expect.poll(() => order(page)).toEqual([d, b, c, a]);
});

test('it is reordered by dragging; Escape cancels a drag', async ({ page, api, signIn }) => {
  await signIn();
  const [first, others] = await longAndOthers(api, 4);
  const [a, b, c, d] = others.map(titleOf);
  await leave(page, api, others.map(waiting));
  await resume(page, first);
  const queue = await open(page);
  const grip = (title: string | undefined) => queue.getByRole('button', { name: `Move ${title}`, exact: true });
  const [from, to] = [await boxAtRest(grip(d)), await boxAtRest(grip(b))];
  await page.mouse.move(from.x + 10, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(from.x + 10, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x + 10, to.y + 10, { steps: 4 });
  await expect.poll(() => order(page)).toEqual([a, d, b, c]);
  await page.mouse.up();
  await expect(page.getByRole('menu')).toHaveCount(0);
  // The next press is on the released handle: its row is at rest.
  await expect.poll(async () => Math.round((await boxAtRest(grip(d))).y)).toBe(Math.round(to.y));
  await page.mouse.move(to.x + 10, to.y + 10);
  await page.mouse.down();
  await page.mouse.move(from.x + 10, from.y + 10, { steps: 4 });
  await expect.poll(() => order(page)).toEqual([a, b, c, d]);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(queue).toBeVisible();
  await expect.poll(() => order(page)).toEqual([a, d, b, c]);
});

test('an item is removed, all are cleared, and both are undone; another tab shows the same', async ({
  page,
  context,
  api,
  signIn,
}) => {
  await signIn();
  const [first, others] = await longAndOthers(api, 3);
  const titles = others.map(titleOf);
  await leave(page, api, others.map(waiting));
  await resume(page, first);
  const queue = await open(page);
  const last = queue.getByRole('button', { name: `Remove ${titles[2]} from the queue` });
  await last.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => order(page)).toEqual(titles.slice(0, 2));
  await expect(queue.getByRole('button', { name: `Remove ${titles[1]} from the queue` })).toBeFocused();
  await page.keyboard.press('F8');
  await expect(notices(page).getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(() => order(page)).toEqual(titles);
  const other = await context.newPage();
  await other.goto(`/item/${first.id}`);
  await other
    .locator('main')
    .getByRole('button', { name: /^(Play|Resume)\b.*: / })
    .first()
    .click();
  await open(other);
  await expect.poll(() => order(other)).toEqual(titles);
  await queue.getByRole('button', { name: 'Clear' }).click();
  await expect(queue.getByText('The queue is empty', { exact: true })).toBeVisible();
  await expect(dialog(other).getByText('The queue is empty', { exact: true })).toBeVisible();
  await notices(page).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => order(other)).toEqual(titles);
});

test('missing items are reported and skipped', async ({ page, api, signIn, watch }) => {
  watch.allow(/404/);
  await signIn();
  const [first, second, third] = await almostHeard(api, 3);
  if (!first || !second || !third) throw new Error('There are no three books');
  await leave(page, api, [
    { ...waiting(second), libraryItemId: 'gone', title: 'Gone' },
    waiting(second),
    waiting(third),
  ]);
  // The live connection of the page before is closed.
  await page.goto('about:blank');
  const live = becomesLive(page);
  await page.goto(`/item/${first.id}`);
  await live;
  await api.call('DELETE', `/api/items/${second.id}`);
  await expect(
    notices(page).getByText(`“${titleOf(second)}” was removed from the library and from your queue`),
  ).toBeVisible();
  await page
    .locator('main')
    .getByRole('button', { name: /^(Play|Resume)\b.*: / })
    .first()
    .click();
  await expect(notices(page).getByText('Skipped “Gone” because it can’t be played')).toBeVisible({
    timeout: 15_000,
  });
  await expect(bar(page).getByRole('link', { name: titleOf(third) })).toBeVisible();
  await expectSound(page);
});

test('with autoplay off the end of an item stops, and Next plays the next one', async ({ page, api, signIn }) => {
  await signIn();
  const [second, first] = await almostHeard(api, 2);
  if (!first || !second) throw new Error('There are no two books');
  await leave(page, api, [waiting(second)]);
  await resume(page, first);
  const queue = await open(page);
  await queue.getByRole('switch', { name: 'Autoplay' }).click();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('playerQueueAutoPlay'))).toBe('0');
  await expect(bar(page).getByRole('button', { name: 'Play', exact: true })).toBeVisible({ timeout: 15_000 });
  await expect(bar(page).getByRole('link', { name: titleOf(first) })).toBeVisible();
  await bar(page).getByRole('button', { name: 'Next item in queue' }).click();
  await expect(bar(page).getByRole('link', { name: titleOf(second) })).toBeVisible();
  await expectSound(page);
  await expect(bar(page).getByRole('button', { name: /^Next/ })).toHaveAccessibleName('Next chapter');
});

test('of 500 items only those in view are rendered', async ({ page, api, signIn }) => {
  await signIn();
  const first = await longestOfOneFile(api);
  const many = Array.from({ length: 500 }, (_, index) => ({
    ...waiting(first),
    libraryItemId: `many-${index}`,
    title: `Item ${index}`,
  }));
  await leave(page, api, many);
  await resume(page, first);
  await button(page).hover();
  const queue = await open(page);
  expect(await rows(page).count()).toBeLessThan(30);
  await queue.getByRole('button', { name: 'Play Item 0', exact: true }).focus();
  await page.keyboard.press('End');
  await expect(queue.getByRole('button', { name: 'Play Item 499', exact: true })).toBeFocused();
  expect(await rows(page).count()).toBeLessThan(30);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a finger drags an item to another position, and the list does not scroll', async ({ page, api, signIn }) => {
    await signIn();
    const [first, others] = await longAndOthers(api, 3);
    const [a, b, c] = others.map(titleOf);
    await leave(page, api, others.map(waiting));
    await resume(page, first);
    await page.getByRole('button', { name: 'Open full player' }).click();
    const queue = await open(page);
    await expectAccessible(page);
    const grip = (title: string | undefined) => queue.getByRole('button', { name: `Move ${title}`, exact: true });
    const [from, to] = [await boxAtRest(grip(a)), await boxAtRest(grip(c))];
    expect(Math.min(from.width, from.height)).toBeGreaterThanOrEqual(44);
    const finger = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y = 0) =>
      finger.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: from.x + 20, y }],
      });
    await touch('touchStart', from.y + 20);
    for (let step = 1; step <= 6; step += 1) await touch('touchMove', from.y + 20 + ((to.y - from.y) * step) / 6);
    await expect.poll(() => order(page)).toEqual([b, c, a]);
    await touch('touchEnd');
    await expect.poll(() => order(page)).toEqual([b, c, a]);
  });
});
