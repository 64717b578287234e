import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { householdBackup } from '../support/foreign-backup.ts';
import { expect, expectAccessible, ROOT, test } from './support/fixtures.ts';
import { longestOfOneFile } from './support/library.ts';

test('a backup is made, the data changes, and restoring brings everything back (CFG-018, CFG-019)', async ({
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
  const dialog = page.getByRole('dialog', { name: 'Restore this backup?' });
  const word = await dialog.getByText(/to confirm$/).innerText();
  await dialog.getByRole('textbox').fill(/Type (\S+) to confirm/.exec(word)?.[1] ?? '');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(page.getByText('Backup applied')).toBeVisible();
  await expect(page).toHaveURL(/\/config\/backups$/);
  const item = (await api.call('GET', `/api/items/${id}`)) as { media: { metadata: { title: string } } };
  expect(item.media.metadata.title).toBe(media.metadata.title);
});

test.describe('an empty server', () => {
  test.use({ serverOptions: { demo: false } });

  test('takes over a backup of an Audiobookshelf server: it lists the contents, and restoring moves in', async ({
    page,
    request,
    server,
    signIn,
    watch,
  }) => {
    watch.allow(/401/);
    const folder = mkdtempSync(path.join(tmpdir(), 'earmark-theirs-'));
    const file = path.join(folder, 'theirs.audiobookshelf');
    await householdBackup(file);
    await request.post(`${server.url}/init`, { data: { newRoot: ROOT } });
    await signIn();
    await page.goto('/config/backups');
    await page.getByLabel('Upload backup').setInputFiles(file);
    const report = page.getByRole('dialog', { name: 'Ready to move in' });
    await expect(report.getByRole('listitem').first()).toHaveText(/^Taken over: .*2 users, 1 bookmarks/);
    rmSync(folder, { recursive: true });
    await expectAccessible(page);
    await report.getByRole('button', { name: 'Restore' }).click();
    const dialog = page.getByRole('dialog', { name: 'Restore this backup?' });
    const word = await dialog.getByText(/to confirm$/).innerText();
    await dialog.getByRole('textbox').fill(/Type (\S+) to confirm/.exec(word)?.[1] ?? '');
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
    await page.getByLabel('Username').fill('root');
    await page.getByLabel('Password', { exact: true }).fill('root secret');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByText('Backup applied')).toBeVisible();
    await page.goto('/item/i1');
    await expect(page.getByRole('heading', { name: 'A Study in Scarlet' })).toBeVisible();
  });
});
