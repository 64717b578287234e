import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import '../../../../src/machines/admin/notifications/notifications.machine.ts';
import '../../../../src/machines/admin/notifications/edit-notification.machine.ts';
import '../../../../src/views/admin/notifications/notifications-page.tsx';
import '../../../../src/views/admin/notifications/edit-notification-dialog.tsx';
import { createNotification, getNotifications } from '../../../../src/services/endpoints/notifications.ts';
import { openClient } from '../../../support/dom/client.tsx';
import { recording } from '../../../support/recordings.ts';

const body = recording('notifications/get').response.body as { settings: { notifications: object[] } };
const open = (change: object = {}) =>
  openClient('/config/notifications', {
    prepare: ({ api }) => void api.answer(getNotifications, { ...body, settings: { ...body.settings, ...change } }),
  });
const list = async () => within(await screen.findByRole('region', { name: 'Your notifications' }));

test('without an address nothing can be sent; a disabled one can be turned on (CFG-040)', async () => {
  const [first] = body.settings.notifications;
  const off = { ...first, id: 'off', enabled: false, lastAttemptFailed: true, numConsecutiveFailedAttempts: 5 };
  open({ appriseApiUrl: null, notifications: [{ ...first, enabled: true, eventName: 'onTest' }, off] });
  const section = await list();
  const fire = section.getByRole('button', { name: /^Fire and fail/ });
  expect(fire.getAttribute('aria-disabled')).toBe('true');
  expect(section.getByText('The last 5 attempts failed')).toBeTruthy();
  expect(section.getByRole('button', { name: /^Turn on/ }).getAttribute('aria-disabled')).toBeNull();
});

test('a variable is inserted at the caret, the preview follows, and the notification is saved (CFG-036)', async () => {
  const { ports } = open({ notifications: [] });
  const section = await list();
  fireEvent.click(section.getByRole('button', { name: 'Add notification' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a notification' }));
  const title = dialog.getByLabelText<HTMLInputElement>('Title');
  fireEvent.change(title, { target: { value: 'A  server' } });
  title.focus();
  title.setSelectionRange(2, 2);
  fireEvent.click(dialog.getByRole('button', { name: '{{version}}' }));
  expect(title.value).toBe('A {{version}} server');
  expect(within(dialog.getByRole('region', { name: 'Preview' })).getByText('A v2.26.0 server')).toBeTruthy();
  const save = dialog.getByRole('button', { name: 'Save' });
  fireEvent.click(save);
  expect((await dialog.findByRole('alert')).textContent).toBe('Enter at least one Apprise URL');
  fireEvent.change(dialog.getByLabelText('Apprise URLs'), { target: { value: 'json://a.example' } });
  ports.api.answer(createNotification, body.settings);
  fireEvent.click(save);
  expect(await section.findAllByRole('button', { name: /^Edit / })).toHaveLength(body.settings.notifications.length);
  expect(ports.api.inputsOf(createNotification)).toMatchObject([
    { urls: ['json://a.example'], titleTemplate: 'A {{version}} server' },
  ]);
});

test('without notifications the page explains them', async () => {
  open({ notifications: [] });
  const section = await list();
  expect(section.getByText(/^No notifications yet/)).toBeTruthy();
});
