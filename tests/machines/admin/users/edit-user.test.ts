import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { editorToast } from '../../../../src/machines/kit/messages.ts';
import {
  changesOf,
  newAccountOf,
  rightsOf,
  RIGHTS,
  TYPES,
  userForm,
  valuesOf,
  withRight,
  withType,
  type Limits,
  type UserValues,
} from '../../../../src/machines/admin/users/edit-user.logic.ts';
import { editUserMachine } from '../../../../src/machines/admin/users/edit-user.machine.ts';
import {
  selectEditUserError,
  selectEditUserState,
  selectIsLinked,
  selectIsUnlinking,
  selectLimits,
  selectUserForm,
} from '../../../../src/machines/admin/users/users.selectors.ts';
import type { Account } from '../../../../src/schemas/api/account.ts';
import { requestBodies } from '../../../../src/schemas/requests/index.ts';
import { z } from '../../../../src/schemas/zod.ts';
import { listLibraries } from '../../../../src/services/endpoints/libraries.ts';
import { listTags } from '../../../../src/services/endpoints/metadata-utils.ts';
import { createUser, unlinkOpenId, updateUser } from '../../../../src/services/endpoints/users.ts';
import { createHost } from '../../../support/host.ts';
import { questionClosed } from '../../../support/item-fixtures.ts';
import { recording } from '../../../support/recordings.ts';
import { changedUser, userNamed } from '../../../support/users-fixtures.ts';

const [root, user] = [userNamed('root'), userNamed('user')];
const limits: Limits = {
  libraries: [
    { id: 'a', name: 'A' },
    { id: 'b', name: 'B' },
  ],
  tags: ['x'],
};
const created = recording('users/create-admin').response.body;

async function open(account: Account | null) {
  const host = createHost(editUserMachine, { input: { account }, named: { auth: null, modals: null, toasts: null } });
  host.ports.api.answer(listLibraries, recording('libraries/list').response.body);
  host.ports.api.answer(listTags, { tags: ['classic', 'poems'] });
  await vi.waitFor(() => expect(selectEditUserState(host.subject.getSnapshot())).toBe('ready'));
  const form = selectUserForm(host.subject.getSnapshot());
  if (!form) throw new Error('There is no form');
  return {
    ...host,
    form,
    type: (field: 'username' | 'password' | 'email', value: string) => form.send({ type: 'form.change', field, value }),
    values: () => form.getSnapshot().context.values,
    output: () => host.subject.getSnapshot().output,
  };
}

function refusalOf(values: UserValues) {
  const { subject, ports } = createHost(userForm, { input: { values } });
  subject.send({ type: 'form.submit' });
  expect(ports.api.calls).toEqual([]);
  return subject.getSnapshot().context.problems;
}

describe('a new user', () => {
  const filled = { ...valuesOf(null), username: 'new', password: 'secret' };

  test('needs a username (CFG-027, VAL-015)', () => {
    expect(refusalOf({ ...filled, username: '  ' })).toEqual({ username: 'nameMissing' });
  });

  test('needs a password, of whatever type (CFG-028, VAL-016, VAL-017)', () => {
    for (const type of ['admin', 'user', 'guest'] as const)
      expect(refusalOf({ ...filled, type, password: '' })).toEqual({ password: 'passwordMissing' });
  });

  test('shows all that is missing at once', () => {
    expect(refusalOf(valuesOf(null))).toEqual({ username: 'nameMissing', password: 'passwordMissing' });
  });

  test('has an email address that looks like one, or none (VAL)', () => {
    expect(refusalOf({ ...filled, email: 'not an email' })).toEqual({ email: 'emailInvalid' });
    expect(refusalOf({ ...filled, email: 'Me <a@b.c>', username: '' })).toEqual({
      username: 'nameMissing',
      email: 'emailInvalid',
    });
    expect(refusalOf({ ...filled, email: ' me@nas ', username: '' })).toEqual({ username: 'nameMissing' });
  });

  test('needs a library where not all are theirs (CFG-029, VAL-018, AMB-88)', () => {
    const limited = { ...rightsOf('user'), accessAllLibraries: false };
    expect(refusalOf({ ...filled, permissions: limited })).toEqual({ librariesAccessible: 'librariesMissing' });
  });

  test('needs a tag where not all are theirs (CFG-030, VAL-019, AMB-88)', () => {
    const limited = { ...rightsOf('user'), accessAllTags: false };
    expect(refusalOf({ ...filled, permissions: limited })).toEqual({ itemTagsSelected: 'tagsMissing' });
  });

  test('is made with the typed values, and reported (CFG-032, ENT-020)', async () => {
    const modal = await open(null);
    modal.ports.api.answer(createUser, created);
    modal.type('username', ' new ');
    modal.type('password', ' secret ');
    modal.form.send({ type: 'form.submit' });
    await vi.waitFor(() => expect(modal.output()).toMatchObject({ username: 'admin' }));
    expect(modal.ports.api.inputsOf(createUser)).toEqual([
      {
        username: 'new',
        password: ' secret ',
        type: 'user',
        isActive: true,
        permissions: rightsOf('user'),
        librariesAccessible: [],
        itemTagsSelected: [],
      },
    ]);
    expect(modal.receivedBy('toasts')).toMatchObject([{ kind: 'success', message: { key: 'people.userAdded' } }]);
  });

  test('with a taken name shows the error at the name, and typed values stay', async () => {
    const modal = await open(null);
    const message = String(recording('users/create-err-duplicate').response.body);
    modal.ports.api.refuse(createUser, { kind: 'rejected', status: 400, message });
    modal.type('username', 'admin');
    modal.type('password', 'secret');
    modal.form.send({ type: 'form.submit' });
    await vi.waitFor(() => expect(modal.form.getSnapshot().context.problems).toEqual({ username: 'nameTaken' }));
    expect([modal.values().password, modal.output()]).toEqual(['secret', undefined]);
  });

  test('whatever is accepted of one, the server accepts (API)', () => {
    const values = fc.record({
      username: fc.string({ minLength: 1 }).filter((name) => name.trim() !== ''),
      password: fc.string({ minLength: 1 }),
      email: fc.constantFrom('', 'a@b.c'),
      type: fc.constantFrom(...TYPES),
      isActive: fc.boolean(),
      librariesAccessible: fc.array(fc.uuid(), { minLength: 1 }),
      itemTagsSelected: fc.array(fc.string(), { minLength: 1 }),
    });
    fc.assert(
      fc.property(values, (given) => {
        const body = newAccountOf({ ...valuesOf(null), ...given });
        expect(z.parse(requestBodies['users.create'], body)).toEqual(body);
        const change = changesOf({ ...valuesOf(user), ...given });
        expect(z.parse(requestBodies['users.update'], change)).toEqual(change);
      }),
    );
  });
});

