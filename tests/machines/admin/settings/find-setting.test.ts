import { expect, test } from 'vitest';
import {
  findSettings,
  SETTINGS,
  settingsOf,
  stepTo,
} from '../../../../src/machines/admin/settings/find-setting.logic.ts';
import { findSettingMachine } from '../../../../src/machines/admin/settings/find-setting.machine.ts';
import { hrefTo, parseRoute } from '../../../../src/machines/kit/router/routes.ts';
import { createHost } from '../../../support/host.ts';

const TEXTS: Readonly<Record<string, string>> = {
  'pages.configBackups': 'Backups',
  'pages.config': 'Settings',
  'backupsPage.label.automatic': 'Automatic backups',
  'backupsPage.help.automatic': 'The server creates a backup on a schedule.',
  'backupsPage.create': 'Create backup',
  'settings.label.dateFormat': 'Date format',
};
const find = (text: string) => findSettings(SETTINGS, text, (key) => TEXTS[key] ?? null).map(({ id }) => id);

test('a setting is found by words of its name, its help and its page, those by name first (areas 3)', () => {
  expect(find('backup schedule')).toEqual(['configBackups.automatic']);
  expect(find(' FORMAT date ')).toEqual(['config.dateFormat']);
  expect(find('backups').slice(0, 2)).toEqual(['configBackups', 'configBackups.automatic']);
  expect(find('create backup')).toEqual(['configBackups.create', 'configBackups.automatic']);
  expect(find('nothing like it')).toEqual([]);
});

test('words are split at any space, in one text or in several; a missing text matches nothing', () => {
  expect(find('create \t  backup')).toEqual(find('create backup'));
  expect(find('page backups'), 'a page is no word of it').toEqual([]);
  expect(find('pages.config'), 'a key is no text').toEqual([]);
  expect(find('settings date')).toEqual(['config.dateFormat']);
  expect(find('backupsthe'), 'texts do not run together').toEqual([]);
});

test('a hidden one leads to the switch that shows it', () => {
  const settingOf = (id: string) => {
    const found = SETTINGS.find((one) => one.id === id);
    return found && 'setting' in found.to ? found.to.setting : null;
  };
  expect(
    ['config.scannerCoverProvider', 'config.dateFormat', 'config.prefixes', 'config.purgeAll'].map(settingOf),
  ).toEqual(['scannerCoverProvider,scannerFindCovers', 'dateFormat', 'prefixes,sortingIgnorePrefix', 'purgeAll']);
  const moreOf = (id: string) => SETTINGS.find((one) => one.id === id)?.more;
  expect([moreOf('config.purgeAll'), moreOf('configUsers.add'), moreOf('configUsers')]).toEqual([
    ['settings.purgeAllHelp'],
    [],
    ['findSetting.also.configUsers'],
  ]);
});

test('nothing typed: the pages', () => {
  expect(find(' ').every((id) => !id.includes('.'))).toBe(true);
  expect(find('').slice(0, 2)).toEqual(['config', 'configLibraries']);
});

test('only administrators find the settings of the server (ROL-001)', () => {
  const count = (type: 'root' | 'admin' | 'user' | 'guest') => settingsOf({ type }).length;
  expect([count('root'), count('admin')]).toEqual([SETTINGS.length, SETTINGS.length]);
  expect([count('user'), count('guest'), settingsOf(null).length]).toEqual([0, 0, 0]);
});

test('each has an id of its own, and an address that leads back to it', () => {
  expect(new Set(SETTINGS.map(({ id }) => id)).size).toBe(SETTINGS.length);
  for (const { to } of SETTINGS) {
    const [path = '', query = ''] = hrefTo(to).split('?');
    expect(parseRoute(path, query)).toEqual(to);
  }
});

test('steps go round', () => {
  expect([stepTo(0, 1, 3), stepTo(2, 1, 3), stepTo(0, -1, 3), stepTo(7, 1, 3), stepTo(0, 1, 0)]).toEqual([
    1, 0, 2, 0, -1,
  ]);
});

test.each([
  ['config', false, 'active'],
  ['configBackups', true, 'done'],
] as const)('from %s it goes to a setting of the backups; without another page there: %s', (name, replace, status) => {
  const { subject, receivedBy } = createHost(findSettingMachine, { input: { page: name }, named: { router: null } });
  subject.send({ type: 'findSetting.type', text: 'schedule' });
  const to = { name: 'configBackups', setting: 'automatic' } as const;
  subject.send({ type: 'findSetting.choose', to });
  expect([subject.getSnapshot().status, receivedBy('router')]).toEqual([status, [{ type: 'router.go', to, replace }]]);
});

test('the chosen one is the first match, then the one moved or pointed to', () => {
  const { subject, receivedBy } = createHost(findSettingMachine, {
    input: { page: 'config' },
    named: { router: null },
  });
  const at = () => [subject.getSnapshot().context.query, subject.getSnapshot().context.active];
  subject.send({ type: 'findSetting.type', text: 'date' });
  subject.send({ type: 'findSetting.move', step: -1, count: 4 });
  expect(at()).toEqual(['date', 3]);
  subject.send({ type: 'findSetting.select', index: 2 });
  expect(at()).toEqual(['date', 2]);
  subject.send({ type: 'findSetting.type', text: 'dates' });
  expect(at()).toEqual(['dates', 0]);
  subject.send({ type: 'findSetting.close' });
  expect(subject.getSnapshot()).toMatchObject({ status: 'done', output: 'closed' });
  expect(receivedBy('router')).toEqual([]);
});
