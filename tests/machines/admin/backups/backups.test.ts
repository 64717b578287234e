import { describe, expect, test, vi } from 'vitest';
import {
  backupChange,
  backupValuesOf,
  isBackupFile,
  isRestorable,
  scheduleOf,
} from '../../../../src/machines/admin/backups/backups.logic.ts';
import { backupsMachine } from '../../../../src/machines/admin/backups/backups.machine.ts';
import {
  selectBackupForm,
  selectBackups,
  selectBackupWork,
  selectImportReport,
  selectIsRestoring,
  selectPathForm,
  selectRefusedRestore,
  selectTransfer,
} from '../../../../src/machines/admin/backups/backups.selectors.ts';
import { draftOf } from '../../../../src/machines/kit/schedule.logic.ts';
import { AppException } from '../../../../src/schemas/app-error.ts';
import type { Authorized } from '../../../../src/schemas/api/auth.ts';
import type { ServerSettings } from '../../../../src/schemas/api/server-settings.ts';
import { authorize } from '../../../../src/services/endpoints/auth.ts';
import {
  applyBackup,
  createBackup,
  deleteBackup,
  listBackups,
  updateBackupPath,
} from '../../../../src/services/endpoints/backups.ts';
import { updateServerSettings } from '../../../../src/services/endpoints/server-admin.ts';
import { backupsBody, oneBackup } from '../../../support/backup-fixtures.ts';
import type { FakePorts } from '../../../support/fakes/ports.ts';
import { createHost } from '../../../support/host.ts';
import { recording } from '../../../support/recordings.ts';
import { answerRemoval } from '../../../support/removal.ts';

const account = recording('auth/login-root').response.body as Authorized;
const settings = account.serverSettings;

function start({ backup, ports }: { backup?: string; ports?: FakePorts } = {}, body: object = backupsBody) {
  const host = createHost(backupsMachine, {
    input: { route: { name: 'configBackups', ...(backup ? { backup } : {}) }, entryKey: 'k', memory: null },
    named: { modals: null, toasts: null, router: null },
    ...(ports ? { ports } : {}),
  });
  const { api } = host.ports;
  api.answer(listBackups, body);
  api.answer(authorize, account);
  const { subject } = host;
  const reported = () =>
    host.receivedBy('toasts').map((event) => (event as { message?: { key?: string } }).message?.key);
  const work = () => selectBackupWork(subject.getSnapshot());
  const ids = () => selectBackups(subject.getSnapshot())?.backups.map(({ id }) => id);
  return { ...host, subject, api, reported, work, ids };
}

async function open(...given: Parameters<typeof start>) {
  const page = start(...given);
  await vi.waitFor(() => expect(page.subject.getSnapshot().matches('shown')).toBe(true));
  return page;
}

const other = { ...backupsBody.backups[0], id: 'newer', createdAt: oneBackup.createdAt + 1000 };

test('lists the backups, newest first (CFG-013, CFG-019)', async () => {
  const { ids } = await open({}, { ...backupsBody, backups: [backupsBody.backups[0], other] });
  expect(ids()).toEqual(['newer', oneBackup.id]);
});

test('a backup is made, one thing at a time, and listed; a failure is reported', async () => {
  const { subject, api, reported, work, ids } = await open();
  const answer = api.defer(createBackup);
  subject.send({ type: 'backups.create' });
  subject.send({ type: 'backups.download', backup: oneBackup });
  expect(work()).toBe('creating');
  answer.resolve({ backups: [backupsBody.backups[0], other] });
  await vi.waitFor(() => expect(work()).toBe(null));
  expect([ids()?.[0], reported()]).toEqual(['newer', ['backups.created']]);
  api.refuse(createBackup, { kind: 'server', status: 500, message: '' });
  subject.send({ type: 'backups.create' });
  await vi.waitFor(() => expect(reported()).toEqual(['backups.created', 'backups.createFailed']));
  expect([work(), ids()?.[0]]).toEqual([null, 'newer']);
});

test('a list that was read before a backup was made does not hide it', async () => {
  const { subject, api, work, ids } = await open();
  const older = api.defer(listBackups);
  subject.send({ type: 'page.refresh', again: false });
  api.answer(createBackup, { backups: [backupsBody.backups[0], other] });
  subject.send({ type: 'backups.create' });
  await vi.waitFor(() => expect(work()).toBe(null));
  api.answer(listBackups, { ...backupsBody, backups: [backupsBody.backups[0], other] });
  older.resolve(backupsBody);
  await vi.waitFor(() => expect(api.inputsOf(listBackups)).toHaveLength(3));
  expect(ids()).toEqual(['newer', oneBackup.id]);
});

