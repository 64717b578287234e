import { fromTransition } from 'xstate';
import { valuesOf } from '../../src/machines/admin/users/edit-user.logic.ts';
import { editUserMachine } from '../../src/machines/admin/users/edit-user.machine.ts';
import { usersMachine } from '../../src/machines/admin/users/users.machine.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { defineModel } from '../support/rig.ts';
import { changedUser, onlineAs, userNamed } from '../support/users-fixtures.ts';

const [root, user] = [userNamed('root'), userNamed('user')];
const closed = { type: 'modal.closed', tag: 'x' } as const;
const refused = new AppException({ kind: 'forbidden', message: '' });
const timeout = new AppException({ kind: 'timeout' });
const data = { users: [root, user], online: {} };
const report = {
  ...user,
  mediaProgress: { items: [], dropped: [] },
  bookmarks: { items: [], dropped: [] },
  seriesHideFromContinueListening: [],
};

export const usersModel = defineModel({
  name: 'users',
  machine: usersMachine,
  starts: [{ input: { route: { name: 'configUsers' }, entryKey: 'k', memory: null } }],
  named: { modals: null, toasts: null },
  events: [
    { type: 'page.retry' },
    { type: 'page.refresh', again: true },
    { type: 'data.loaded', data },
    { type: 'data.failed', cause: timeout },
    { type: 'data.failed', cause: refused },
    { type: 'users.search', query: 'a' },
    { type: 'users.add' },
    { type: 'users.edit', id: user.id },
    { type: 'users.remove', id: user.id },
    { type: 'removal.finished', subject: user, answer: null },
    { ...closed, modal: 'editUser', output: user },
    { type: 'server.user.added', user: changedUser(user, { id: 'new' }) },
    { type: 'server.user.updated', user: report },
    { type: 'server.user.removed', user: { id: user.id } },
    { type: 'server.user.online', user: onlineAs(user) },
    { type: 'server.user.streamUpdated', user: onlineAs(user) },
    { type: 'server.user.offline', user: onlineAs(user) },
  ],
  ignored: [
    { ...closed, modal: 'editUser', output: null },
    { type: 'users.edit', id: 'unknown' },
    { type: 'server.user.updated', user: { ...report, id: 'unknown' } },
  ],
  project: ({ context }) => [
    context.users.map(({ id }) => id),
    Object.keys(context.online).length,
    context.error?.kind,
  ],
  invariants: {
    'a failure has a reason': (state) => !state.matches('failed') || state.context.error !== null,
    'who was deleted is not shown until the list is read again': (state, { happened }) =>
      happened.at(-1)?.type !== 'removal.finished' ||
      !state.matches('shown') ||
      state.context.users.every(({ id }) => id !== user.id),
  },
});

const linked = changedUser(user, { hasOpenIDLink: true });
const values = valuesOf(linked);

export const editUserModel = defineModel({
  name: 'edit user',
  machine: editUserMachine,
  starts: [{ input: { account: null } }, { input: { account: linked } }],
  named: { auth: null, modals: null, toasts: null },
  fakes: { form: fromTransition((state) => state, { values }) as never },
  events: [
    { type: 'editUser.retry' },
    { type: 'editUser.setType', userType: 'guest' },
    { type: 'editUser.setRight', right: 'accessAllLibraries', isGiven: false },
    { type: 'editUser.removeLink' },
    { type: 'editUser.close' },
    { type: 'limits.loaded', data: { libraries: [{ id: 'a', name: 'A' }], tags: [] } },
    { type: 'limits.failed', cause: timeout },
    { type: 'form.saved', values, answer: null },
    { type: 'form.saved', values, answer: { account: user, accessToken: null } },
    { type: 'form.saved', values, answer: { account: user, accessToken: 'new' } },
    { ...closed, modal: 'confirm', output: { accepted: true, checked: false } },
    { ...closed, modal: 'confirm', output: null },
  ],
  outputs: { unlink: ['OK'] },
  failures: { unlink: [refused] },
  project: ({ context }) => [
    context.account !== null,
    context.form !== null,
    context.saved?.hasOpenIDLink,
    context.error?.kind,
  ],
  invariants: {
    'it ends with an account only when the server changed one': (state, { happened }) =>
      state.status !== 'done' ||
      state.output === null ||
      happened.some(({ type }) => type === 'form.saved' || type.startsWith('xstate.done.actor.unlink')),
    'a form is there exactly once libraries and tags are known': (state) =>
      (state.context.form !== null) === (state.context.limits !== null),
    'OpenID is unlinked after a question only': (state, { receivedBy }) =>
      !state.matches({ ready: 'unlinking' }) || receivedBy('modals').length > 0,
    'a new token goes to who keeps it': (_state, { happened, receivedBy }) =>
      receivedBy('auth').length <= happened.filter(({ type }) => type === 'form.saved').length,
  },
});
