import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { AppError } from '../../../../src/schemas/app-error.ts';
import { storedSession } from '../../../../src/machines/account/auth/auth.actors.ts';
import { createRootUser, getStatus, login, logout, refresh } from '../../../../src/services/endpoints/auth.ts';
import { defineStored } from '../../../../src/services/storage.ts';
import { openClient, type ClientOptions } from '../../../support/dom/client.tsx';
import { recording } from '../../../support/recordings.ts';

const visitor = (path: string, options: ClientOptions = {}) => openClient(path, { signedIn: false, ...options });

async function signIn(username: string, password: string) {
  await userEvent.type(await screen.findByLabelText('Username'), username);
  await userEvent.type(screen.getByLabelText('Password'), `${password}{Enter}`);
}

describe('the sign-in', () => {
  test('leads a visitor from a page through the form back to that page (AUT-004, AUT-009)', async () => {
    const { here, ports } = visitor('/config/users?sort=name');
    expect(await screen.findByRole('heading', { level: 1 })).toHaveProperty('textContent', 'Sign in');
    expect(here()).toBe(`/login?redirect=${encodeURIComponent('/config/users?sort=name')}`);
    await signIn('root', 'secret');
    await waitFor(() => expect(here()).toBe('/config/users?sort=name'));
    expect(ports.api.inputsOf(login)).toEqual([{ username: 'root', password: 'secret' }]);
  });

  test('starts in the first field, then moves to the main region of the page', async () => {
    visitor('/account');
    const field = await screen.findByLabelText('Username');
    expect(document.activeElement).toBe(field);
    await userEvent.keyboard('root{Tab}secret{Enter}');
    await screen.findByRole('button', { name: /^Account:/ });
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });

  test('has fields that password managers recognise', async () => {
    visitor('/');
    const form = await screen.findByRole('form', { name: 'Sign in' });
    const facts = within(form).getByLabelText<HTMLInputElement>('Username');
    expect([facts.name, facts.autocomplete, facts.type]).toEqual(['username', 'username', 'text']);
    const password = within(form).getByLabelText<HTMLInputElement>('Password');
    expect([password.name, password.autocomplete, password.type]).toEqual(['password', 'current-password', 'password']);
  });

  test('shows and hides the password', async () => {
    visitor('/');
    const password = await screen.findByLabelText<HTMLInputElement>('Password');
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(password.type).toBe('text');
    await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(password.type).toBe('password');
  });

  test('requires a username before it calls the server', async () => {
    const { ports } = visitor('/');
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in' }));
    expect(screen.getByLabelText('Username').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByRole('alert').textContent).toBe('Enter your username');
    expect(ports.api.inputsOf(login)).toEqual([]);
  });

  test.each<[string, AppError, string]>([
    ['a wrong password', { kind: 'unauthorized', message: 'Unauthorized' }, 'Incorrect username or password.'],
    [
      'too many tries',
      { kind: 'rateLimited', message: '', retryAfterSeconds: 600 },
      'Too many attempts. Wait about 10 minutes, then try again.',
    ],
    [
      'no network',
      { kind: 'network' },
      'Couldn’t sign in. Can’t reach the server. Check your connection and try again.',
    ],
  ])(
    'shows %s in plain words above the form, and keeps the typed values (AUT-018, ERR-004)',
    async (_case, error, words) => {
      visitor('/', { prepare: ({ api }) => api.refuse(login, error) });
      await signIn('root', 'wrong');
      expect((await screen.findByRole('alert')).textContent).toBe(words);
      expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('wrong');
    },
  );

  test('offers a retry when the server does not answer', async () => {
    visitor('/', { prepare: ({ api }) => api.refuseOnce(getStatus, { kind: 'network' }) });
    expect((await screen.findByRole('alert')).textContent).toContain('Server could not be reached');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByLabelText('Username')).toBeTruthy();
  });

  test('goes to the identity provider with the text of the server, or stays', async () => {
    const { left } = visitor('/', { status: 'status-with-openid' });
    expect((await screen.findByText('this')).tagName).toBe('B');
    await userEvent.click(screen.getByRole('button', { name: 'Login with SSO' }));
    expect(left).toEqual([`http://localhost/auth/openid?callback=${encodeURIComponent('http://localhost/login')}`]);
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('form', { name: 'Sign in' })).toBeTruthy();
  });

  test.each([
    ['notRegistered', 'There’s no account for you on this server. Ask an administrator to create one.'],
    ['noGroup', 'You’re not in a group that may use this server. Ask an administrator for access.'],
    [
      'Unauthorized',
      'The server refused the sign-in with OpenID. Ask an administrator whether you have an account here.',
    ],
    ['Something <b>else</b>', 'Couldn’t sign in with OpenID. The server says: Something <b>else</b>'],
  ])(
    'says why OpenID refused (%s), and removes it from the address (AUT-006, AUT-024, RTE-039)',
    async (error, words) => {
      const { here, left } = visitor(`/login?error=${encodeURIComponent(error)}&autoLaunch=0&redirect=%2Faccount`, {
        status: 'status-with-openid',
      });
      expect((await screen.findByRole('alert')).textContent).toBe(words);
      expect([here(), left]).toEqual(['/login?autoLaunch=0&redirect=%2Faccount', []]);
      expect(screen.getByRole('button', { name: 'Login with SSO' })).toBeTruthy();
    },
  );

  test('a sign-out at the identity provider is not followed by an automatic sign-in (pitfall 16)', async () => {
    const status = {
      isInit: true,
      serverVersion: '2.26.0',
      authMethods: ['openid'],
      authFormData: { authOpenIDAutoLaunch: true },
    };
    const { left } = visitor('/login', {
      prepare: ({ api, tabStorage }) => {
        api.answer(getStatus, status);
        tabStorage.put('earmark.openId', JSON.stringify({ kind: 'out' }));
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in with OpenID' }));
    expect(left).toHaveLength(1);
  });

  test('runs no script of the custom message', async () => {
    const status = {
      isInit: true,
      serverVersion: '2.26.0',
      authMethods: ['local'],
      authFormData: {
        authLoginCustomMessage: '<p onclick="x()">Hello<script>x()</script><img src=x onerror="x()"></p>',
      },
    };
    visitor('/', { prepare: ({ api }) => api.answer(getStatus, status) });
    expect((await screen.findByText('Hello')).outerHTML).toBe('<p>Hello</p>');
  });

  test('reports the expired session, and leads back to the page (AUT-015, AUT-016)', async () => {
    const { app, here } = openClient('/config', {
      prepare: ({ api }) => api.refuse(refresh, { kind: 'unauthorized', message: '' }),
    });
    await screen.findByRole('button', { name: 'Account: root' });
    app.system.get('auth').send({ type: 'token.request', rejected: 'token', replyTo: { send: () => undefined } });
    expect(await screen.findByText('Your session expired. Sign in again to continue.')).toBeTruthy();
    expect(here()).toBe('/login?redirect=%2Fconfig');
    await signIn('root', 'secret');
    await waitFor(() => expect(here()).toBe('/config'));
  });

  test('an error in the address shows once and is removed from it (RTE-038, RTE-039)', async () => {
    const { here } = visitor('/login?error=Provider%20said%20no');
    expect((await screen.findByRole('alert')).textContent).toContain('Provider said no');
    expect(here()).toBe('/login');
  });
});

describe('the first setup', () => {
  const fresh = (options: ClientOptions = {}) => visitor('/', { status: 'status-not-initialised', ...options });

  test('starts with the name root and shows the folders of the server', async () => {
    fresh();
    expect((await screen.findByLabelText<HTMLInputElement>('Username')).value).toBe('root');
    expect(screen.getAllByRole('definition').map((line) => line.textContent)).toEqual(['/config', '/metadata']);
  });

  const fill = async (password: string, confirmation: string) => {
    const first = await screen.findByLabelText('New password');
    if (password) await userEvent.type(first, password);
    if (confirmation) await userEvent.type(screen.getByLabelText('Confirm password'), confirmation);
    await userEvent.click(screen.getByRole('button', { name: 'Create account' }));
  };

  test('refuses an empty username (AUT-020)', async () => {
    const { ports } = fresh();
    await userEvent.clear(await screen.findByLabelText('Username'));
    await fill('a', 'a');
    expect(screen.getByRole('alert').textContent).toBe('Enter a username');
    expect(ports.api.inputsOf(createRootUser)).toEqual([]);
  });

  test('refuses two different passwords', async () => {
    const { ports } = fresh();
    await fill('secret', 'secrte');
    expect(screen.getByRole('alert').textContent).toBe('Passwords don’t match');
    expect(ports.api.inputsOf(createRootUser)).toEqual([]);
  });

  test('creates the account and signs in', async () => {
    const { ports } = fresh({ prepare: ({ api }) => api.answer(createRootUser, 'OK') });
    await screen.findByLabelText('New password');
    ports.api.answer(login, recording('auth/login-root').response.body);
    await fill('secret', 'secret');
    expect(await screen.findByRole('button', { name: 'Account: root' })).toBeTruthy();
    expect(ports.api.inputsOf(login)).toEqual([{ username: 'root', password: 'secret' }]);
  });

  test('creates the account and shows the form with its name when it can’t sign in', async () => {
    const { ports } = fresh({
      prepare: ({ api }) => {
        api.answer(createRootUser, 'OK');
        api.refuse(login, { kind: 'network' });
      },
    });
    await screen.findByLabelText('New password');
    ports.api.answer(getStatus, recording('auth/status').response.body);
    await fill('secret', 'secret');
    expect(await screen.findByText('Account created. Sign in to continue.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('root');
    expect(ports.api.inputsOf(createRootUser)).toEqual([{ username: 'root', password: 'secret' }]);
  });

  test('typing under the question about the empty password closes the question', async () => {
    const { ports } = fresh({ prepare: ({ api }) => api.answer(createRootUser, 'OK') });
    await fill('', '');
    await screen.findByRole('button', { name: 'Set a password' });
    await userEvent.type(screen.getByLabelText('New password'), 'secret');
    expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('secret');
    expect(screen.queryByRole('button', { name: 'Continue without password' })).toBeNull();
    await fill('', 'secret');
    expect(ports.api.inputsOf(createRootUser)).toEqual([{ username: 'root', password: 'secret' }]);
  });

  test('never loses the focus: question, its answers, the way on', async () => {
    fresh({ prepare: ({ api }) => api.defer(createRootUser) });
    const username = await screen.findByLabelText('Username');
    expect(document.activeElement).toBe(username);
    await fill('', '');
    const answer = await screen.findByRole('button', { name: 'Set a password' });
    expect(document.activeElement).toBe(answer);
    await userEvent.keyboard('{Enter}');
    expect(document.activeElement).toBe(screen.getByLabelText('New password'));
    await fill('', '');
    await userEvent.click(await screen.findByRole('button', { name: 'Continue without password' }));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Create account' }));
  });

  test('confirms before it creates an account without password', async () => {
    const { ports } = fresh({ prepare: ({ api }) => api.answer(createRootUser, 'OK') });
    await fill('', '');
    await userEvent.click(await screen.findByRole('button', { name: 'Set a password' }));
    expect(ports.api.inputsOf(createRootUser)).toEqual([]);
    await fill('', '');
    await userEvent.click(await screen.findByRole('button', { name: 'Continue without password' }));
    expect(ports.api.inputsOf(createRootUser)).toEqual([{ username: 'root', password: '' }]);
  });

  test('says why creating the account failed', async () => {
    fresh({ prepare: ({ api }) => api.refuse(createRootUser, { kind: 'server', status: 500, message: '' }) });
    await fill('secret', 'secret');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Couldn’t create the account. Something went wrong on the server. Try again later.',
    );
  });
});

describe('signing out', () => {
  const signOut = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Account: root' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
  };

  test('leads to the form, not to the provider again', async () => {
    const { here, ports } = openClient('/config');
    await signOut();
    expect(await screen.findByRole('form', { name: 'Sign in' })).toBeTruthy();
    expect({
      here: here(),
      calls: ports.api.inputsOf(logout).length,
      stored: ports.storage.texts.has('earmark.session'),
    }).toEqual({ here: '/login?autoLaunch=0', calls: 1, stored: false });
  });

  test('in another tab shows the form here too, without a reload', async () => {
    const { ports, left, here } = openClient('/config');
    await screen.findByRole('button', { name: 'Account: root' });
    ports.storage.changeElsewhere(defineStored('earmark.session', storedSession), null);
    expect(await screen.findByRole('form', { name: 'Sign in' })).toBeTruthy();
    expect(screen.getByText('You were signed out in another tab.')).toBeTruthy();
    expect({ here: here(), left }).toEqual({ here: '/login?redirect=%2Fconfig&autoLaunch=0', left: [] });
  });
});