test('a file is uploaded with its progress, or cancelled; other files are refused', async () => {
  const { subject, api, ports, reported, work, ids } = await open();
  subject.send({ type: 'backups.send', file: new File(['x'], 'book.mp3') });
  expect([reported(), work()]).toEqual([['backups.noBackupFile'], null]);
  const file = new File(['x'], 'a.audiobookshelf');
  subject.send({ type: 'backups.send', file });
  await vi.waitFor(() => expect(ports.files.sent).toEqual([{ name: 'uploads.backup', input: { file } }]));
  ports.files.progress({ sentBytes: 1, totalBytes: 4 });
  expect(selectTransfer(subject.getSnapshot())).toBe(0.25);
  subject.send({ type: 'backups.cancel' });
  expect([work(), ports.files.aborted]).toEqual([null, ['uploads.backup']]);
  subject.send({ type: 'backups.send', file });
  api.answer(listBackups, { ...backupsBody, backups: [{ ...backupsBody.backups[0], id: 'sent' }] });
  ports.files.answer({ backups: { items: [{ ...oneBackup, id: 'sent' }], dropped: [] } });
  await vi.waitFor(() => expect(ids()).toEqual(['sent']));
  expect(reported().at(-1)).toBe('backups.uploaded');
});

test('a backup that the server made of one of another server is reported, and restored from there or later', async () => {
  const { subject, api, ports, reported, work, ids } = await open();
  api.answer(listBackups, { ...backupsBody, backups: [{ ...backupsBody.backups[0], id: 'made' }] });
  const report = ['Taken over: 2 users.', 'Left out: 1 covers (Daily).'];
  const send = async (imported: object) => {
    subject.send({ type: 'backups.send', file: new File(['x'], 'a.audiobookshelf') });
    ports.files.answer({ backups: { items: [{ ...oneBackup, id: 'made' }], dropped: [] }, imported });
    await vi.waitFor(() => expect(work()).toBe(null));
  };
  const shown = () => selectImportReport(subject.getSnapshot());
  await send({ id: 'made', report });
  expect([shown(), ids(), reported()]).toEqual([report, ['made'], []]);
  subject.send({ type: 'backups.create' });
  expect(work(), 'one thing at a time').toBe(null);
  subject.send({ type: 'backups.closeReport' });
  expect([shown(), selectIsRestoring(subject.getSnapshot())]).toEqual([null, false]);
  await send({ id: 'made', report });
  subject.send({ type: 'backups.openRestore', backup: { ...oneBackup, id: 'made' } });
  expect([shown(), selectIsRestoring(subject.getSnapshot())]).toEqual([null, true]);
  subject.send({ type: 'backups.closeRestore' });
  await send({ id: 'gone', report });
  expect([shown(), reported()], 'one that is not in the list cannot be restored').toEqual([null, ['backups.uploaded']]);
});

test('a backup is downloaded without a token in its address', async () => {
  const { subject, ports, work, api, reported } = await open();
  subject.send({ type: 'backups.download', backup: oneBackup });
  await vi.waitFor(() => expect(work()).toBe(null));
  expect([reported(), api.inputsOf(createBackup)]).toEqual([[], []]);
  expect(ports.files.fetched).toEqual([{ itemId: 'backup', ino: oneBackup.id }]);
  expect([ports.page.shown.named, ports.page.shown.downloaded[0]?.includes('token')]).toEqual([
    [oneBackup.filename],
    false,
  ]);
});

test('a backup is deleted after a question only', async () => {
  const { subject, api, reported, ids } = await open();
  api.answer(deleteBackup, { backups: [] });
  const event = { type: 'backups.delete', backup: oneBackup, moment: 'today' } as const;
  subject.send(event);
  answerRemoval(subject, false);
  expect(api.inputsOf(deleteBackup)).toEqual([]);
  subject.send(event);
  answerRemoval(subject, true);
  await vi.waitFor(() => expect(reported()).toEqual(['backups.deleted']));
  expect([api.inputsOf(deleteBackup), ids()]).toEqual([[{ id: oneBackup.id }], []]);
  expect(subject.getSnapshot().can(event)).toBe(true);
});

