import { fromTransition } from 'xstate';
import { logsMachine } from '../../src/machines/admin/logs/logs.machine.ts';
import type { Authorized } from '../../src/schemas/api/auth.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { recording } from '../support/recordings.ts';
import { defineModel } from '../support/rig.ts';

const account = recording('auth/login-root').response.body as Authorized;
const { serverSettings } = account;
const line = { timestamp: '2026-01-01 00:00:00.000', source: null, message: 'a', levelName: 'INFO', level: 2 };

export const logsModel = defineModel({
  name: 'logs',
  machine: logsMachine,
  starts: [{ input: { route: { name: 'configLogs' }, entryKey: 'k', memory: null } }],
  named: { toasts: null, socket: null },
  fakes: { listener: fromTransition((state) => state, {}) as never },
  events: [
    { type: 'log.search', text: 'a' },
    { type: 'log.toggleLevel', level: 3 },
    { type: 'log.setLevel', level: 1 },
    { type: 'log.pause' },
    { type: 'log.resume' },
    { type: 'log.open', line: { ...line, id: 1 } },
    { type: 'log.close' },
    { type: 'back.pressed' },
    { type: 'log.copy' },
    { type: 'log.download' },
    { type: 'data.loaded', data: { lines: [line], level: 2 } },
    { type: 'data.failed', cause: new AppException({ kind: 'timeout' }) },
    { type: 'data.failed', cause: new AppException({ kind: 'forbidden', message: '' }) },
    { type: 'data.loaded', data: { lines: [line], level: 1 } },
    { type: 'log.refreshLevel' },
    { type: 'page.retry' },
    { type: 'page.refresh', again: true },
    { type: 'server.log.written', line },
  ],
  outputs: {
    saveLevel: [{ serverSettings: { ...serverSettings, logLevel: 1 } }],
    readLevel: [1, 2].map((logLevel) => ({ ...account, serverSettings: { ...serverSettings, logLevel } })),
  },
  failures: {
    saveLevel: [new AppException({ kind: 'timeout' })],
    readLevel: [new AppException({ kind: 'timeout' })],
  },
  project: ({ context }) => [context.level, context.error?.kind],
  invariants: {
    'back is held exactly while a line is open': ({ context, children }) =>
      (children.holdBack !== undefined) === (context.openLine !== null),
    'nothing is held but while it is paused': (state) =>
      state.matches({ shown: { list: 'paused' } }) || state.context.held.length === 0,
    'it says why it shows nothing': (state) => !state.matches('failed') || state.context.error !== null,
  },
});
