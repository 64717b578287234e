import { ROOT } from '../../e2e/support/demo.ts';
import { expect, test } from '../driver/test.ts';

test('signs in by the form, and out by the menu', async ({ screen, open, tab }) => {
  await open('/');
  await screen.field('Username').fill(ROOT.username);
  await screen.field('Password').fill(ROOT.password);
  await screen.role('button', 'Sign in').press();
  await screen.role('button', /^Account:/).press();
  await screen.role('menuitem', 'Sign out').press();
  await screen.role('heading', 'Sign in').shown();
  await expect.poll(() => tab.url()).toMatch(/\/login/);
});

test('a wrong password says so; the right one leads to the page that was wanted', async ({
  screen,
  open,
  tab,
  allow,
}) => {
  allow(/401/);
  await open('/account');
  await screen.field('Username').focused();
  await tab.type(ROOT.username);
  await tab.key('Tab');
  await screen.field('Password').focused();
  await tab.type('wrong');
  await tab.key('Enter');
  await screen.words('Incorrect username or password.').shown();
  await screen.field('Password').fill(ROOT.password);
  await tab.key('Enter');
  await screen.role('button', /^Account:/).shown();
  await expect.poll(() => tab.url()).toMatch(/\/account$/);
});

test('another account sees its own page, and stays signed in over a reload', async ({ screen, open, tab, signIn }) => {
  await signIn({ username: 'listener', password: 'earmark' });
  await open('/account');
  await screen.role('button', 'Account: listener').shown();
  await tab.reload();
  await screen.role('button', 'Account: listener').shown();
});
