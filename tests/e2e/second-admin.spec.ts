import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright/test';
import { expect, expectAccessible, test } from './support/fixtures.ts';
import { openLive } from './support/live.ts';
import { bookLibrary, booksOf, longestOfOneFile } from './support/library.ts';

const setVisibility = (page: Page, states: readonly DocumentVisibilityState[]) =>
  page.evaluate((values) => {
    for (const value of values) {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }
  }, states);

const comeBackTo = (page: Page) => setVisibility(page, ['hidden', 'visible']);

/** Goes to another tab: the page stops its reload of the settings every 15 s, so a save is how it learns of changes. */
const leave = (page: Page) => setVisibility(page, ['hidden']);

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

test("two administrators edit the same settings: a save shows the other's changes, and nothing is lost (CFG-035, GEN-016)", async ({
  page,
  secondAdmin: other,
  api,
  signIn,
}) => {
  await signIn();
  await page.goto('/config/notifications');
  await other.goto('/config/notifications');
  await leave(page);

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

  await api.call('POST', '/api/notifications', {
    libraryId: null,
    eventName: 'onBackupCompleted',
    urls: ['json://reader.example'],
    titleTemplate: 'Done',
    bodyTemplate: '',
    enabled: true,
    type: 'info',
  });
  for (const one of [page, other]) {
    await comeBackTo(one);
    await expect(one.getByRole('button', { name: 'Delete Backup completed' })).toBeVisible();
  }
});

test('two administrators edit how many backups stay: the last save chooses between the two numbers (CFG-014)', async ({
  page,
  secondAdmin: other,
  signIn,
}) => {
  await signIn();
  await page.goto('/config/backups');
  await other.goto('/config/backups');
  await leave(page);
  await page.getByRole('spinbutton', { name: 'Number of backups to keep' }).fill('5');
  await other.getByRole('spinbutton', { name: 'Number of backups to keep' }).fill('3');
  await save(other);
  await expect(other.getByText('Saved', { exact: true })).toBeVisible();
  await save(page);
  await expect(page.getByText('Changed by someone else: 3')).toBeVisible();
  await page.getByRole('button', { name: 'Use theirs: Number of backups to keep' }).click();
  await expect(page.getByRole('spinbutton', { name: 'Number of backups to keep' })).toHaveValue('3');
});

test('coming back to a page shows what the server sends no event for: settings, log level, API keys, backups, sessions, of which several are removed (GEN-016)', async ({
  page,
  secondAdmin: other,
  api,
  signIn,
}) => {
  const { id } = (await api.call('GET', '/api/me')) as { id: string };
  const [book] = await booksOf(api, await bookLibrary(api));
  await signIn();

  await openLive(page, '/config', /\/api\/authorize$/);
  await other.goto('/config');
  const covers = (of: Page) => of.getByRole('switch', { name: 'Find covers', exact: true });
  await covers(page).focus();
  await Promise.all([other.waitForResponse(/\/api\/settings$/), covers(other).click()]);
  await comeBackTo(page);
  await expect(covers(page)).toBeChecked();
  await expect(covers(page)).toBeFocused();

  await openLive(page, '/config/log', /\/api\/logger-data$/);
  await api.call('PATCH', '/api/settings', { logLevel: 1 });
  await comeBackTo(page);
  await expect(page.getByRole('combobox', { name: 'Log level' })).toHaveText('Debug');

  await openLive(page, '/config/api-keys', /\/api\/api-keys$/);
  await api.call('POST', '/api/api-keys', { name: 'Robot', isActive: true, userId: id });
  await comeBackTo(page);
  await expect(page.getByRole('rowheader', { name: 'Robot' })).toBeVisible();
  await expectAccessible(page);

  await openLive(page, '/config/backups', /\/api\/backups$/);
  await page.getByRole('spinbutton', { name: 'Number of backups to keep' }).fill('5');
  await api.call('POST', '/api/backups');
  await comeBackTo(page);
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('spinbutton', { name: 'Number of backups to keep' })).toHaveValue('5');
  await save(page);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  await openLive(page, '/config/sessions', /\/api\/sessions\?/);
  await expect(page.getByRole('table')).toHaveCount(0);
  const sessions = [1, 2, 3].map((minutes) => {
    const startedAt = Date.now() - minutes * 60_000;
    const times = { duration: 3600, timeListening: 60, startedAt, updatedAt: startedAt + 60_000 };
    return { id: randomUUID(), libraryItemId: book?.id, episodeId: null, startTime: 0, currentTime: 60, ...times };
  });
  await api.call('POST', '/api/session/local-all', { sessions, deviceInfo: {} });
  await comeBackTo(page);
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(4);
  await expectAccessible(page);
  const boxes = page.getByRole('table').getByRole('checkbox');
  await boxes.nth(0).click();
  await boxes.nth(2).click();
  await expect(page.getByText('2 sessions selected')).toBeVisible();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove sessions' }).click();
  await expect(page.getByText('2 listening sessions removed')).toBeVisible();
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2);
  const left = (await api.call('GET', '/api/sessions')) as { sessions: { id: string }[] };
  expect(left.sessions.map(({ id: one }) => one)).toEqual([sessions[1]?.id]);
});

test('the page of feeds of two administrators shows a feed as it opens, and drops it as one closes it (CFG-047, CFG-048)', async ({
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
