import { expect, test, vi } from 'vitest';
import { selectDataError, selectDataState, selectRemoved } from '../../../../src/machines/kit/kit.selectors.ts';
import { activityOf, foundUsers, mayDelete, mayEdit } from '../../../../src/machines/admin/users/users.logic.ts';
import { usersMachine } from '../../../../src/machines/admin/users/users.machine.ts';
import {
  selectOnline,
  selectReadAt,
  selectUserQuery,
  selectUserRemoval,
  selectUsers,
} from '../../../../src/machines/admin/users/users.selectors.ts';
import { deleteUser, listOnlineUsers, listUsers } from '../../../../src/services/endpoints/users.ts';
import { createHost } from '../../../support/host.ts';
import { answerRemoval } from '../../../support/removal.ts';
import {
  changedUser,
  onlineAs,
  onlineBody,
  onlineRoot,
  userNamed,
  usersBody,
} from '../../../support/users-fixtures.ts';

const [root, admin, user] = [userNamed('root'), userNamed('admin'), userNamed('user')];

async function open() {
  const host = createHost(usersMachine, {
    input: { route: { name: 'configUsers' }, entryKey: 'k', memory: null },
    named: { modals: null, toasts: null },
  });
  host.ports.api.answer(listUsers, { users: usersBody.users.toReversed() });
  host.ports.api.answer(listOnlineUsers, onlineBody);
  await vi.waitFor(() => expect(selectDataState(host.subject.getSnapshot())).toBe('shown'));
  const users = () => selectUsers(host.subject.getSnapshot());
  return {
    ...host,
    users,
    names: () => users().map(({ username }) => username),
    one: (id: string) => users().find((account) => account.id === id),
    online: () => selectOnline(host.subject.getSnapshot()),
  };
}

test('accounts are listed by creation date, with those connected (CFG-026, CFG-031)', async () => {
  const { names, online } = await open();
  expect(names().slice(0, 3)).toEqual(['root', 'admin', 'user']);
  expect(Object.keys(online()).toSorted()).toEqual([root.id, user.id].toSorted());
  expect(activityOf(root, online())).toMatchObject({ kind: 'listening', session: { id: onlineRoot.session?.id } });
  expect(activityOf(user, {})).toMatchObject({ kind: 'last', session: { displayTitle: "Aesop's Fables" } });
  expect(activityOf(admin, online())).toBe(null);
});

test('accounts are found by name or address, letter case and accents aside (CFG-026)', async () => {
  const { subject, users } = await open();
  subject.send({ type: 'users.search', query: ' ÁDM' });
  expect(selectUserQuery(subject.getSnapshot())).toBe(' ÁDM');
  const found = (query: string, list = users()) => foundUsers(list, query).map(({ username }) => username);
  expect(found(' ÁDM')).toEqual(['admin']);
  expect(found('lib@', [changedUser(user, { email: 'Lib@example.com' }), admin])).toEqual(['user']);
  expect(found('nobody of that name')).toEqual([]);
  expect(foundUsers(users(), '  ')).toBe(users());
});

test('online users are reloaded once the live connection is back (SOC-013, EVT-001)', async () => {
  const { subject, ports, online } = await open();
  ports.api.answer(listOnlineUsers, { ...onlineBody, usersOnline: [] });
  subject.send({ type: 'page.refresh', again: true });
  await vi.waitFor(() => expect(online()).toEqual({}));
});

test('who comes is listed as connected (EVT-018)', async () => {
  const { subject, online } = await open();
  expect(online()[admin.id]).toBe(undefined);
  subject.send({ type: 'server.user.online', user: onlineAs(admin) });
  expect(online()[admin.id]).toMatchObject({ username: 'admin' });
});

test('who starts or stops listening is followed (CFG-031, EVT-020)', async () => {
  const { subject, one, online } = await open();
  subject.send({ type: 'server.user.online', user: onlineAs(admin) });
  subject.send({ type: 'server.user.streamUpdated', user: onlineAs(admin, { session: onlineRoot.session }) });
  expect(online()[admin.id]?.session?.id).toBe(onlineRoot.session?.id);
  subject.send({ type: 'server.user.streamUpdated', user: onlineAs(admin) });
  expect([online()[admin.id]?.session, one(admin.id)?.latestSession?.id]).toEqual([null, onlineRoot.session?.id]);
});

test('who leaves is no more connected, and was seen last now (EVT-019, AMB-60)', async () => {
  const { subject, ports, one, online } = await open();
  subject.send({ type: 'server.user.online', user: onlineAs(admin) });
  expect(online()[admin.id]).toMatchObject({ username: 'admin' });
  ports.clock.advance(60_000);
  subject.send({ type: 'server.user.offline', user: onlineAs(admin, { lastSeen: 5 }) });
  expect([online()[admin.id], one(admin.id)?.lastSeen]).toEqual([undefined, ports.clock.now()]);
  expect(selectReadAt(subject.getSnapshot())).toBe(ports.clock.now());
});

