import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { currentTime, expect, expectAccessible, expectAdvance, test, type ServerApi } from './support/fixtures.ts';
import { longestOfOneFile } from './support/library.ts';

/** The longest book of one file sounds from this second on. */
async function listenFrom(seconds: number, page: Page, api: ServerApi, signIn: () => Promise<void>) {
  const book = await longestOfOneFile(api);
  const { duration } = book.media;
  await api.call('PATCH', `/api/me/progress/${book.id}`, {
    currentTime: seconds,
    duration,
    progress: seconds / duration,
  });
  await signIn();
  await page.goto('/');
  await page.getByRole('button', { name: 'Resume' }).click();
  await expectAdvance(page);
  return book;
}

const bookmarksOf = async (api: ServerApi) =>
  ((await api.call('GET', '/api/me')) as { bookmarks: { time: number; title: string }[] }).bookmarks;

test('the dialog is accessible, also while a bookmark is renamed', async ({ page, api, signIn }) => {
  const { id } = await longestOfOneFile(api);
  for (const time of [1, 2]) await api.call('POST', `/api/me/item/${id}/bookmark`, { time, title: `Mark ${time}` });
  await listenFrom(5, page, api, signIn);
  await page.getByRole('link', { name: 'Stats' }).first().click();
  await page.getByRole('button', { name: 'Bookmarks: 2' }).click();
  await page.getByRole('button', { name: 'Edit Mark 1' }).click();
  await expect(page.getByRole('textbox', { name: /^Title of the bookmark/ })).toBeFocused();
  await expectAccessible(page);
});

test('Shift+B makes a bookmark while the sound goes on, and its notice takes a note', async ({ page, api, signIn }) => {
  const saved = async () => (await bookmarksOf(api)).map(({ title }) => title);
  await listenFrom(50, page, api, signIn);
  await page.keyboard.press('Shift+B');
  await expect.poll(saved).toEqual([expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/)]);
  const notices = page.getByRole('region', { name: 'Notifications' });
  await expect(notices.getByText('Bookmark added')).toBeVisible();
  await expectAdvance(page);
  await notices.getByRole('button', { name: 'Add note' }).click();
  const field = page.getByRole('textbox', { name: /^Title of the bookmark at 0:5\d$/ });
  await expect(field).toBeFocused();
  await expectAccessible(page);
  await field.fill('A clue');
  await field.press('Enter');
  await expect.poll(saved).toEqual(['A clue']);
  await expectAdvance(page);
});

test('a bookmark is made, renamed, opened, exported, removed and restored, and the server follows each time (GEN-009)', async ({
  page,
  api,
  signIn,
}) => {
  const saved = async () => (await bookmarksOf(api)).map(({ title }) => title);
  const book = await listenFrom(50, page, api, signIn);
  const bar = page.getByRole('region', { name: 'Player' });
  const button = bar.getByRole('button', { name: /^Bookmarks/ });
  const dialog = page.getByRole('dialog', { name: 'Your bookmarks' });

  await button.click();
  await dialog.getByPlaceholder('Note').fill('A clue');
  await dialog.getByRole('button', { name: 'Add bookmark' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Bookmark added')).toBeVisible();
  await expect(button).toHaveAccessibleName('Bookmarks: 1');
  expect(await saved()).toEqual(['A clue']);

  await button.click();
  await dialog.getByRole('button', { name: 'Edit A clue' }).click();
  await page.keyboard.type(' too many');
  await page.keyboard.press('Escape');
  await expect(dialog.getByText('A clue', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Edit A clue' }).click();
  await page.keyboard.type(' about the ring');
  await page.keyboard.press('Enter');
  await expect.poll(saved).toEqual(['A clue about the ring']);

  const download = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Export as text' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file).toMatch(/^.+\n\n0:5\d {2}A clue about the ring\n$/);

  await dialog.getByRole('button', { name: /^A clue about the ring, go to/ }).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => currentTime(page)).toBeLessThan(56);

  await button.click();
  await dialog.getByRole('button', { name: 'Remove A clue about the ring' }).click();
  await expect.poll(saved).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(saved).toEqual(['A clue about the ring']);
  await expect(button).toHaveAccessibleName('Bookmarks: 1');

  // Another device removes it: the live connection reports it.
  const [mark] = await bookmarksOf(api);
  await api.call('DELETE', `/api/me/item/${book.id}/bookmark/${mark?.time}`);
  await expect(button).toHaveAccessibleName('Bookmarks');
});
