import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import '../../../../src/machines/admin/email/email.machine.ts';
import '../../../../src/views/admin/email/email-page.tsx';
import {
  getEmailSettings,
  sendTestEmail,
  updateEmailSettings,
  updateEreaderDevices,
} from '../../../../src/services/endpoints/emails.ts';
import { listUsers } from '../../../../src/services/endpoints/users.ts';
import { openClient } from '../../../support/dom/client.tsx';
import { recording } from '../../../support/recordings.ts';

const body = recording('emails/settings').response.body as { settings: object };
const open = () =>
  openClient('/config/email', {
    prepare: ({ api }) => {
      api.answer(getEmailSettings, body);
      api.answer(listUsers, recording('users/list').response.body);
    },
  });
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

test('a field is changed, validated, saved and undone (CFG-041)', async () => {
  const { ports } = open();
  await screen.findByRole('heading', { level: 1, name: 'Email' });
  expect((await screen.findByLabelText<HTMLInputElement>('Host')).value).toBe('127.0.0.1');
  const save = screen.getByRole('button', { name: /^Save/ });
  expect(save.getAttribute('aria-disabled')).toBe('true');
  type('From', 'nobody');
  fireEvent.click(save);
  expect((await screen.findByRole('alert')).textContent).toBe('Enter a valid email address');
  expect(document.activeElement).toBe(screen.getByLabelText('From'));
  fireEvent.click(screen.getByRole('button', { name: 'Reset' }));
  expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe('abs@example.com');
  type('Host', 'mail.example.com');
  ports.api.answer(updateEmailSettings, { settings: { ...body.settings, host: 'mail.example.com' } });
  fireEvent.click(save);
  expect(await screen.findByText('Saved')).toBeTruthy();
  expect(ports.api.inputsOf(updateEmailSettings)).toEqual([{ host: 'mail.example.com' }]);
});

test('a host that is a URL shows an error at its field', async () => {
  open();
  await screen.findByLabelText('Host');
  type('Host', 'http://mail host');
  fireEvent.click(screen.getByRole('button', { name: /^Save/ }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Enter only a host name or IP address, like smtp.example.com',
  );
});

test("another user's change shows under its field: theirs or mine", async () => {
  const { ports } = open();
  await screen.findByLabelText('Host');
  type('Host', 'mine');
  ports.api.answer(getEmailSettings, { settings: { ...body.settings, host: 'theirs' } });
  fireEvent.click(screen.getByRole('button', { name: /^Save/ }));
  expect(await screen.findByText('Changed by someone else: theirs')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Use theirs: Host' }));
  expect(screen.getByLabelText<HTMLInputElement>('Host').value).toBe('theirs');
  expect(ports.api.inputsOf(updateEmailSettings)).toEqual([]);
});

test('a test needs saved settings, and shows the server’s result (CFG-041)', async () => {
  const { ports } = open();
  const section = within(await screen.findByRole('region', { name: 'Test' }));
  const send = section.getByRole('button', { name: /^Send test email/ });
  type('Host', 'x');
  expect(section.getByText('Save your changes first')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Reset' }));
  ports.api.refuseOnce(sendTestEmail, {
    kind: 'rejected',
    status: 400,
    message: 'Failed to verify SMTP connection configuration',
  });
  fireEvent.click(send);
  expect((await section.findByRole('alert')).textContent).toContain('Failed to verify SMTP connection');
  ports.api.answer(sendTestEmail, 'OK');
  fireEvent.click(send);
  expect(await section.findByText('Test email sent to test@example.com')).toBeTruthy();
});

test('the password shows only on request', async () => {
  open();
  const field = await screen.findByLabelText<HTMLInputElement>('Password');
  expect(field.type).toBe('password');
  fireEvent.click(screen.getByRole('button', { name: 'Show Password' }));
  expect(field.type).toBe('text');
});

test('leaving with unsaved changes asks for confirmation', async () => {
  const { here } = open();
  await screen.findByLabelText('Host');
  type('Host', 'x');
  fireEvent.click(within(screen.getByRole('navigation', { name: 'Settings' })).getByText('Your stats'));
  expect(await screen.findByText('Leave without saving? Your changes will be lost.')).toBeTruthy();
  expect(here()).toBe('/config/email');
});

test('ereader devices for all users are added here (CFG-042, CFG-043, CFG-045)', async () => {
  const { ports } = open();
  const section = within(await screen.findByRole('region', { name: 'Ereader devices' }));
  fireEvent.click(await section.findByRole('button', { name: 'Add device' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'Kindle' } });
  fireEvent.change(dialog.getByLabelText('Email'), { target: { value: 'kindle@example.com' } });
  const devices = [{ name: 'Kindle', email: 'kindle@example.com', availabilityOption: 'adminOrUp', users: [] }];
  ports.api.answer(updateEreaderDevices, { ereaderDevices: devices });
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  const name = await section.findByRole('rowheader');
  expect(name.textContent).toBe('Kindlekindle@example.comAdministrators');
  expect(ports.api.inputsOf(updateEreaderDevices)).toEqual([{ ereaderDevices: devices }]);
});
