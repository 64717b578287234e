import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import '../../../../src/machines/admin/authentication/authentication.machine.ts';
import '../../../../src/machines/admin/api-keys/api-keys.machine.ts';
import '../../../../src/machines/admin/backups/backups.machine.ts';
import '../../../../src/machines/admin/email/email.machine.ts';
import '../../../../src/machines/admin/logs/logs.machine.ts';
import '../../../../src/machines/admin/notifications/notifications.machine.ts';
import '../../../../src/machines/admin/settings/find-setting.machine.ts';
import '../../../../src/machines/admin/settings/general-settings.machine.ts';
import '../../../../src/views/admin/api-keys/api-keys-page.tsx';
import '../../../../src/views/admin/authentication/authentication-page.tsx';
import '../../../../src/views/admin/backups/backups-page.tsx';
import '../../../../src/views/admin/email/email-page.tsx';
import '../../../../src/views/admin/feeds/feeds-page.tsx';
import '../../../../src/views/admin/library-settings/library-list-page.tsx';
import '../../../../src/views/shared/schedule-builder.tsx';
import '../../../../src/views/admin/logs/logs-page.tsx';
import '../../../../src/views/edit/metadata-utils/hub-page.tsx';
import '../../../../src/views/edit/metadata-utils/names-page.tsx';
import '../../../../src/views/edit/metadata-utils/providers-page.tsx';
import '../../../../src/views/admin/notifications/notifications-page.tsx';
import '../../../../src/views/admin/sessions/sessions-page.tsx';
import '../../../../src/views/admin/settings/find-setting-dialog.tsx';
import '../../../../src/views/admin/settings/general-page.tsx';
import '../../../../src/views/admin/users/users-page.tsx';
import { SETTINGS } from '../../../../src/machines/admin/settings/find-setting.logic.ts';
import { listBackups } from '../../../../src/services/endpoints/backups.ts';
import { listCustomProviders, listGenres, listTags } from '../../../../src/services/endpoints/metadata-utils.ts';
import { getEmailSettings } from '../../../../src/services/endpoints/emails.ts';
import { listFeeds } from '../../../../src/services/endpoints/feeds.ts';
import { listItems } from '../../../../src/services/endpoints/libraries.ts';
import { listLibrariesWithStats } from '../../../../src/services/endpoints/library-admin.ts';
import { getNotifications } from '../../../../src/services/endpoints/notifications.ts';
import { getAuthSettings, getLog } from '../../../../src/services/endpoints/server-admin.ts';
import { listOpenSessions, listSessions } from '../../../../src/services/endpoints/sessions.ts';
import { listOnlineUsers, listUsers, listApiKeys } from '../../../../src/services/endpoints/users.ts';
import { backupsBody } from '../../../support/backup-fixtures.ts';
import { keysBody } from '../../../support/api-key-fixtures.ts';
import { openClient } from '../../../support/dom/client.tsx';
import { twoLibraries } from '../../../support/library-fixtures.ts';
import { pageBody } from '../../../support/people-fixtures.ts';
import { ADDRESSES } from '../../../support/role-table.ts';
import { sessionsBody } from '../../../support/session-fixtures.ts';
import { onlineBody } from '../../../support/users-fixtures.ts';
import { recording } from '../../../support/recordings.ts';

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
      api.answer(listLibrariesWithStats, twoLibraries);
      api.answer(listOnlineUsers, onlineBody);
      api.answer(listApiKeys, keysBody);
      api.answer(listSessions, sessionsBody);
      api.answer(listOpenSessions, { sessions: [] });
      api.answer(listTags, { tags: ['Crime'] });
      api.answer(listGenres, { genres: ['Crime'] });
      api.answer(listCustomProviders, { providers: [] });
      api.answer(listFeeds, { feeds: [] });
      api.answer(listItems, pageBody([]));
    },
  });

/** By selectors: role queries on a whole page are slow in jsdom. */
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

test.each([
  ['smtp', 'Email'],
  ['kindle', 'Email'],
  ['oidc', 'Authentication'],
  ['sso', 'Authentication'],
  ['webhook', 'Notifications'],
  ['restore', 'Backups'],
  ['cron', 'Backups'],
])('the word “%s” finds the page %s', async (word, page) => {
  const { ports } = open('/config');
  await screen.findByLabelText('Chromecast');
  ports.hotkeys.press('/');
  const { type, options } = await search();
  type(word);
  expect(options()).toContain(page);
});

test('a chosen setting opens its page by address, and gets the focus (areas 3)', async () => {
  const { ports, here } = open('/config');
  await screen.findByLabelText('Chromecast');
  ports.hotkeys.press('/');
  const { type, press } = await search();
  type('backup schedule');
  press('Enter');
  expect(here()).toBe('/config/backups?setting=automatic');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Automatic backups')));
});

