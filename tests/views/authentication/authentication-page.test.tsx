import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import '../../../src/machines/authentication/authentication.machine.ts';
import '../../../src/views/authentication/authentication-page.tsx';
import { discoverOpenId, getAuthSettings, updateAuthSettings } from '../../../src/services/endpoints/server-admin.ts';
import { openClient } from '../../support/dom/client.tsx';
import { recording } from '../../support/recordings.ts';

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

test('the addresses are filled in from the issuer; a provider that is silent is told (CFG-011, CFG-012)', async () => {
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
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to get openid configuration');
  ports.api.answer(discoverOpenId, recording('auth/openid-config').response.body);
  fireEvent.click(discover);
  expect(await screen.findByText(/^Filled in/)).toBeTruthy();
  expect(token.value).not.toBe('');
  expect(issuer.value).not.toBe('');
  expect(screen.getByLabelText<HTMLInputElement>('Client secret').type).toBe('password');
  expect(screen.getByText(/"canDownload"/)).toBeTruthy();
});
