import { expect, expectAccessible, test } from './support/fixtures.ts';
import { bookLibrary } from './support/library.ts';

test('the log is live, is found again after the server was away, and is saved as a text (CFG-050)', async ({
  page,
  api,
  server,
  signIn,
}) => {
  await signIn();
  await page.goto('/config/log');
  const list = page.getByRole('grid', { name: 'Log' });
  await expect(list).toBeVisible();
  await expectAccessible(page);
  await api.call('POST', `/api/libraries/${await bookLibrary(api)}/scan`);
  await expect(list.getByText(/[Ss]can/).last()).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('server-log.txt');
  await server.kill();
  await server.restart();
  await expect(page.getByText('Reconnected to the server')).toBeVisible();
  await api.call('POST', `/api/libraries/${await bookLibrary(api)}/scan`);
  await page.getByRole('searchbox', { name: 'Search' }).fill('scan');
  await expect(list.getByText(/[Ss]can/).last()).toBeVisible();
});
