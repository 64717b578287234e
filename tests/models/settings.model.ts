import { generalSettingsMachine } from '../../src/machines/settings/general-settings.machine.ts';
import { isOffered } from '../../src/machines/settings/settings-table.logic.ts';
import { authorized } from '../../src/schemas/api/auth.ts';
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
  ],
  ignored: [
    { type: 'settings.change', change: { dateFormat: 'ww' } },
    { type: 'settings.change', change: { backupsToKeep: 3 } },
  ],
  outputs: { save: [saved] },
  failures: { save: [new AppException({ kind: 'rejected', status: 400, message: 'No' })] },
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