describe('what fails', () => {
  const refusal = { kind: 'server', status: 500, message: 'broken' } as const;
  const file = new File(['x'], 'a.audiobookshelf');
  const failure = (key: string) => [
    { type: 'toasts.show', id: 'backups', kind: 'error', message: { key }, error: refusal },
  ];

  test('of an upload is reported, and the next one can start', async () => {
    const { subject, ports, work, receivedBy } = await open();
    subject.send({ type: 'backups.send', file });
    expect(work()).toBe('uploading');
    ports.files.refuse(refusal);
    await vi.waitFor(() => expect(receivedBy('toasts')).toMatchObject(failure('backups.uploadFailed')));
    expect(work()).toBe(null);
    subject.send({ type: 'backups.send', file });
    expect([work(), ports.files.sent.length]).toEqual(['uploading', 2]);
  });

  test('of a download is reported, and nothing is saved', async () => {
    const { subject, ports, work, receivedBy, api } = await open();
    ports.files.refuseFetch(refusal);
    subject.send({ type: 'backups.download', backup: oneBackup });
    expect(work()).toBe('downloading');
    await vi.waitFor(() => expect(receivedBy('toasts')).toMatchObject(failure('backups.downloadFailed')));
    expect([work(), ports.page.shown.downloaded, api.inputsOf(createBackup)]).toEqual([null, [], []]);
  });

  test('of a deletion is reported, and the list is reloaded', async () => {
    const { subject, api, work, receivedBy, ids } = await open();
    const answer = api.defer(deleteBackup);
    subject.send({ type: 'backups.delete', backup: oneBackup, moment: 'today' });
    answerRemoval(subject, true);
    expect(work()).toBe('deleting');
    subject.send({ type: 'backups.create' });
    expect(api.inputsOf(createBackup), 'one thing at a time').toEqual([]);
    api.answer(listBackups, { ...backupsBody, backups: [other] });
    answer.reject(new AppException(refusal));
    await vi.waitFor(() => expect(receivedBy('toasts')).toMatchObject(failure('backups.deleteFailed')));
    expect(work()).toBe(null);
    await vi.waitFor(() => expect(ids()).toEqual(['newer']));
    expect(api.inputsOf(createBackup)).toEqual([]);
  });
});

test.each([
  ['is done', () => ({ backups: [] }), []],
  ['fails', () => Promise.reject(new AppException({ kind: 'network' })), ['newer']],
] as const)('a deletion agreed to while a backup is being made %s, and the list follows', async (_, end, left) => {
  const { subject, api, work, ids, reported } = await open();
  subject.send({ type: 'backups.delete', backup: oneBackup, moment: 'today' });
  api.defer(createBackup);
  subject.send({ type: 'backups.create' });
  api.answer(deleteBackup, end);
  api.answer(listBackups, { ...backupsBody, backups: [other] });
  answerRemoval(subject, true);
  await vi.waitFor(() => expect(reported()).toHaveLength(1));
  await vi.waitFor(() => expect(ids()).toEqual(left));
  expect(work()).toBe('creating');
});

test('a cancelled restore changes nothing', async () => {
  const { subject, api, work } = await open();
  subject.send({ type: 'backups.openRestore', backup: oneBackup });
  subject.send({ type: 'backups.closeRestore' });
  expect([selectIsRestoring(subject.getSnapshot()), work()]).toEqual([false, null]);
  expect([api.inputsOf(applyBackup), api.inputsOf(createBackup)]).toEqual([[], []]);
});

test.each([{}, { backup: '1' }])('the page waits for its data, with or without a restore to report (%o)', (given) => {
  expect(start(given).subject.getSnapshot().hasTag('busy')).toBe(true);
});

test('reloaded data shows, and the form follows it', async () => {
  const { subject, api, ids } = await open();
  const values = () => selectBackupForm(subject.getSnapshot())?.getSnapshot().context.values;
  api.answer(listBackups, { ...backupsBody, backups: [other] });
  api.answer(authorize, { ...account, serverSettings: { ...settings, backupsToKeep: 7 } });
  subject.send({ type: 'page.refresh', again: true });
  await vi.waitFor(() => expect(ids()).toEqual(['newer']));
  expect(values()).toEqual(backupValuesOf({ ...settings, backupsToKeep: 7 }));
});

test('a restore waits for the typed name, and the page reports it after the reload (CFG-018)', async () => {
  const first = await open();
  const { subject, api, ports } = first;
  const answer = api.defer(applyBackup);
  subject.send({ type: 'backups.openRestore', backup: oneBackup });
  subject.send({ type: 'backups.restore' });
  subject.send({ type: 'backups.typeWord', text: 'yes' });
  subject.send({ type: 'backups.restore' });
  expect([api.inputsOf(applyBackup), selectIsRestoring(subject.getSnapshot())]).toEqual([[], true]);
  subject.send({ type: 'backups.typeWord', text: `${oneBackup.id} ` });
  subject.send({ type: 'backups.restore' });
  await vi.waitFor(() => expect(api.inputsOf(applyBackup)).toEqual([{ id: oneBackup.id }]));
  answer.resolve('OK');
  await vi.waitFor(() => expect(first.receivedBy('router')).toEqual([{ type: 'router.reload' }]));
  expect(first.work(), 'nothing more can be done here before the page goes').toBe('applying');
  first.stop();
  const next = await open({ ports });
  expect(next.reported()).toEqual(['backups.restored']);
  next.stop();
  expect((await open({ ports })).reported()).toEqual([]);
});

