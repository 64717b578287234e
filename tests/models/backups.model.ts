import { fromTransition } from 'xstate';
import { backupsMachine } from '../../src/machines/admin/backups/backups.machine.ts';
import { draftOf } from '../../src/machines/kit/schedule.logic.ts';
import type { Authorized } from '../../src/schemas/api/auth.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { backupsBody, oneBackup } from '../support/backup-fixtures.ts';
import { recording } from '../support/recordings.ts';
import { defineModel } from '../support/rig.ts';

const { serverSettings } = recording('auth/login-root').response.body as Authorized;
const { backupLocation } = backupsBody;
const data = { backups: [oneBackup], backupLocation, backupPathEnvSet: false, settings: serverSettings };
const cause = new AppException({ kind: 'server', status: 500, message: '' });
const list = { backups: { items: [oneBackup], dropped: [] } };
const removed = { backup: oneBackup, moment: 'today' };
const silent = fromTransition((state) => state, {}) as never;

export const backupsModel = defineModel({
  name: 'backups',
  machine: backupsMachine,
  starts: [
    { input: { route: { name: 'configBackups' }, entryKey: 'k', memory: null } },
    { input: { route: { name: 'configBackups', backup: '1' }, entryKey: 'k', memory: null } },
  ],
  named: { modals: null, toasts: null, router: null },
  fakes: { form: silent, path: silent, upload: silent, delivery: silent },
  events: [
    { type: 'backups.create' },
    { type: 'backups.send', file: new File(['x'], 'a.audiobookshelf') },
    { type: 'backups.send', file: new File(['x'], 'a.zip') },
    { type: 'backups.download', backup: oneBackup },
    { type: 'backups.cancel' },
    { type: 'backups.delete', backup: oneBackup, moment: 'today' },
    { type: 'backups.openRestore', backup: oneBackup },
    { type: 'backups.typeWord', text: oneBackup.id },
    { type: 'backups.typeWord', text: 'x' },
    { type: 'backups.restore' },
    { type: 'backups.closeRestore' },
    { type: 'backups.closeReport' },
    { type: 'backups.editPath' },
    { type: 'backups.closePath' },
    { type: 'backups.changeSchedule', draft: draftOf('0 * * * *') },
    { type: 'backups.progressed', share: 0.5 },
    { type: 'backups.uploaded', backups: [oneBackup], imported: null },
    {
      type: 'backups.uploaded',
      backups: [oneBackup],
      imported: { backup: oneBackup, report: ['Taken over: 2 users.'] },
    },
    { type: 'backups.delivered' },
    { type: 'backups.failed', cause },
    { type: 'data.loaded', data },
    { type: 'data.failed', cause: new AppException({ kind: 'timeout' }) },
    { type: 'data.failed', cause: new AppException({ kind: 'forbidden', message: '' }) },
    { type: 'path.saved', values: { path: '/b' }, answer: 'OK' },
    { type: 'form.saved', data: serverSettings },
    { type: 'page.retry' },
    { type: 'page.refresh', again: true },
    { type: 'server.backup.applied' },
    { type: 'removal.started', subject: removed },
    { type: 'removal.finished', subject: removed, answer: list },
    { type: 'removal.finished', subject: removed, answer: null },
    { type: 'removal.failed', subject: removed },
  ],
  ignored: [{ type: 'backups.openRestore', backup: { ...oneBackup, key: null } }],
  outputs: { create: [list], apply: ['OK'] },
  failures: { create: [cause], apply: [cause] },
  project: ({ context }) => [
    context.data !== null,
    context.subject !== null && context.word === context.subject.id,
    context.refusal?.kind,
    context.error?.kind,
  ],
  invariants: {
    'nothing is restored without its name typed': (state) =>
      !state.matches({ shown: { work: 'applying' } }) || state.context.word.trim() === state.context.subject?.id,
    'a backup is being deleted only since the removal said so': (state, { happened }) =>
      !state.matches({ shown: { work: 'deleting' } }) || happened.some(({ type }) => type === 'removal.started'),
    'a report belongs to a backup': (state) =>
      !state.matches({ shown: { work: 'reporting' } }) ||
      (state.context.subject !== null && state.context.report.length > 0),
    'shown data is loaded': (state) => !state.matches('shown') || state.context.data !== null,
  },
});