describe('an account that is changed', () => {
  test('sends what changed, and no password that was not typed', async () => {
    const modal = await open(user);
    modal.ports.api.answer(updateUser, { success: true, user: { ...user, email: 'new@example.com' } });
    modal.type('email', 'new@example.com ');
    modal.form.send({ type: 'form.submit' });
    await vi.waitFor(() => expect(modal.output()).toMatchObject({ email: 'new@example.com' }));
    expect(modal.ports.api.inputsOf(updateUser)).toEqual([{ id: user.id, change: { email: 'new@example.com' } }]);
    expect(modal.receivedBy('auth')).toEqual([]);
  });

  test('keeps an email address that another client gave, whatever it looks like', async () => {
    const odd = changedUser(user, { email: 'odd' });
    expect(refusalOf({ ...valuesOf(odd), email: 'also odd' })).toEqual({ email: 'emailInvalid' });
    const modal = await open(odd);
    modal.ports.api.answer(updateUser, { success: true, user: { ...odd, username: 'new' } });
    modal.type('username', 'new');
    modal.form.send({ type: 'form.submit' });
    await vi.waitFor(() => expect(modal.output()).toMatchObject({ username: 'new', email: 'odd' }));
  });

  test('without changes sends nothing and closes', async () => {
    const modal = await open(user);
    modal.form.send({ type: 'form.submit' });
    await vi.waitFor(() => expect(modal.subject.getSnapshot().status).toBe('done'));
    expect([modal.output(), modal.ports.api.inputsOf(updateUser)]).toEqual([null, []]);
  });

  test('that is the own one brings another token, which is kept', async () => {
    const modal = await open(user);
    modal.ports.api.answer(updateUser, { success: true, user: { ...user, username: 'new', accessToken: 'fresh' } });
    modal.type('username', 'new');
    modal.form.send({ type: 'form.submit' });
    await vi.waitFor(() => expect(modal.output()).toMatchObject({ username: 'new' }));
    expect(modal.receivedBy('auth')).toEqual([{ type: 'auth.replaced', accessToken: 'fresh' }]);
    expect(JSON.stringify(modal.output())).not.toContain('fresh');
  });

  test('of root has a name and an address, nothing else (ROL-001)', () => {
    expect(changesOf({ ...valuesOf(root), isActive: false, email: 'r@b.c' })).toEqual({ email: 'r@b.c' });
    expect(refusalOf({ ...valuesOf(root), username: '' })).toEqual({ username: 'nameMissing' });
  });
});