test('a server event of its restore ends it too (EVT-038)', async () => {
  const first = await open();
  const { subject, api, work, ports } = first;
  api.defer(applyBackup);
  subject.send({ type: 'backups.openRestore', backup: oneBackup });
  subject.send({ type: 'backups.typeWord', text: oneBackup.id });
  subject.send({ type: 'backups.restore' });
  subject.send({ type: 'server.backup.applied' });
  expect([subject.getSnapshot().matches({ shown: { work: 'restored' } }), work()]).toEqual([true, 'applying']);
  first.stop();
  expect((await open({ ports })).reported()).toEqual(['backups.restored']);
});

test('a restore that fails says why, and can be retried', async () => {
  const { subject, api } = await open();
  api.refuse(applyBackup, { kind: 'server', status: 500, message: 'broken' });
  subject.send({ type: 'backups.openRestore', backup: oneBackup });
  subject.send({ type: 'backups.typeWord', text: oneBackup.id });
  subject.send({ type: 'backups.restore' });
  await vi.waitFor(() => expect(selectRefusedRestore(subject.getSnapshot())).toMatchObject({ message: 'broken' }));
  expect(selectIsRestoring(subject.getSnapshot())).toBe(true);
});

test('the address after a restore is reported once and cleaned', async () => {
  const page = await open({ backup: '1' });
  expect([page.reported(), page.receivedBy('router')]).toEqual([
    ['backups.restored'],
    [{ type: 'router.go', to: { name: 'configBackups' }, replace: true }],
  ]);
});

test('the place is changed, never to an empty one, and not where it is fixed (CFG-016, VAL-027)', async () => {
  const { subject, api, reported } = await open();
  api.answer(updateBackupPath, 'OK');
  subject.send({ type: 'backups.editPath' });
  subject.send({ type: 'backups.closePath' });
  expect(selectPathForm(subject.getSnapshot())).toBe(undefined);
  subject.send({ type: 'backups.editPath' });
  const form = selectPathForm(subject.getSnapshot());
  form?.send({ type: 'form.change', field: 'path', value: ' ' });
  form?.send({ type: 'form.submit' });
  expect(form?.getSnapshot().context.problems).toEqual({ path: 'empty' });
  form?.send({ type: 'form.change', field: 'path', value: ' /backups ' });
  form?.send({ type: 'form.submit' });
  await vi.waitFor(() => expect(reported()).toEqual(['backups.moved']));
  expect(api.inputsOf(updateBackupPath)).toEqual([{ path: '/backups' }]);
  expect(selectPathForm(subject.getSnapshot())).toBe(undefined);
  await vi.waitFor(() => expect(api.inputsOf(listBackups)).toHaveLength(2));
  const fixed = await open({}, { ...backupsBody, backupPathEnvSet: true });
  fixed.subject.send({ type: 'backups.editPath' });
  expect(selectPathForm(fixed.subject.getSnapshot())).toBe(undefined);
});

test.each(['backups', './backups', '../backups', 'C:backups', '~/backups'])(
  'the path must be absolute: %s shows an error at the field (CFG-016, VAL)',
  async (path) => {
    const { subject, api } = await open();
    subject.send({ type: 'backups.editPath' });
    const form = selectPathForm(subject.getSnapshot());
    form?.send({ type: 'form.change', field: 'path', value: path });
    form?.send({ type: 'form.submit' });
    expect(form?.getSnapshot().context.problems).toEqual({ path: 'relative' });
    expect(api.inputsOf(updateBackupPath)).toEqual([]);
  },
);

test.each(['/backups', 'D:\\Backups', 'd:/backups', '\\\\nas\\backups'])(
  'the path may be %s; if it is not absolute for the server, the field shows the error',
  async (path) => {
    const { subject, api } = await open();
    const message = String(recording('backups/path-err').response.body);
    api.refuse(updateBackupPath, { kind: 'rejected', status: 400, message });
    subject.send({ type: 'backups.editPath' });
    const form = selectPathForm(subject.getSnapshot());
    form?.send({ type: 'form.change', field: 'path', value: path });
    form?.send({ type: 'form.submit' });
    await vi.waitFor(() => expect(form?.getSnapshot().context.problems).toEqual({ path: 'relative' }));
    expect(api.inputsOf(updateBackupPath)).toEqual([{ path }]);
  },
);

