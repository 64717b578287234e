import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import '../../../../src/machines/admin/authentication/authentication.machine.ts';
import '../../../../src/views/admin/authentication/authentication-page.tsx';
import {
  discoverOpenId,
  getAuthSettings,
  updateAuthSettings,
} from '../../../../src/services/endpoints/server-admin.ts';
import { listUsers } from '../../../../src/services/endpoints/users.ts';
import { openClient } from '../../../support/dom/client.tsx';
import { recording } from '../../../support/recordings.ts';

const open = (name: string) =>
  openClient('/config/authentication', {
    prepare: ({ api }) => void api.answer(getAuthSettings, recording(`auth-settings/${name}`).response.body),
  });

test('the fields of OpenID show with it; the last way to sign in stays on (CFG-011)', async () => {
  const { ports } = open('get');
  const password = await screen.findByLabelText<HTMLInputElement>('Password');
  expect(screen.queryByLabelText('Issuer URL')).toBeNull();
  fireEvent.click(password);
  fireEvent.click(screen.getByRole('button', { name: /^Save/ }));
  expect((await screen.findByRole('alert')).textContent).toBe('Turn on at least one way to sign in');
  fireEvent.click(screen.getByLabelText('OpenID Connect'));
  expect(screen.getByText(/^Before you turn off passwords/)).toBeTruthy();
  expect(screen.getByLabelText('Issuer URL')).toBeTruthy();
  expect(ports.api.inputsOf(updateAuthSettings)).toEqual([]);
});

test('the issuer fills in the addresses; a silent provider shows an error (CFG-011, CFG-012)', async () => {
  const { ports } = open('get-openid');
  const issuer = await screen.findByLabelText<HTMLInputElement>('Issuer URL');
  const token = screen.getByLabelText<HTMLInputElement>('Token URL');
  fireEvent.change(token, { target: { value: '' } });
  ports.api.refuseOnce(discoverOpenId, {
    kind: 'rejected',
    status: 400,
    message: 'Failed to get openid configuration',
  });
  const discover = screen.getByRole('button', { name: 'Fill in from issuer' });
  fireEvent.click(discover);
  await waitFor(() => expect(issuer.getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getByRole('alert').textContent).toContain('Failed to get openid configuration');
  ports.api.answer(discoverOpenId, recording('auth/openid-config').response.body);
  fireEvent.click(discover);
  expect(await screen.findByText(/^Filled in/)).toBeTruthy();
  expect(token.value).not.toBe('');
  expect(issuer.value).not.toBe('');
  expect(screen.getByLabelText<HTMLInputElement>('Client secret').type).toBe('password');
  expect(screen.getByText(/"canDownload"/)).toBeTruthy();
});

test("the provider's algorithms are offered, and a missing value shows an error at its field", async () => {
  const { ports } = open('get-openid');
  const config = recording('auth/openid-config').response.body as object;
  ports.api.answer(discoverOpenId, {
    ...config,
    userinfo_endpoint: undefined,
    id_token_signing_alg_values_supported: ['RS256', 'ES256'],
  });
  const userinfo = await screen.findByLabelText('Userinfo URL');
  fireEvent.change(userinfo, { target: { value: '' } });
  fireEvent.click(screen.getByRole('button', { name: 'Fill in from issuer' }));
  const algorithm = await screen.findByRole('combobox', { name: 'Signing algorithm' });
  expect(algorithm.textContent).toBe('RS256');
  expect(userinfo.getAttribute('aria-invalid')).toBe('true');
  fireEvent.change(userinfo, { target: { value: 'https://id.example/me' } });
  expect(userinfo.getAttribute('aria-invalid')).toBeNull();
});

test('the redirect URLs are absolute and can be copied (areas 14)', async () => {
  const { ports } = open('get-openid');
  const web = await screen.findByLabelText<HTMLInputElement>('Redirect URL for browsers');
  expect([web.value, screen.getByLabelText<HTMLInputElement>('Redirect URL for mobile apps').value]).toEqual([
    'http://localhost/auth/openid/callback',
    'http://localhost/auth/openid/mobile-redirect',
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Copy the redirect URL for browsers' }));
  await screen.findByRole('button', { name: 'Copied' });
  expect(ports.page.shown.copied).toEqual([web.value]);
  expect(screen.queryByLabelText('Subfolder for redirect URLs')).toBeNull();
});

test('the message is edited as formatted text, without scripts, and an empty one is saved as none', async () => {
  const body = recording('auth-settings/get-openid').response.body as object;
  const authLoginCustomMessage = '<p>Hello <b>you</b><script>x()</script><img src=x onerror="x()"></p>';
  openClient('/config/authentication', {
    prepare: ({ api }) => void api.answer(getAuthSettings, { ...body, authLoginCustomMessage }),
  });
  const message = await screen.findByRole('textbox', { name: 'Message on the sign-in page' });
  expect([message.textContent, message.querySelector('strong, b')?.textContent]).toEqual(['Hello you', 'you']);
  expect(message.querySelector('script, [onerror]')).toBeNull();
  expect(screen.getByRole('toolbar', { name: 'Formatting' })).toBeTruthy();
});

test('claims are tested with the values of the form, saved or not (CFG-012, AUT-021, AUT-024)', async () => {
  const { ports } = open('get-openid');
  ports.api.answer(listUsers, recording('users/list').response.body);
  fireEvent.click(await screen.findByRole('button', { name: 'Try it out' }));
  const claims = await screen.findByLabelText('Claims');
  fireEvent.change(claims, { target: { value: 'nonsense' } });
  expect(screen.getByRole('alert').textContent).toBe('Enter a JSON object or an ID token');
  fireEvent.change(claims, {
    target: { value: JSON.stringify({ preferred_username: 'zoe', groups: ['guest', 'x'] }) },
  });
  expect(screen.getByText('Creates the account zoe and signs in')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Group claim'), { target: { value: 'groups' } });
  expect(screen.getByText('Guest')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Group claim'), { target: { value: 'roles' } });
  expect(screen.getByText('The group claim doesn’t contain admin, user or guest.')).toBeTruthy();
  expect(ports.api.inputsOf(updateAuthSettings)).toEqual([]);
});

test('permissions by a claim are listed', async () => {
  const { ports } = open('get-openid');
  ports.api.answer(listUsers, recording('users/list').response.body);
  fireEvent.click(await screen.findByRole('button', { name: 'Try it out' }));
  fireEvent.change(screen.getByLabelText('Advanced permission claim'), { target: { value: 'rights' } });
  const rights = { canDownload: true, canUpdate: true, canAccessAllLibraries: true, allowedTags: ['Crime'] };
  fireEvent.change(await screen.findByLabelText('Claims'), {
    target: { value: JSON.stringify({ sub: 'zoe', rights }) },
  });
  const facts = screen.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent]);
  expect(facts).toEqual([
    ['Email', 'None'],
    ['Account type', 'User'],
    ['Permissions', 'Download, Update'],
    ['Libraries', 'All'],
    ['Tags', 'Crime'],
  ]);
});
