import { fromTransition } from 'xstate';
import { generalSettingsMachine } from '../../src/machines/admin/settings/general-settings.machine.ts';
import { KNOWN_PROVIDERS } from '../../src/machines/admin/library-settings/all-providers.actor.ts';
import { prefixValues, type PrefixValues } from '../../src/machines/admin/settings/prefixes.logic.ts';
import { purgeMachine } from '../../src/machines/admin/settings/purge.machine.ts';
import { isOffered } from '../../src/machines/admin/settings/settings-table.logic.ts';
import { authorized } from '../../src/schemas/api/auth.ts';
import { findSettingMachine } from '../../src/machines/admin/settings/find-setting.machine.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { z } from '../../src/schemas/zod.ts';
import { recording } from '../support/recordings.ts';
import { defineModel } from '../support/rig.ts';

const root = z.parse(authorized, recording('auth/login-root').response.body);
const saved = { serverSettings: { ...root.serverSettings, chromecastEnabled: true } };

export const generalSettingsModel = defineModel({
  name: 'general settings',
  machine: generalSettingsMachine,
  starts: [{ input: { route: { name: 'config' }, entryKey: 'k', memory: null } }],
  events: [
    { type: 'page.retry' },
    { type: 'settings.change', change: { chromecastEnabled: true } },
    { type: 'settings.change', change: { dateFormat: 'dd.MM.yyyy' } },
    { type: 'data.loaded', data: root },
    { type: 'data.failed', cause: new AppException({ kind: 'timeout' }) },
    { type: 'data.failed', cause: new AppException({ kind: 'forbidden', message: '' }) },
    { type: 'page.refresh', again: true },
    { type: 'server.customProvider.added', provider: { id: 'x', name: 'Mine', slug: 'custom-x' } },
    { type: 'server.customProvider.removed', provider: { id: 'x', name: 'Mine', slug: 'custom-x' } },
    { type: 'settings.purge', cache: 'all' },
    {
      type: 'prefixes.saved',
      values: prefixValues(['a']),
      answer: { rowsUpdated: 1, serverSettings: root.serverSettings },
    },
  ],
  ignored: [
    { type: 'settings.change', change: { dateFormat: 'ww' } },
    { type: 'settings.change', change: { backupsToKeep: 3 } },
  ],
  named: { toasts: null },
  fakes: {
    prefixes: fromTransition(
      (state) => state,
      ({ input }: { input: { values: PrefixValues } }) => input,
    ) as never,
  },
  outputs: { save: [saved], findProviders: [KNOWN_PROVIDERS] },
  failures: {
    save: [new AppException({ kind: 'rejected', status: 400, message: 'No' })],
    findProviders: [new AppException({ kind: 'timeout' })],
  },
  project: ({ context }) => [
    context.stored !== null,
    JSON.stringify(context.sent),
    JSON.stringify(context.waiting),
    context.refused !== null,
    context.error?.kind,
  ],
  invariants: {
    'it shows settings only when it has some': (state) => !state.matches('shown') || state.context.stored !== null,
    'something is on its way exactly while it saves': (state) =>
      Object.keys(state.context.sent).length > 0 === state.matches({ shown: 'saving' }),
    'nothing waits at rest': (state) =>
      state.matches({ shown: 'saving' }) || Object.keys(state.context.waiting).length === 0,
    'nothing is sent that no control offers': ({ context }) => isOffered(context.sent) && isOffered(context.waiting),
    'it says why it has none': (state) => !state.matches('failed') || state.context.error !== null,
  },
});

const answered = (accepted: boolean) =>
  ({ type: 'modal.closed', modal: 'confirm', tag: 'purge', output: { accepted, checked: false } }) as const;

export const purgeModel = defineModel({
  name: 'purge',
  machine: purgeMachine,
  starts: [{ input: undefined }],
  named: { modals: null, toasts: null },
  events: [
    { type: 'cache.purge', cache: 'all' },
    { type: 'cache.purge', cache: 'items' },
    answered(true),
    answered(false),
  ],
  outputs: { purge: ['OK'] },
  failures: { purge: [new AppException({ kind: 'timeout' })] },
  project: ({ context }) => context.cache,
  invariants: {
    'nothing is purged that a person has not said so of': (state, { happened }) =>
      !state.matches('purging') || JSON.stringify(happened).includes('"accepted":true'),
    'a cache is chosen before it asks': (state, { happened }) =>
      state.matches('resting') || happened.some(({ type }) => type === 'cache.purge'),
  },
});

const toBackups = { name: 'configBackups', setting: 'automatic' } as const;

export const findSettingModel = defineModel({
  name: 'find setting',
  machine: findSettingMachine,
  starts: [{ input: { page: 'configBackups' } }],
  named: { router: null },
  events: [
    { type: 'findSetting.type', text: 'backup' },
    { type: 'findSetting.move', step: 1, count: 2 },
    { type: 'findSetting.move', step: -1, count: 2 },
    { type: 'findSetting.select', index: 1 },
    { type: 'findSetting.choose', to: toBackups },
    { type: 'findSetting.choose', to: { name: 'configUsers' } },
    { type: 'findSetting.close' },
  ],
  project: ({ context }) => [context.query, context.active],
  invariants: {
    'the active one is among those that are found': (state) => [0, 1].includes(state.context.active),
    'it is open until a setting of this page is chosen, or it is closed': (state, { happened }) =>
      state.matches('closed') ===
      happened.some((event) => /findSetting.close|configBackups/.test(JSON.stringify(event))),
  },
});
