import type { Page } from 'playwright/test';
import { expect, expectAccessible, test } from './support/fixtures.ts';
import { openLive } from './support/live.ts';
import { longestOfOneFile } from './support/library.ts';

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

test('two administrators edit the same settings: what another one saved is told, and nothing is lost (CFG-014, CFG-035, GEN-016)', async ({
  page,
  secondAdmin: other,
  signIn,
}) => {
  await signIn();
  await page.goto('/config/notifications');
  await other.goto('/config/notifications');

  await page.getByRole('spinbutton', { name: 'Queue size' }).fill('11');
  await other.getByRole('spinbutton', { name: 'Queue size' }).fill('7');
  await other.getByRole('spinbutton', { name: 'Failed attempts' }).fill('9');
  await save(other);
  await expect(other.getByText('Saved', { exact: true })).toBeVisible();
  await save(page);
  await expect(page.getByText('Changed by someone else: 7')).toBeVisible();
  await expect(page.getByRole('spinbutton', { name: 'Failed attempts' })).toHaveValue('9');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Keep mine: Queue size' }).click();
  await save(page);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await other.reload();
  await expect(other.getByRole('spinbutton', { name: 'Queue size' })).toHaveValue('11');

  await page.goto('/config/backups');
  await other.goto('/config/backups');
  await page.getByRole('spinbutton', { name: 'Number of backups to keep' }).fill('5');
  await other.getByRole('spinbutton', { name: 'Number of backups to keep' }).fill('3');
  await save(other);
  await expect(other.getByText('Saved', { exact: true })).toBeVisible();
  await save(page);
  await expect(page.getByText('Changed by someone else: 3')).toBeVisible();
  await page.getByRole('button', { name: 'Use theirs: Number of backups to keep' }).click();
  await expect(page.getByRole('spinbutton', { name: 'Number of backups to keep' })).toHaveValue('3');
});

test('a feed shows on the page of feeds of two administrators as it is opened, and goes as one closes it (CFG-047, CFG-048)', async ({
  page,
  secondAdmin: other,
  server,
  api,
  signIn,
}) => {
  const { id, media } = await longestOfOneFile(api);
  await signIn();
  await Promise.all([
    openLive(page, '/config/rss-feeds', /\/api\/feeds$/),
    openLive(other, '/config/rss-feeds', /\/api\/feeds$/),
  ]);
  await expect(page.getByText('No RSS feeds are open')).toBeVisible();
  await api.call('POST', `/api/feeds/item/${id}/open`, {
    serverAddress: server.url,
    slug: 'raven',
    metadataDetails: { preventIndexing: true, ownerName: null, ownerEmail: null },
  });
  const { title } = media.metadata;
  const feed = (of: Page) =>
    of.getByRole('table', { name: 'Open feeds' }).getByRole('button', { name: title, exact: true });
  await expect(feed(page)).toBeVisible();
  await expect(feed(other)).toBeVisible();
  await feed(page).click();
  await expect(page.getByRole('textbox', { name: 'Feed URL' })).toHaveValue(`${server.url}/feed/raven`);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await other.getByRole('button', { name: `Close the feed of ${title}` }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Close feed' }).click();
  await expect(feed(page)).toBeHidden();
  await expect(feed(other)).toBeHidden();
});
