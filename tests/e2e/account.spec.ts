import { expect, expectAccessible, test } from './support/fixtures.ts';

const PASSWORD = 'one-two-three';

test('a user changes the password and adds a device on the account page (ACC-001, ACC-003, ACC-007)', async ({
  page,
  api,
  server,
  signIn,
  watch,
}) => {
  watch.allow(/400 .*\/api\/me\/password/);
  const permissions = { createEreader: true };
  await api.call('POST', '/api/users', {
    username: 'reader',
    password: PASSWORD,
    type: 'user',
    isActive: true,
    permissions,
  });
  await signIn({ username: 'reader', password: PASSWORD });
  await page.goto('/account');
  const form = page.getByRole('form', { name: 'Password' });
  await form.getByLabel('Current password').fill('wrong');
  await form.getByLabel('New password', { exact: true }).fill('another');
  await form.getByLabel('New password again').fill('another');
  await page.keyboard.press('Enter');
  await expect(form.getByLabel('Current password')).toBeFocused();
  await expect(form.getByRole('alert')).toContainText('Invalid');
  await form.getByLabel('Current password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your password was changed')).toBeVisible();
  const answer = await page.request.post(`${server.url}/login`, { data: { username: 'reader', password: 'another' } });
  expect(answer.status()).toBe(200);

  await page.getByRole('button', { name: 'Add device' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a device' });
  await dialog.getByLabel('Name').fill('My reader');
  await dialog.getByLabel('Email').fill('me@example.com');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('rowheader', { name: 'My reader' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Your listening sessions' }).click();
  await expect(page.getByText('No listening sessions yet')).toBeVisible();
});