test('a setting of the open page gets the focus without a new page; typed values stay', async () => {
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

test('a hidden setting leads to the switch that shows it', async () => {
  open('/config?setting=prefixes,sortingIgnorePrefix');
  const toggle = await screen.findByLabelText<HTMLInputElement>('Ignore prefixes when sorting');
  await waitFor(() => expect(toggle.closest('main')?.contains(document.activeElement)).toBe(true));
  const there = document.activeElement?.closest('[data-setting]')?.getAttribute('data-setting');
  expect(there).toBe(toggle.checked ? 'prefixes' : 'sortingIgnorePrefix');
});

test('other users have no such search, and the key finds items (ROL-009)', async () => {
  const { ports } = open('/config/stats', 'login-user');
  await bySelector('main h1');
  expect(document.querySelector('button[aria-keyshortcuts="/"]')).toBeNull();
  ports.hotkeys.press('/');
  expect(document.querySelector('[role="dialog"]')).toBeNull();
});

/** Every page of the settings, and the sign that it is loaded. */
const PAGES: readonly [page: string, path: string, shown: string][] = [
  ['config', '/config', 'Chromecast'],
  ['configLibraries', '/config/libraries', 'Add library'],
  ['configUsers', '/config/users', 'Add user'],
  ['configApiKeys', '/config/api-keys', 'Add API key'],
  ['configSessions', '/config/sessions', 'Past listening sessions'],
  ['configBackups', '/config/backups', 'Automatic backups'],
  ['configLogs', '/config/log', 'Log level'],
  ['configNotifications', '/config/notifications', 'Apprise API URL'],
  ['configEmail', '/config/email', 'Host'],
  ['configMetadataUtils', '/config/item-metadata-utils', 'Tags'],
  ['configTags', '/config/item-metadata-utils/tags', 'Find tags'],
  ['configGenres', '/config/item-metadata-utils/genres', 'Find genres'],
  ['configProviders', '/config/item-metadata-utils/custom-metadata-providers', 'Add provider'],
  ['configFeeds', '/config/rss-feeds', 'Share links'],
  ['configAuthentication', '/config/authentication', 'Issuer URL'],
];
const nameOf = (element: Element) => (element.getAttribute('aria-label') ?? element.textContent ?? '').trim();
/** Immediate actions, or choices for the list: no settings of the server. */
const NO_SETTINGS = /^(Find |Search|Select|Filter|(User|From|To)$|Rows)/;

test('the searched pages are all pages of the settings', () => {
  expect([...new Set(SETTINGS.map(({ page }) => page))]).toEqual(PAGES.map(([page]) => page));
  const addresses = ADDRESSES.filter(
    ({ needs, path }) => needs === 'manage' && path.startsWith('/config') && !path.includes('/u'),
  );
  expect(addresses.map(({ path }) => path).toSorted()).toEqual(
    PAGES.map(([, path]) => path)
      .filter((path) => !path.includes('/u'))
      .toSorted(),
  );
});

test.each(PAGES)('each setting on %s is found at its address (areas 3)', async (page, path, label) => {
  const { ports } = open(path);
  await bySelector('main h1');
  await waitFor(() => expect(document.querySelector('main')?.textContent).toContain(label));
  const main = document.querySelector('main');
  const places = [...(main?.querySelectorAll<HTMLElement>('[data-setting]') ?? [])];
  const names = places.map(({ dataset }) => dataset['setting'] ?? '');
  const entries = SETTINGS.filter((one) => one.page === page && one.id !== page);
  const keys = entries.map(({ to }) => ((to as { setting?: string }).setting ?? '').split(','));
  expect(keys.filter((some) => !some.some((key) => names.includes(key)))).toEqual([]);
  expect(names.filter((name) => !keys.flat().includes(name))).toEqual([]);
  const outside = [
    ...(main?.querySelectorAll<HTMLInputElement>('input:not([aria-hidden]), textarea, [role="switch"]') ?? []),
  ]
    .filter((control) => control.closest('[data-setting], table, [role="grid"], form[aria-label]') === null)
    .map((control) => nameOf(control.labels?.[0] ?? control));
  expect(outside.filter((name) => !NO_SETTINGS.test(name))).toEqual([]);
  const labels = places.flatMap((place) => {
    const texts = [...place.querySelectorAll('label')].map(nameOf).filter((text) => text !== '');
    return place.matches('button') ? [nameOf(place)] : texts;
  });
  ports.hotkeys.press('/');
  const { type, options } = await search();
  for (const text of labels) {
    type(text);
    expect([text, options().some((option) => option?.startsWith(text))]).toEqual([text, true]);
  }
});
