import type { Page } from 'playwright/test';
import { expect, expectAccessible, test } from './support/fixtures.ts';
import { openLive } from './support/live.ts';

const PASSWORD = 'one-two-three';
const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
const field = (page: Page, name: string) => page.getByRole('dialog').getByLabel(name, { exact: true });

test('a user is added, changed and deleted while a second administrator watches (CFG-031, CFG-032, GEN-018)', async ({
  page,
  secondAdmin: watching,
  browser,
  server,
  signIn,
}) => {
  await signIn();
  await openLive(watching, '/config/users', /\/api\/users\/online/);
  await page.goto('/config/users');
  await expect(rowOf(watching, 'root').getByText('Now')).toBeVisible();
  await expect(rowOf(watching, 'root').getByRole('button')).toHaveCount(0);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Add user' }).click();
  const submit = page.getByRole('dialog').getByRole('button', { name: 'Add user' });
  await submit.click();
  await expect(field(page, 'Username')).toBeFocused();
  await page.keyboard.type('reader');
  await field(page, 'Password').fill(PASSWORD);
  await page.getByRole('switch', { name: 'All tags' }).click();
  await submit.click();
  await expect(page.getByText('Select at least one tag.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('switch', { name: 'All tags' }).click();
  await submit.click();
  await expect(rowOf(page, 'reader')).toContainText('Never');
  await expect(rowOf(watching, 'reader')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add user' })).toBeFocused();

  const reader = await browser.newContext({ baseURL: server.url });
  await signIn({ username: 'reader', password: PASSWORD }, reader);
  const theirs = await reader.newPage();
  await theirs.goto('/config/users');
  await expect(theirs).toHaveURL(/\/config\/stats$/);
  await expect(rowOf(watching, 'reader')).toContainText('Now');

  await rowOf(watching, 'reader').getByRole('button', { name: 'Delete reader' }).click();
  await watching.getByRole('dialog').getByRole('button', { name: 'Delete user' }).click();
  await expect(rowOf(page, 'reader')).toHaveCount(0);
  await theirs.reload();
  await expect(theirs).toHaveURL(/\/login/);
  await reader.close();
});
