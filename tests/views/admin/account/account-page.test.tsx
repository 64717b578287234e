import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { changePassword, updateMyEreaderDevices } from '../../../../src/services/endpoints/account.ts';
import { authorize, logout } from '../../../../src/services/endpoints/auth.ts';
import '../../../../src/machines/admin/account/account.machine.ts';
import '../../../../src/machines/admin/ereader-devices/edit-device.machine.ts';
import '../../../../src/views/admin/account/account-page.tsx';
import '../../../../src/views/admin/email/device-dialog.tsx';
import '../../../../src/views/app/modals/confirm-prompt.tsx';
import { deviceBodies, ownDevice } from '../../../support/device-fixtures.ts';
import { openClient } from '../../../support/dom/client.tsx';
import { recording } from '../../../support/recordings.ts';

interface SignIn {
  readonly user: { readonly id: string; readonly permissions: object };
}

/** Opens it as a user who may have devices. */
function openAsReader() {
  const body = recording('auth/login-user').response.body as SignIn;
  const { user } = body;
  const mine = ownDevice(user.id);
  const [family] = deviceBodies;
  if (!family) throw new Error('The recording has no device');
  const client = openClient('/account', {
    account: 'login-user',
    prepare: ({ api }) =>
      api.answer(authorize, {
        ...body,
        user: { ...user, permissions: { ...user.permissions, createEreader: true } },
        ereaderDevices: [family, mine],
      }),
  });
  return { ...client, mine, family };
}
const section = async (name: string) => within(await screen.findByRole('region', { name }));
const type = (scope: ReturnType<typeof within>, label: string, value: string) =>
  fireEvent.change(scope.getByLabelText(label), { target: { value } });

test('shows the account, and links to its own pages (ACC-001, ACC-002, areas 15)', async () => {
  openClient('/account', { account: 'login-guest' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Account' })).toBeTruthy();
  const who = within(screen.getByRole('group', { name: 'Account' }));
  expect(who.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['guest', 'Guest']);
  expect(who.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Your stats', '/config/stats'],
    ['Your listening sessions', '/account/sessions'],
  ]);
  expect(screen.getByText('Guests can’t change their password. Ask an administrator.')).toBeTruthy();
  expect(screen.queryByRole('toolbar')).toBe(null);
  expect(screen.queryByRole('region', { name: 'Ereader devices' })).toBe(null);
});

test('a valid password is saved, and server errors show at their field (ACC-003 to ACC-005)', async () => {
  const { ports } = openClient('/account', { account: 'login-user' });
  const form = within(await screen.findByRole('form', { name: 'Password' }));
  const submit = () => fireEvent.click(form.getByRole('button', { name: 'Change password' }));
  submit();
  expect(form.getAllByText('Fill in this field.')).toHaveLength(2);
  expect(document.activeElement).toBe(form.getByLabelText('Current password'));
  type(form, 'Current password', 'old');
  type(form, 'New password', 'new');
  type(form, 'New password again', 'nwe');
  submit();
  expect(form.getByText('The new passwords don’t match.')).toBeTruthy();
  type(form, 'New password again', 'new');
  ports.api.refuseOnce(changePassword, { kind: 'rejected', status: 400, message: 'Invalid password' });
  submit();
  expect((await form.findByRole('alert')).textContent).toContain('Invalid password');
  expect(form.getByLabelText('Current password').getAttribute('aria-invalid')).toBe('true');
  ports.api.answer(changePassword, 'OK');
  type(form, 'Current password', 'old!');
  submit();
  expect(await screen.findByText('Your password was changed')).toBeTruthy();
  expect(form.getByLabelText<HTMLInputElement>('New password').value).toBe('');
});

test('theme is chosen, and the language, which is English unless another one is wanted (I18-001)', async () => {
  const { app } = openClient('/account');
  const looks = await section('Appearance and language');
  fireEvent.click(looks.getByLabelText('Dark'));
  await waitFor(() => expect(app.system.get('preferences').getSnapshot().context.theme).toBe('dark'));
  expect(looks.getByRole('combobox', { name: 'Language' }).textContent).toBe('Automatic');
  expect(app.system.get('locale').getSnapshot().context.language).toBe('en-us');
});

test('own devices are added, changed and removed, those of others only shown (ACC-007, areas 12.3)', async () => {
  const { ports, mine, family } = openAsReader();
  const devices = await section('Ereader devices');
  expect(await devices.findByRole('rowheader', { name: new RegExp(`^${family.name}`) })).toBeTruthy();
  expect(devices.getAllByRole('button').map((one) => one.getAttribute('aria-label') ?? one.textContent)).toEqual([
    'Add device',
    'Edit My Reader',
    'Remove My Reader',
  ]);
  fireEvent.click(devices.getByRole('button', { name: 'Add device' }));
  const modal = within(await screen.findByRole('dialog', { name: 'Add a device' }));
  fireEvent.click(modal.getByRole('button', { name: 'Save' }));
  expect([modal.getByText('Enter a name.'), modal.getByText('Enter an email address.')]).toHaveLength(2);
  type(modal, 'Name', 'my reader');
  type(modal, 'Email', 'new@example.com');
  fireEvent.click(modal.getByRole('button', { name: 'Save' }));
  expect(modal.getByText('There is already a device with this name.')).toBeTruthy();
  type(modal, 'Name', 'New');
  ports.api.answer(updateMyEreaderDevices, { ereaderDevices: [family, mine, { ...mine, name: 'New' }] });
  fireEvent.click(modal.getByRole('button', { name: 'Save' }));
  expect(await devices.findByRole('rowheader', { name: /^New/ })).toBeTruthy();
  ports.api.answer(updateMyEreaderDevices, { ereaderDevices: [family] });
  fireEvent.click(devices.getByRole('button', { name: 'Remove New' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Remove device' }));
  await waitFor(() => expect(devices.queryByRole('rowheader', { name: /^New/ })).toBe(null));
});

test('the page has a sign-out', async () => {
  const { ports, here } = openClient('/account');
  fireEvent.click(await screen.findByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(ports.api.inputsOf(logout)).toHaveLength(1));
  await waitFor(() => expect(here()).toMatch(/^\/login/));
});