test.each([
  ['backupsToKeep', 0, 1, 'keep', 'CFG-014, VAL-025, AMB-91'],
  ['maxBackupSize', -1, 0, 'size', 'CFG-015, VAL-026, AMB-91'],
] as const)('%s of %d is not saved, %d is valid: %s (%s)', async (field, wrong, right, problem, _row) => {
  const { subject, api } = await open();
  const form = selectBackupForm(subject.getSnapshot());
  form?.send({ type: 'form.change', field, value: wrong });
  form?.send({ type: 'form.submit' });
  expect(form?.getSnapshot().context.problems).toEqual({ [field]: problem });
  expect(api.inputsOf(updateServerSettings)).toEqual([]);
  const saved = { ...settings, [field]: right };
  api.answer(updateServerSettings, { serverSettings: saved });
  form?.send({ type: 'form.change', field, value: right });
  form?.send({ type: 'form.submit' });
  await vi.waitFor(() => expect(api.inputsOf(updateServerSettings)).toEqual([{ [field]: right }]));
});

test('schedule, number and size are saved together (CFG-017)', async () => {
  const { subject, api, parentEvents } = await open();
  const form = selectBackupForm(subject.getSnapshot());
  if (!form) throw new Error('No form');
  form.send({ type: 'form.change', field: 'backupsToKeep', value: 0 });
  form.send({ type: 'form.change', field: 'maxBackupSize', value: -1 });
  form.send({ type: 'form.change', field: 'automatic', value: true });
  subject.send({ type: 'backups.changeSchedule', draft: { ...draftOf('30 1 * * *'), mode: 'advanced', text: 'x' } });
  form.send({ type: 'form.submit' });
  expect(form.getSnapshot().context.problems).toEqual({
    schedule: 'schedule',
    backupsToKeep: 'keep',
    maxBackupSize: 'size',
  });
  form.send({ type: 'form.change', field: 'backupsToKeep', value: 99 });
  form.send({ type: 'form.change', field: 'maxBackupSize', value: 0 });
  subject.send({ type: 'backups.changeSchedule', draft: draftOf('15 4 * * 1') });
  const saved = { ...settings, backupSchedule: '15 4 * * 1', backupsToKeep: 99, maxBackupSize: 0 };
  api.answer(updateServerSettings, { serverSettings: saved });
  form.send({ type: 'form.submit' });
  await vi.waitFor(() =>
    expect(parentEvents).toEqual([{ type: 'page.settingsSaved', serverSettings: expect.anything() }]),
  );
  expect(api.inputsOf(updateServerSettings)).toEqual([
    { backupSchedule: '15 4 * * 1', backupsToKeep: 99, maxBackupSize: 0 },
  ]);
  const { data, draft } = subject.getSnapshot().context;
  expect(draft).toBe(null);
  expect(data?.settings).toMatchObject({ backupSchedule: '15 4 * * 1', backupsToKeep: 99, maxBackupSize: 0 });
});

test('backups that are off begin at half past one, and a change says only what changed', () => {
  const off = { ...settings, backupSchedule: false } as ServerSettings;
  const values = backupValuesOf(off);
  expect([values.automatic, values.schedule]).toEqual([false, '30 1 * * *']);
  expect(backupChange({ automatic: true }, { ...values, automatic: true })).toEqual({ backupSchedule: '30 1 * * *' });
  expect(backupChange({ automatic: false }, values)).toEqual({ backupSchedule: false });
  expect(backupChange({ backupsToKeep: 3 }, values)).toEqual({ backupsToKeep: 3 });
});

test('the builder shows what is being built while the form holds the same', () => {
  const draft = { ...draftOf('0 * * * *'), mode: 'advanced' as const };
  expect(scheduleOf('0 * * * *', draft)).toBe(draft);
  expect(scheduleOf('30 1 * * *', draft)).toEqual(draftOf('30 1 * * *'));
});

test('only backups of servers that wrote key and version can be restored', () => {
  expect([isRestorable(oneBackup), isRestorable({ ...oneBackup, key: null })]).toEqual([true, false]);
  expect([isBackupFile({ name: 'A.AudiobookShelf' }), isBackupFile({ name: 'a.zip' })]).toEqual([true, false]);
});
