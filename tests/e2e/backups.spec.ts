import { expect, expectAccessible, test } from './support/fixtures.ts';
import { longestOfOneFile } from './support/library.ts';

test('a backup is made, the data changed, and the backup restored: all is as before (CFG-018, CFG-019)', async ({
  page,
  signIn,
  api,
}) => {
  await signIn();
  const { id, media } = await longestOfOneFile(api);
  await page.goto('/config/backups');
  await page.getByRole('button', { name: 'Create backup' }).click();
  const table = page.getByRole('table', { name: 'Backups' });
  await expect(table.getByRole('row')).toHaveCount(2);
  await expectAccessible(page);

  const change = { metadata: { title: 'Changed after the backup' } };
  await api.call('PATCH', `/api/items/${id}/media`, change);

  const download = page.waitForEvent('download');
  await table.getByRole('button', { name: /^Download/ }).click();
  expect((await download).suggestedFilename()).toMatch(/\.audiobookshelf$/);
  expect((await download).url()).not.toContain('token');

  await table.getByRole('button', { name: /^Restore/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Important Notice' });
  const word = await dialog.getByText(/to confirm$/).innerText();
  await dialog.getByRole('textbox').fill(/Type (\S+) to confirm/.exec(word)?.[1] ?? '');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(page.getByText('Backup applied')).toBeVisible();
  await expect(page).toHaveURL(/\/config\/backups$/);
  const item = (await api.call('GET', `/api/items/${id}`)) as { media: { metadata: { title: string } } };
  expect(item.media.metadata.title).toBe(media.metadata.title);
});