describe('rights', () => {
  test.each([
    ['guest', []],
    ['user', ['download']],
    ['admin', ['download', 'update', 'delete', 'upload', 'createEreader', 'accessExplicitContent']],
  ] as const)('of a new %s are these, and all libraries and tags (ROL-002, ROL-003, ROL-004)', (type, given) => {
    const rights = rightsOf(type);
    expect(RIGHTS.filter((right) => rights[right])).toEqual([...given, 'accessAllLibraries', 'accessAllTags']);
  });

  test('start over with another type', async () => {
    const modal = await open(user);
    modal.subject.send({ type: 'editUser.setRight', right: 'accessAllTags', isGiven: false });
    modal.subject.send({ type: 'editUser.setType', userType: 'admin' });
    expect(modal.values()).toMatchObject({ type: 'admin', permissions: rightsOf('admin'), itemTagsSelected: [] });
  });

  test('to some libraries begin with all of them, and end with the right to all (ROL-036)', async () => {
    const modal = await open(user);
    const all = selectLimits(modal.subject.getSnapshot())?.libraries.map(({ id }) => id);
    modal.subject.send({ type: 'editUser.setRight', right: 'accessAllLibraries', isGiven: false });
    expect(modal.values().librariesAccessible).toEqual(all);
    modal.subject.send({ type: 'editUser.setRight', right: 'accessAllLibraries', isGiven: true });
    expect(modal.values().librariesAccessible).toEqual([]);
  });

  test('to tags can be reversed, which ends with the right to all (ROL-037)', () => {
    const some = withRight(valuesOf(user), { right: 'accessAllTags', isGiven: false, limits });
    const turned = {
      ...some,
      permissions: { ...some.permissions, selectedTagsNotAccessible: true },
      itemTagsSelected: ['x'],
    };
    expect(changesOf(turned)).toMatchObject({
      permissions: { accessAllTags: false, selectedTagsNotAccessible: true },
      itemTagsSelected: ['x'],
    });
    const back = withRight(turned, { right: 'accessAllTags', isGiven: true, limits });
    expect([back.itemTagsSelected, back.permissions.selectedTagsNotAccessible]).toEqual([[], false]);
    expect(withType(turned, 'guest').itemTagsSelected).toEqual([]);
  });
});

describe('OpenID', () => {
  const linked = changedUser(user, { hasOpenIDLink: true });

  test('is unlinked after a yes', async () => {
    const { subject, ports, receivedBy } = await open(linked);
    ports.api.answer(unlinkOpenId, 'OK');
    subject.send({ type: 'editUser.removeLink' });
    expect(receivedBy('modals')).toMatchObject([{ modal: 'confirm' }]);
    subject.send(questionClosed(true));
    expect(selectIsUnlinking(subject.getSnapshot())).toBe(true);
    await vi.waitFor(() => expect(selectIsLinked(subject.getSnapshot())).toBe(false));
    expect(selectIsUnlinking(subject.getSnapshot())).toBe(false);
    expect(receivedBy('toasts')).toEqual([
      editorToast('users', linked.username, { kind: 'success', key: 'people.unlinked' }),
    ]);
    expect(receivedBy('modals')).toHaveLength(1);
    subject.send({ type: 'editUser.close' });
    expect(subject.getSnapshot().output).toMatchObject({ id: user.id, hasOpenIDLink: false });
  });

  test('stays after a no, and when the server refuses', async () => {
    const { subject, ports, receivedBy } = await open(linked);
    subject.send({ type: 'editUser.removeLink' });
    subject.send(questionClosed(false));
    expect(ports.api.inputsOf(unlinkOpenId)).toEqual([]);
    ports.api.refuse(unlinkOpenId, { kind: 'notFound', message: '' });
    subject.send({ type: 'editUser.removeLink' });
    expect(receivedBy('modals')).toHaveLength(2);
    subject.send(questionClosed(true));
    await vi.waitFor(() => expect(receivedBy('toasts')).toMatchObject([{ kind: 'error' }]));
    expect([selectIsLinked(subject.getSnapshot()), ports.api.inputsOf(unlinkOpenId)]).toEqual([
      true,
      [{ id: user.id }],
    ]);
    expect(receivedBy('modals')).toHaveLength(2);
    subject.send({ type: 'editUser.removeLink' });
    expect(receivedBy('modals')).toHaveLength(3);
  });

  test('is not offered to whom it is not linked', async () => {
    const { subject } = await open(user);
    expect(subject.getSnapshot().can({ type: 'editUser.removeLink' })).toBe(false);
  });
});

test('libraries and tags that did not load are reloaded', async () => {
  const { subject, ports } = createHost(editUserMachine, { input: { account: null } });
  ports.api.answer(listLibraries, recording('libraries/list').response.body);
  ports.api.refuseOnce(listTags, { kind: 'network' });
  await vi.waitFor(() => expect(selectEditUserState(subject.getSnapshot())).toBe('failed'));
  expect(selectEditUserError(subject.getSnapshot())).toEqual({ kind: 'network' });
  ports.api.answer(listTags, { tags: [] });
  subject.send({ type: 'editUser.retry' });
  await vi.waitFor(() => expect(selectEditUserState(subject.getSnapshot())).toBe('ready'));
});
