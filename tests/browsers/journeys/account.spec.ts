import { ROOT } from '../../e2e/support/demo.ts';
import { expect, KEY, test } from '../driver/test.ts';

test('signs in by the form, and out by the menu', { tag: KEY }, async ({ view, open, tab }) => {
  await open('/');
  await view.field('Username').fill(ROOT.username);
  await view.field('Password').fill(ROOT.password);
  await view.role('button', 'Sign in').press();
  await view.role('button', /^Account:/).press();
  await view.role('menuitem', 'Sign out').press();
  await view.role('heading', 'Sign in').shown();
  await expect.poll(() => tab.url()).toMatch(/\/login/);
});

test('a wrong password says so; the right one leads to the page that was wanted', async ({
  view,
  open,
  tab,
  allow,
}) => {
  allow(/401/);
  await open('/account');
  await view.field('Username').focused();
  await tab.type(ROOT.username);
  await tab.key('Tab');
  await view.field('Password').focused();
  await tab.type('wrong');
  await tab.key('Enter');
  await view.words('Incorrect username or password.').shown();
  await view.field('Password').fill(ROOT.password);
  await tab.key('Enter');
  await view.role('button', /^Account:/).shown();
  await expect.poll(() => tab.url()).toMatch(/\/account$/);
});

test('another account sees its own page, and stays signed in over a reload', async ({ view, open, tab, signIn }) => {
  await signIn({ username: 'listener', password: 'earmark' });
  await open('/account');
  await view.role('button', 'Account: listener').shown();
  await tab.reload();
  await view.role('button', 'Account: listener').shown();
});
