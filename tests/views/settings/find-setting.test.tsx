import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import '../../../src/machines/authentication/authentication.machine.ts';
import '../../../src/machines/backups/backups.machine.ts';
import '../../../src/machines/email/email.machine.ts';
import '../../../src/machines/logs/logs.machine.ts';
import '../../../src/machines/notifications/notifications.machine.ts';
import '../../../src/machines/settings/find-setting.machine.ts';
import '../../../src/machines/settings/general-settings.machine.ts';
import '../../../src/views/authentication/authentication-page.tsx';
import '../../../src/views/backups/backups-page.tsx';
import '../../../src/views/email/email-page.tsx';
import '../../../src/views/library/schedule-builder.tsx';
import '../../../src/views/logs/logs-page.tsx';
import '../../../src/views/notifications/notifications-page.tsx';
import '../../../src/views/settings/find-setting-dialog.tsx';
import '../../../src/views/settings/general-page.tsx';
import { SETTINGS } from '../../../src/machines/settings/find-setting.logic.ts';
import { listBackups } from '../../../src/services/endpoints/backups.ts';
import { getEmailSettings } from '../../../src/services/endpoints/emails.ts';
import { getNotifications } from '../../../src/services/endpoints/notifications.ts';
import { getAuthSettings, getLog } from '../../../src/services/endpoints/server-admin.ts';
import { listUsers } from '../../../src/services/endpoints/users.ts';
import { backupsBody } from '../../support/backup-fixtures.ts';
import { openClient } from '../../support/dom/client.tsx';
import { recording } from '../../support/recordings.ts';

const open = (path: string, account = 'login-root') =>
  openClient(path, {
    account,
    prepare: ({ api }) => {
      api.answer(listBackups, backupsBody);
      api.answer(getEmailSettings, recording('emails/settings').response.body);
      api.answer(getNotifications, recording('notifications/get').response.body);
      api.answer(getAuthSettings, recording('auth-settings/get-openid').response.body);
      api.answer(listUsers, recording('users/list').response.body);
      api.answer(getLog, { currentDailyLogs: [] });
    },
  });

/** By selectors: to ask a whole page for roles takes long in jsdom. */
const bySelector = <Found extends HTMLElement>(selector: string) =>
  waitFor(() => {
    const found = document.querySelector<Found>(selector);
    if (!found) throw new Error(`${selector} is not there`);
    return found;
  });

/** The dialog, by its field. */
async function search() {
  const field = await bySelector<HTMLInputElement>('[role="dialog"] input[role="combobox"]');
  const options = () => [...document.querySelectorAll('[role="listbox"] [role="option"]')];
  return {
    field,
    options: () => options().map(({ textContent }) => textContent),
    active: () => options().find((option) => option.id === field.getAttribute('aria-activedescendant'))?.textContent,
    type: (value: string) => fireEvent.change(field, { target: { value } }),
    press: (key: string) => fireEvent.keyDown(field, { key }),
  };
}

test('the key / finds a setting by keyboard, with arrow keys and words (areas 3)', async () => {
  const { ports, here } = open('/config');
  await screen.findByLabelText('Chromecast');
  expect(ports.hotkeys.press('/')).toBe(true);
  const { field, type, press, options, active } = await search();
  expect([field.getAttribute('aria-label'), options()[0], active()]).toEqual([
    'Setting or page',
    'Settings',
    'Settings',
  ]);
  type('backup schedule');
  expect(options()).toEqual(['Automatic backupsBackups']);
  type('format');
  press('ArrowDown');
  expect(active()).toBe('Time formatSettings');
  type('nothing like it');
  expect([options(), screen.getByText('No settings match “nothing like it”').getAttribute('role')]).toEqual([
    [],
    'status',
  ]);
  press('Enter');
  expect(here()).toBe('/config');
});

test('what is chosen is gone to by its page and address, and gets the focus (areas 3)', async () => {
  const { ports, here } = open('/config');
  await screen.findByLabelText('Chromecast');
  ports.hotkeys.press('/');
  const { type, press } = await search();
  type('backup schedule');
  press('Enter');
  expect(here()).toBe('/config/backups?setting=automatic');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Automatic backups')));
});

test('a setting of the open page gets the focus without a new page; what was typed there stays', async () => {
  const { ports, here } = open('/config/email');
  const host = await screen.findByLabelText<HTMLInputElement>('Host');
  fireEvent.change(host, { target: { value: 'typed.example.com' } });
  ports.hotkeys.press('/');
  const { type, press } = await search();
  type('send tests to');
  press('Enter');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Send tests to')));
  expect([here(), screen.getByLabelText<HTMLInputElement>('Host').value]).toEqual([
    '/config/email?setting=testAddress',
    'typed.example.com',
  ]);
});

test('what is hidden is gone to by the switch that shows it', async () => {
  open('/config?setting=prefixes,sortingIgnorePrefix');
  const toggle = await screen.findByLabelText<HTMLInputElement>('Ignore prefixes when sorting');
  await waitFor(() => expect(toggle.closest('main')?.contains(document.activeElement)).toBe(true));
  const there = document.activeElement?.closest('[data-setting]')?.getAttribute('data-setting');
  expect(there).toBe(toggle.checked ? 'prefixes' : 'sortingIgnorePrefix');
});

test('who is no administrator has no such search, and the key finds items (ROL-009)', async () => {
  const { ports } = open('/config/stats', 'login-user');
  await bySelector('main h1');
  expect(document.querySelector('button[aria-keyshortcuts="/"]')).toBeNull();
  ports.hotkeys.press('/');
  expect(document.querySelector('[role="dialog"]')).toBeNull();
});

test.each([
  ['config', '/config', 'Chromecast'],
  ['configBackups', '/config/backups', 'Automatic backups'],
  ['configEmail', '/config/email', 'Host'],
  ['configNotifications', '/config/notifications', 'Apprise API URL'],
  ['configAuthentication', '/config/authentication', 'Issuer URL'],
  ['configLogs', '/config/log', 'The server logs from'],
])('each setting on %s is found, and is where its address says (areas 3)', async (page, path, label) => {
  const { ports } = open(path);
  await screen.findByLabelText(label);
  const main = document.querySelector('main');
  const labelsOf = (selector: string) =>
    [...(main?.querySelectorAll(selector) ?? [])].map((element) => element.textContent?.trim() ?? '');
  const labels = labelsOf('[data-setting] label').filter((text) => text !== '');
  const names = [...(main?.querySelectorAll<HTMLElement>('[data-setting]') ?? [])].map(
    ({ dataset }) => dataset['setting'],
  );
  const entries = SETTINGS.filter((one) => one.page === page && one.id !== page);
  for (const { to } of entries) {
    const { setting = '' } = to as { setting?: string };
    expect(names.some((name) => name !== undefined && setting.split(',').includes(name))).toBe(true);
  }
  ports.hotkeys.press('/');
  const { type, options } = await search();
  for (const text of labels) {
    type(text);
    expect([text, options().some((option) => option?.startsWith(text))]).toEqual([text, true]);
  }
});
