import type { Page } from 'playwright/test';
import { startOpenIdProvider } from '../support/openid-provider.ts';
import { expect, expectAccessible, LISTENER, test } from './support/fixtures.ts';
import { isReadLive } from './support/live.ts';

const PEOPLE = {
  alice: { preferred_username: 'alice', groups: ['Readers', 'USER'] },
  dave: { preferred_username: 'dave', groups: ['Readers'] },
  lisa: { preferred_username: 'lisa', email: 'listener@example.com', email_verified: true },
};

const account = (page: Page) => page.getByRole('button', { name: /^Account:/ });
const withOpenId = (page: Page) => page.getByRole('button', { name: 'Login with OpenId' });
const choose = (page: Page, who: string) => page.getByRole('button', { name: who, exact: true }).click();

test('an administrator sets OpenID up from its issuer, and people sign in by it (AUT-006, CFG-011, CFG-012)', async ({
  page,
  browser,
  server,
  signIn,
  watch,
}) => {
  const provider = await startOpenIdProvider(server.url, PEOPLE);
  try {
    await signIn();
    await page.goto('/config/authentication');
    await page.getByRole('switch', { name: 'OpenID Connect' }).check();
    const field = (name: string) => page.getByLabel(name, { exact: true });
    await field('Issuer URL').fill('http://127.0.0.1:1');
    watch.allow(/400/);
    await page.getByRole('button', { name: 'Fill in from issuer' }).click();
    await expect(field('Issuer URL')).toHaveAttribute('aria-invalid', 'true');
    await field('Issuer URL').fill(`${provider.issuer}/.well-known/openid-configuration`);
    await page.getByRole('button', { name: 'Fill in from issuer' }).press('Enter');
    await expect(page.getByText(/^Filled in/)).toBeVisible();
    await expect(field('Token URL')).toHaveValue(`${provider.issuer}/token`);
    await expect(page.getByRole('combobox', { name: 'Signing algorithm' })).toHaveText('RS256');
    await expect(field('Redirect URL for browsers')).toHaveValue(`${server.url}/auth/openid/callback`);
    await field('Client ID').fill('earmark');
    await field('Client secret').fill(String(provider.settings['authOpenIDClientSecret']));
    await page.getByRole('switch', { name: 'Create accounts automatically' }).check();
    await field('Group claim').fill('groups');
    await page.getByRole('button', { name: 'Try it out' }).click();
    await field('Claims').fill(JSON.stringify(PEOPLE.dave));
    await expect(page.getByText('The group claim doesn’t contain admin, user or guest.')).toBeVisible();
    await field('Claims').fill(JSON.stringify(PEOPLE.alice));
    await expect(page.getByText('Creates the account alice and signs in')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Save/ }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();

    const context = await browser.newContext({ baseURL: server.url });
    const other = await context.newPage();
    watch.follow(other);
    // A pending request would be refused when the account goes.
    const live = isReadLive(other, /\/personalized\?/);
    await other.goto('/login');
    await withOpenId(other).click();
    await choose(other, 'alice');
    await expect(account(other)).toHaveAccessibleName('Account: alice');
    expect(other.url()).not.toContain('oken');
    await live;
    await account(other).click();
    await other.getByRole('menuitem', { name: 'Sign out' }).click();
    await choose(other, 'Sign out');
    await expect(withOpenId(other)).toBeVisible();
    await withOpenId(other).click();
    await choose(other, 'dave');
    await expect(other.getByRole('alert')).toHaveText(/group/);
    await expect(other.getByLabel('Username')).toBeVisible();
    await context.close();
  } finally {
    await provider.stop();
  }
});

test('an account is linked by its email address; cancelling or a missing provider shows an error and the form (AUT-006)', async ({
  page,
  server,
  api,
}) => {
  const provider = await startOpenIdProvider(server.url, PEOPLE);
  try {
    const { users } = (await api.call('GET', '/api/users')) as { users: { id: string; username: string }[] };
    const id = users.find(({ username }) => username === LISTENER.username)?.id;
    await api.call('PATCH', `/api/users/${id}`, { email: 'listener@example.com' });
    await api.call('PATCH', '/api/auth-settings', {
      ...provider.settings,
      authOpenIDMatchExistingBy: 'email',
      authOpenIDAutoLaunch: true,
    });
    await page.goto('/');
    await choose(page, 'Refuse');
    await expect(page.getByRole('alert')).toHaveText(/^Sign-in was canceled/);
    await withOpenId(page).press('Enter');
    await choose(page, 'lisa');
    await expect(account(page)).toHaveAccessibleName('Account: listener');
    expect(await api.call('GET', `/api/users/${id}`)).toMatchObject({ hasOpenIDLink: true });
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
  } finally {
    await provider.stop();
  }
  await page.goto('/login');
  await expect(page.getByRole('alert')).toHaveText('Your identity provider isn’t responding. Try again in a moment.');
  await expect(page.getByLabel('Username')).toBeVisible();
});
