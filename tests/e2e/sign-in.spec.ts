import { expect, expectAccessible, LISTENER, ROOT, test } from './support/fixtures.ts';
import { isReadLive } from './support/live.ts';
import type { Page } from 'playwright/test';

async function fillForm(page: Page, { username, password }: { username: string; password: string }): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const account = (page: Page) => page.getByRole('button', { name: /^Account:/ });

test.describe('an unused server', () => {
  test.use({ serverOptions: { demo: false } });

  test('is set up in the browser, and its first account is signed in', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Set up your server' })).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('New password').fill('correct horse');
    await page.getByLabel('Confirm password').fill('correct house');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText(/Passwords don’t match/)).toBeVisible();
    await page.getByLabel('Confirm password').fill('correct horse');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(account(page)).toBeVisible();
  });
});

test('code of signed-in pages that failed to load shows an error with a reload', async ({ page, watch }) => {
  watch.allow(/session-|Failed to (load|fetch)|failed to load/i);
  await page.route('**/assets/session-*', (route) => route.abort());
  await page.goto('/login');
  await fillForm(page, ROOT);
  await expect(page.getByText('Part of Earmark failed to load.')).toBeVisible();
  await page.unroute('**/assets/session-*');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(account(page)).toBeVisible();
});

test('a wrong password shows an error and keeps the name', async ({ page, watch }) => {
  watch.allow(/401/);
  await page.goto('/login');
  await fillForm(page, { username: 'root', password: 'wrong' });
  await expect(page.getByText('Incorrect username or password.')).toBeVisible();
  await expect(page.getByLabel('Username')).toHaveValue('root');
  await fillForm(page, ROOT);
  await expect(account(page)).toBeVisible();
});

test('a deep link leads through the form to its page', async ({ page }) => {
  await page.goto('/account');
  await expect(page).toHaveURL(/\/login\?redirect=%2Faccount/);
  await fillForm(page, LISTENER);
  await expect(page).toHaveURL(/\/account$/);
});

for (const target of ['//elsewhere.test/x', 'https://elsewhere.test/x', '/\\elsewhere.test', 'javascript:alert(1)']) {
  test(`a redirect to ${target} is not followed`, async ({ page, server }) => {
    await page.goto(`/login?redirect=${encodeURIComponent(target)}`);
    await fillForm(page, ROOT);
    await expect(account(page)).toBeVisible();
    expect(new URL(page.url()).origin).toBe(server.url);
  });
}

test('the keyboard alone is enough to sign in', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByLabel('Username')).toBeFocused();
  await page.keyboard.type('root');
  await page.keyboard.press('Tab');
  await page.keyboard.type('earmark');
  await page.keyboard.press('Enter');
  await expect(account(page)).toBeVisible();
  await expect(page.locator('main')).toBeFocused();
});

test('the form has no accessibility faults', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByLabel('Username')).toBeVisible();
  await expectAccessible(page);
});

test('signing out in one tab signs out the other', async ({ page, context, signIn }) => {
  await signIn();
  const other = await context.newPage();
  // A pending request would be refused when the account goes.
  const read = [/\/api\/tasks\?/, /\/api\/libraries$/, /\/api\/libraries\/[\w-]+(?:\?|$)/];
  const live = [isReadLive(page, ...read, /\/personalized\?/), isReadLive(other, ...read)];
  await page.goto('/');
  await other.goto('/account');
  await expect(account(page)).toBeVisible();
  await Promise.all(live);
  await account(other).click();
  await other.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByText(/in another tab/)).toBeVisible();
  await expect(other).toHaveURL(/\/login/);
});

test('a forged session ends at the form', async ({ page, watch }) => {
  watch.allow(/401/);
  await page.addInitScript(() =>
    localStorage.setItem('earmark.session', JSON.stringify({ accessToken: 'forged', userId: 'nobody' })),
  );
  await page.goto('/');
  await expect(page.getByText(/Your session expired/)).toBeVisible();
});

test('after its session ended the form has the name, and the focus on the password', async ({
  page,
  context,
  signIn,
  watch,
}) => {
  watch.allow(/401/);
  await signIn();
  await page.goto('/');
  await expect(account(page)).toBeVisible();
  await context.clearCookies();
  await page.evaluate(() => {
    const text = localStorage.getItem('earmark.session') ?? '';
    localStorage.setItem('earmark.session', text.replace(/\.[^."]*"/, '.spoilt"'));
  });
  await page.reload();
  await expect(page.getByText(/Your session expired/)).toBeVisible();
  await expect(page.getByLabel('Username')).toHaveValue('root');
  await expect(page.getByRole('textbox', { name: 'Password' })).toBeFocused();
});

test('a refused token is renewed once for two tabs, without a message', async ({
  page,
  context,
  server,
  signIn,
  watch,
}) => {
  watch.allow(/401/);
  await signIn();
  const { cookies, origins } = await context.storageState();
  const { userId } = JSON.parse(origins[0]?.localStorage[0]?.value ?? '') as { userId: string };
  const spent = { name: 'earmark.session', value: JSON.stringify({ accessToken: 'spent', userId }) };
  await context.setStorageState({ cookies, origins: [{ origin: server.url, localStorage: [spent] }] });
  const refreshes: string[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/auth/refresh')) refreshes.push(request.url());
  });
  const other = await context.newPage();
  await Promise.all([page.goto('/account'), other.goto('/account')]);
  await expect(account(page)).toBeVisible();
  await expect(account(other)).toBeVisible();
  expect(refreshes).toEqual([`${server.url}/auth/refresh`]);
});