test('what another administrator adds, changes and deletes shows (CFG-032)', async () => {
  const { subject, names, one } = await open();
  subject.send({ type: 'server.user.added', user: changedUser(user, { id: 'new', username: 'new' }) });
  expect(names().at(-1)).toBe('new');
  const report = { ...changedUser(user, { username: 'renamed', latestSession: null }) };
  const whole = { ...report, mediaProgress: { items: [], dropped: [] }, bookmarks: { items: [], dropped: [] } };
  subject.send({ type: 'server.user.updated', user: { ...whole, seriesHideFromContinueListening: [] } });
  expect(one(user.id)).toMatchObject({ username: 'renamed', latestSession: { displayTitle: "Aesop's Fables" } });
  subject.send({ type: 'server.user.removed', user: { id: user.id } });
  expect(one(user.id)).toBe(undefined);
});

test('a user is deleted after a question that names the consequences (CFG-032)', async () => {
  const { subject, ports, one, receivedBy } = await open();
  subject.send({ type: 'users.remove', id: user.id });
  expect(receivedBy('modals')).toMatchObject([
    {
      modal: 'confirm',
      input: { tone: 'danger', message: { key: 'people.confirmDeleteUser', values: { title: 'user' } } },
    },
  ]);
  ports.api.answer(deleteUser, { success: true });
  answerRemoval(subject, true);
  expect(selectRemoved(selectUserRemoval(subject.getSnapshot())?.getSnapshot())).toMatchObject({ id: user.id });
  await vi.waitFor(() => expect(one(user.id)).toBe(undefined));
  expect(ports.api.inputsOf(deleteUser)).toEqual([{ id: user.id }]);
  expect(receivedBy('toasts')).toMatchObject([{ kind: 'success', message: { values: { title: 'user' } } }]);
});

test('a no deletes no user; a refusal says why, and the user stays', async () => {
  const { subject, ports, one, receivedBy } = await open();
  subject.send({ type: 'users.remove', id: user.id });
  answerRemoval(subject, false);
  expect(ports.api.inputsOf(deleteUser)).toEqual([]);
  ports.api.refuse(deleteUser, { kind: 'forbidden', message: '' });
  subject.send({ type: 'users.remove', id: user.id });
  answerRemoval(subject, true);
  await vi.waitFor(() => expect(receivedBy('toasts')).toMatchObject([{ kind: 'error', error: { kind: 'forbidden' } }]));
  expect(one(user.id)).toBeTruthy();
});

test('the dialog gets the account, and its save shows', async () => {
  const { subject, one, names, receivedBy } = await open();
  subject.send({ type: 'users.edit', id: user.id });
  expect(receivedBy('modals')).toMatchObject([{ modal: 'editUser', input: { account: { id: user.id } } }]);
  const saved = changedUser(user, { username: 'renamed' });
  subject.send({ type: 'modal.closed', modal: 'editUser', tag: 'edit', output: saved });
  expect(one(user.id)?.username).toBe('renamed');
  subject.send({ type: 'users.add' });
  expect(receivedBy('modals').at(-1)).toMatchObject({ input: { account: null } });
  subject.send({
    type: 'modal.closed',
    modal: 'editUser',
    tag: 'edit',
    output: changedUser(user, { id: 'n', username: 'n' }),
  });
  expect(names().at(-1)).toBe('n');
});

test('a failure says why and retries', async () => {
  const host = createHost(usersMachine, { input: { route: { name: 'configUsers' }, entryKey: 'k', memory: null } });
  host.ports.api.answer(listUsers, usersBody);
  host.ports.api.refuseOnce(listOnlineUsers, { kind: 'timeout' });
  await vi.waitFor(() => expect(selectDataError(host.subject.getSnapshot())?.kind).toBe('timeout'));
  host.ports.api.answer(listOnlineUsers, onlineBody);
  host.subject.send({ type: 'page.retry' });
  await vi.waitFor(() => expect(selectDataState(host.subject.getSnapshot())).toBe('shown'));
});

test.each([
  ['root', root, root, true, false],
  ['root', admin, root, true, true],
  ['an administrator', root, admin, false, false],
  ['an administrator', admin, admin, true, false],
  ['an administrator', user, admin, true, true],
])('%s may edit and delete %o as %o: %s, %s (ROL-001, ROL-002, AMB-94)', (_who, account, viewer, edits, deletes) => {
  expect([mayEdit(account, viewer), mayDelete(account, viewer)]).toEqual([edits, deletes]);
});
