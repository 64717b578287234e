import { expect, expectAccessible, test } from './support/fixtures.ts';
import { bookLibrary } from './support/library.ts';
import { becomesLive } from './support/live.ts';
import { SERVER_GONE } from './support/watch.ts';

test('the log is live for every administrator, recovers after the server was down, and is saved as a text (CFG-050)', async ({
  page,
  secondAdmin: other,
  api,
  server,
  signIn,
  watch,
}) => {
  watch.allow(SERVER_GONE);
  await signIn();
  await other.goto('/config/log');
  await page.goto('/config/log');
  const list = page.getByRole('grid', { name: 'Log' });
  await expect(list).toBeVisible();
  await expectAccessible(page);
  const scans = list.getByText(/^Library "Books": /);
  await expect(scans.first()).toBeVisible();
  const before = await scans.count();
  const theirs = other.getByRole('grid', { name: 'Log' }).getByText(/^Library "Books": /);
  await expect(theirs).toHaveCount(before);
  await api.call('POST', `/api/libraries/${await bookLibrary(api)}/scan`);
  await expect(scans).toHaveCount(before + 1);
  await expect(theirs).toHaveCount(before + 1);
  await scans.last().click();
  const whole = page.getByRole('dialog');
  await expect(whole).toContainText('Library "Books": ');
  await page.goBack();
  await expect(whole).toHaveCount(0);
  await expect(list).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('server-log.txt');
  await server.kill();
  await server.restart();
  await expect(page.getByText('Reconnected to the server')).toBeVisible();
  await api.call('POST', `/api/libraries/${await bookLibrary(api)}/scan`);
  await page.getByRole('searchbox', { name: 'Search' }).fill('library "books"');
  await expect(scans.last()).toBeVisible();
  await expect(list.getByText(/signed in/)).toHaveCount(0);
});

test('a message to all users is sent from the users page and shows in another browser (areas 29)', async ({
  page,
  browser,
  server,
  signIn,
}) => {
  await signIn();
  const context = await browser.newContext();
  await signIn(undefined, context);
  const other = await context.newPage();
  const live = becomesLive(other);
  await other.goto(`${server.url}/`);
  await live;
  await page.goto('/config/users');
  await page.getByRole('button', { name: 'Message everyone' }).click();
  const dialog = page.getByRole('dialog', { name: 'Message to everyone' });
  await dialog.getByRole('textbox', { name: 'Message' }).fill('The server restarts at noon');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(other.getByText('The server restarts at noon')).toBeVisible();
  await expect(dialog).toBeHidden();
  await other.context().close();
});
