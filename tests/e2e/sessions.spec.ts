import { readFile } from 'node:fs/promises';
import { expect, expectAccessible, test } from './support/fixtures.ts';
import { longestOfOneFile } from './support/library.ts';

test('the address keeps whose sessions are shown, also after going back; the file has all of them', async ({
  page,
  api,
  signIn,
}) => {
  const { id: itemId, media } = await longestOfOneFile(api);
  const { id: userId } = (await api.call('GET', '/api/me')) as { id: string };
  const now = Date.now();
  const sessions = Array.from({ length: 12 }, (_, index) => ({
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    userId,
    libraryItemId: itemId,
    mediaType: 'book',
    duration: media.duration,
    playMethod: 3,
    timeListening: 60,
    startTime: 0,
    currentTime: 60,
    startedAt: now - 60_000,
    updatedAt: now,
  }));
  await api.call('POST', '/api/session/local-all', { sessions });
  await signIn();
  await page.goto('/config/sessions');
  await page.getByRole('combobox', { name: 'User' }).click();
  await page.getByRole('option', { name: 'root' }).click();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page).toHaveURL(`/config/sessions?user=${userId}&page=2`);
  await expect(page.getByText('11–12 of 12')).toBeVisible();
  await page.getByRole('link', { name: 'Users' }).first().click();
  await expect(page).toHaveURL(/\/config\/users$/);
  await page.goBack();
  await expect(page.getByText('11–12 of 12')).toBeVisible();
  await page.reload();
  await expect(page.getByText('11–12 of 12')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'User' })).toHaveText('root');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  const rows = (await readFile(await (await download).path(), 'utf8')).split('\r\n');
  expect(rows).toHaveLength(14);
  expect(rows.slice(1, 13).every((row) => row.includes(',root,'))).toBe(true);
  await expect(page.getByText('12 sessions exported')).toBeVisible();

  await page.getByRole('searchbox', { name: 'Find an item or device' }).fill(media.metadata.title.slice(0, 5));
  await expect(page).toHaveURL(/find=/);
  await expect(page.getByText('1–10 of 12')).toBeVisible();
  await page.getByLabel('To', { exact: true }).fill('2020-01-01');
  await expect(page.getByText('No sessions match')).toBeVisible();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(page.getByText('1–10 of 12')).toBeVisible();
  await expectAccessible(page);
});
