import { fromTransition } from 'xstate';
import { describe, expect, test, vi } from 'vitest';
import {
  hasOwnDevices,
  hasPassword,
  selectHasPasswords,
  selectOwnDevices,
  selectPasswordForm,
  noPassword,
  passwordForm,
  type PasswordValues,
} from '../../../../src/machines/admin/account/account.logic.ts';
import { accountMachine } from '../../../../src/machines/admin/account/account.machine.ts';
import { selectDevices } from '../../../../src/machines/admin/ereader-devices/ereader-devices.selectors.ts';
import { SECRET_NAME } from '../../../../src/machines/inspector/redact.logic.ts';
import { changePassword } from '../../../../src/services/endpoints/account.ts';
import { authorize, getStatus } from '../../../../src/services/endpoints/auth.ts';
import { ownDevice, signInWithDevices } from '../../../support/device-fixtures.ts';
import { createHost } from '../../../support/host.ts';
import { recording } from '../../../support/recordings.ts';
import { changedUser, userNamed } from '../../../support/users-fixtures.ts';

const status = recording('auth/status').response.body as object;

function open(name: string, changes: object = {}) {
  const user = changedUser(userNamed(name), changes);
  const session = fromTransition((state) => state, { account: { user } });
  const host = createHost(accountMachine, {
    input: { route: { name: 'account' }, entryKey: 'k', memory: null },
    named: { session, toasts: null, modals: null },
  });
  host.ports.api.answer(getStatus, status);
  host.ports.api.answer(authorize, signInWithDevices('login-user', [ownDevice(user.id)]));
  const state = () => host.subject.getSnapshot();
  return { ...host, user, form: () => selectPasswordForm(state()), devices: () => selectOwnDevices(state()), state };
}

function problemsOf(values: Partial<PasswordValues>) {
  const { subject, ports } = createHost(passwordForm, { input: { values: { ...noPassword(false), ...values } } });
  subject.send({ type: 'form.submit' });
  expect(ports.api.calls).toEqual([]);
  return subject.getSnapshot().context.problems;
}

describe('the password', () => {
  const typed = { password: 'old', newPassword: 'new', repeatedPassword: 'new' };

  test.each<[string, Partial<PasswordValues>, object]>([
    ['all fields are filled in', {}, { password: 'missing', newPassword: 'missing' }],
    ['the new one is not the old one (ACC-005, VAL-021)', { ...typed, newPassword: 'old' }, { newPassword: 'same' }],
    [
      'it is the same twice (ACC-004, VAL-020)',
      { ...typed, repeatedPassword: 'nwe' },
      { repeatedPassword: 'different' },
    ],
    ['root too does not keep its own', { mayBeEmpty: true }, { newPassword: 'same' }],
  ])('%s', (_name, values, problems) => expect(problemsOf(values)).toEqual(problems));

  test('is changed, reported, and cleared from all fields (ACC-003)', async () => {
    const { ports, form, receivedBy } = open('user');
    for (const field of ['password', 'newPassword', 'repeatedPassword'] as const)
      form()?.send({ type: 'form.change', field, value: typed[field] });
    ports.api.answer(changePassword, 'OK');
    form()?.send({ type: 'form.submit' });
    await vi.waitFor(() => expect(receivedBy('toasts')).toMatchObject([{ kind: 'success' }]));
    expect(ports.api.inputsOf(changePassword)).toEqual([{ password: 'old', newPassword: 'new' }]);
    expect(form()?.getSnapshot().context.values).toEqual(noPassword(false));
  });

  test("refused by the server shows the server's error at its field (ROL-005)", async () => {
    const refused = (values: PasswordValues) => {
      const host = createHost(passwordForm, { input: { values } });
      const message = String(recording('me/password-err-wrong').response.body);
      host.ports.api.refuse(changePassword, { kind: 'rejected', status: 400, message });
      host.subject.send({ type: 'form.submit' });
      return vi.waitFor(() => {
        expect(host.subject.getSnapshot().context.error).toMatchObject({ message });
        return host.subject.getSnapshot().context.problems;
      });
    };
    expect(await refused({ ...typed, mayBeEmpty: false })).toEqual({ password: 'refused' });
    expect(await refused({ ...typed, newPassword: '', repeatedPassword: '', mayBeEmpty: true })).toEqual({
      newPassword: 'refused',
    });
  });

  test('that could not be sent stays typed', async () => {
    const { subject, ports } = createHost(passwordForm, { input: { values: { ...typed, mayBeEmpty: false } } });
    ports.api.refuse(changePassword, { kind: 'network' });
    subject.send({ type: 'form.submit' });
    await vi.waitFor(() => expect(subject.getSnapshot().context.error).toEqual({ kind: 'network' }));
    expect([subject.getSnapshot().context.problems, subject.getSnapshot().context.values.newPassword]).toEqual([
      {},
      'new',
    ]);
  });

  test('has fields whose names keep it out of recordings', () => {
    const { mayBeEmpty: _flag, ...fields } = noPassword(false);
    expect(Object.keys(fields).filter((field) => !SECRET_NAME.test(field))).toEqual([]);
  });

  test('is unavailable to guests, and without password sign-in (ROL-004)', async () => {
    expect(open('guest').form()).toBe(null);
    const { ports, form, state } = open('user');
    expect(form()).toBeTruthy();
    ports.api.answer(getStatus, { ...status, authMethods: ['openid'] });
    await vi.waitFor(() => expect(selectHasPasswords(state())).toBe(false));
    expect(form()).toBe(null);
  });
});

describe('ereader devices', () => {
  test('are available with the right to own ones, and follow the server (ACC-007, ROL-039)', async () => {
    const { subject, user, devices } = open('user', {
      permissions: { ...userNamed('user').permissions, createEreader: true },
    });
    const names = () => {
      const snapshot = devices()?.getSnapshot();
      return snapshot && selectDevices(snapshot).map(({ name }) => name);
    };
    await vi.waitFor(() => expect(names()).toEqual(['My Reader']));
    const list = { ereaderDevices: [ownDevice(user.id, 'Other'), ownDevice('somebody', 'Theirs')] };
    subject.send({ type: 'server.ereaderDevices.updated', list });
    expect(names()).toEqual(['Other']);
    subject.send({ type: 'page.refresh', again: true });
    await vi.waitFor(() => expect(names()).toEqual(['My Reader']));
  });

  test("are hidden from administrators, who have the server's, and without the right", () => {
    expect([open('root').devices(), open('admin').devices()]).toEqual([null, null]);
    const user = userNamed('user');
    expect(hasOwnDevices({ ...user, permissions: { ...user.permissions, createEreader: false } })).toBe(false);
    expect([hasPassword({ type: 'guest' }), hasPassword({ type: 'root' })]).toEqual([false, true]);
  });
});
