import { connect } from '../../e2e/support/demo.ts';
import { expect, test } from '../driver/test.ts';

const PASSWORD = 'one-two-three';

test('an administrator adds a user, who can sign in', async ({ view, open, tab, server, signIn }) => {
  await signIn();
  await open('/config/users');
  await view.role('button', 'Add user').press();
  const dialog = view.role('dialog');
  await dialog.field('Username').fill('reader');
  await dialog.field('Password').fill(PASSWORD);
  await tab.key('Enter');
  await dialog.gone();
  await view.role('table', 'Users').words('reader').shown();
  const reader = await connect(server, { username: 'reader', password: PASSWORD });
  expect(await reader.call('GET', '/api/me')).toMatchObject({ username: 'reader', type: 'user' });
});

test('the keys of a page are listed by their own key, and Escape leads back', async ({ view, open, tab, signIn }) => {
  await signIn();
  await open('/');
  await view.role('button', /^Activity/).shown();
  await tab.key('?');
  const dialog = view.role('dialog', 'Keyboard shortcuts');
  await dialog.shown();
  await tab.key('Escape');
  await dialog.gone();
});

test('the appearance changes at once and holds over a reload', async ({ view, open, tab, signIn }) => {
  await signIn();
  await open('/');
  const background = () => tab.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const choose = async (name: string) => {
    await view
      .role('banner')
      .role('button', /root|account/i)
      .press();
    await view.role('menuitem', /^Appearance/).press();
    await view.role('menuitemradio', name).press();
    await tab.key('Escape');
    await tab.key('Escape');
    await view.role('menu').gone();
  };
  await choose('Light');
  await expect.poll(() => tab.evaluate(() => document.documentElement.dataset['theme'])).toBe('light');
  const light = await background();
  await choose('Dark');
  await expect.poll(background).not.toBe(light);
  const dark = await background();
  await tab.reload();
  await view.role('button', /^Activity/).shown();
  expect(await background()).toBe(dark);
});

test('signing out in one tab signs the other out', async ({ view, open, openBeside, signIn, allow }) => {
  allow(/401/);
  await signIn();
  await open('/');
  await view.role('button', /^Activity/).shown();
  const second = await openBeside('/');
  await second.view.role('button', /^Activity/).shown();
  await second.view
    .role('banner')
    .role('button', /root|account/i)
    .press();
  await second.view.role('menuitem', 'Sign out').press();
  await second.view.role('button', 'Sign in').shown();
  await view.role('button', 'Sign in').shown();
});

test('a picture of the year is drawn and saved as a png', async ({ view, open, tab, api, signIn }) => {
  const { libraries } = (await api.call('GET', '/api/libraries')) as { libraries: { id: string; mediaType: string }[] };
  const books = libraries.find(({ mediaType }) => mediaType === 'book');
  const { results } = (await api.call('GET', `/api/libraries/${books?.id}/items?limit=6`)) as {
    results: { id: string }[];
  };
  for (const { id } of results) await api.call('PATCH', `/api/me/progress/${id}`, { isFinished: true });
  await signIn();
  await open('/config/stats');
  const review = view.role('region', 'Year in review');
  await review.role('button', 'Show year in review').press();
  await review.words('books finished').shown();
  await tab.evaluate(() => {
    const create = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (blob) => {
      if (blob instanceof Blob) document.documentElement.dataset['saved'] = `${blob.type} ${blob.size > 20_000}`;
      return create(blob);
    };
  });
  await review.role('button', 'Save picture').press();
  await expect.poll(() => tab.evaluate(() => document.documentElement.dataset['saved'])).toBe('image/png true');
});
