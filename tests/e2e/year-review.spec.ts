import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { expect, expectAccessible, test, type ServerApi } from './support/fixtures.ts';
import { bookLibrary, booksOf } from './support/library.ts';

const YEAR = new Date().getFullYear();
const PHONE = { width: 390, height: 844 };

/** Listens to all books this year, and finishes some. */
async function listen(api: ServerApi): Promise<void> {
  const books = await booksOf(api, await bookLibrary(api));
  const sessions = books.map(({ id }, index) => ({
    id: randomUUID(),
    libraryItemId: id,
    episodeId: null,
    duration: 3600,
    startTime: 0,
    currentTime: 600,
    timeListening: 600 + index,
    startedAt: Date.UTC(YEAR, 0, 10 + (index % 8), 12),
    updatedAt: Date.UTC(YEAR, 0, 10 + (index % 8), 13),
  }));
  await api.call('POST', '/api/session/local-all', { sessions, deviceInfo: {} });
  for (const { id } of books.slice(0, 6))
    await api.call('PATCH', `/api/me/progress/${id}`, { isFinished: true, finishedAt: Date.UTC(YEAR, 0, 20) });
}

/** Width, height and bytes of the PNG that a press of this button saves, and its name. */
async function savedBy(page: Page, name: string) {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name, exact: true }).click();
  const file = await download;
  const png = readFileSync(await file.path());
  expect(png.toString('latin1', 1, 4)).toBe('PNG');
  return { name: file.suggestedFilename(), size: [png.readUInt32BE(16), png.readUInt32BE(20)], bytes: png.length };
}

test('cards of a year, of the account and of the server, are viewed, saved and shared (STA-005, STA-006)', async ({
  page,
  api,
  signIn,
}) => {
  await page.addInitScript(() => {
    const shared: string[] = [];
    Object.assign(window, { shared });
    navigator.canShare = () => true;
    navigator.share = async (data) => {
      for (const file of data?.files ?? []) shared.push(`${file.name} ${file.type} ${file.size > 10_000}`);
    };
  });
  await signIn();
  await listen(api);
  await page.goto('/config/stats');
  const review = page.getByRole('region', { name: 'Year in review' });
  await review.getByRole('button', { name: 'Show year in review' }).click();
  await review.getByRole('combobox', { name: 'Year' }).click();
  await page.getByRole('option', { name: String(YEAR) }).click();
  const cards = review.getByRole('group', { name: 'Year in review' });
  await expect(cards.getByText('books finished')).toBeVisible();
  await expect(cards.getByText('January')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectAccessible(page);

  const square = await savedBy(page, 'Save picture');
  expect([square.name, square.size, square.bytes > 20_000]).toEqual([
    `Earmark ${YEAR} Highlights.png`,
    [800, 800],
    true,
  ]);
  expect(await savedBy(page, 'Save banner')).toMatchObject({ name: `Earmark ${YEAR} banner.png`, size: [600, 200] });

  await review.getByRole('button', { name: 'Next card' }).focus();
  await page.keyboard.press('Enter');
  await expect(review.getByText('Card 2 of 3: Covers')).toBeVisible();
  await expect(review.getByRole('img', { name: /^Covers of \d books you finished$/ })).toBeVisible();
  await review.getByRole('button', { name: 'Share' }).click();
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { shared: string[] }).shared))
    .toEqual([`Earmark ${YEAR} Covers.png image/png true`]);

  await review.getByRole('radio', { name: 'Server' }).check();
  await expect(cards.getByText('books added')).toBeVisible();
  await expect(review.getByText('Card 1 of 3: Highlights')).toBeVisible();
});
