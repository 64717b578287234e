import { expect, test, vi } from 'vitest';
import { selectDataState } from '../../../../src/machines/kit/kit.selectors.ts';
import { progressOf, shareOf } from '../../../../src/machines/admin/users/user-page.logic.ts';
import { userPageMachine } from '../../../../src/machines/admin/users/user-page.machine.ts';
import { selectDetailReadAt, selectUserDetail } from '../../../../src/machines/admin/users/users.selectors.ts';
import { accountDetail } from '../../../../src/schemas/api/account.ts';
import { z } from '../../../../src/schemas/zod.ts';
import { getUser, getUserStats, listOnlineUsers, listUserSessions } from '../../../../src/services/endpoints/users.ts';
import { createHost } from '../../../support/host.ts';
import { recording } from '../../../support/recordings.ts';
import { userSessionsBody } from '../../../support/session-fixtures.ts';
import { onlineAs, onlineBody, userNamed } from '../../../support/users-fixtures.ts';

const user = userNamed('user');
const body = recording('users/one').response.body as object;

async function open() {
  const host = createHost(userPageMachine, {
    input: { route: { name: 'configUser', id: user.id }, entryKey: 'k', memory: null },
    named: { modals: null },
  });
  const { api } = host.ports;
  api.answer(getUser, body);
  api.answer(getUserStats, recording('users/listening-stats').response.body);
  api.answer(listUserSessions, userSessionsBody);
  api.answer(listOnlineUsers, onlineBody);
  await vi.waitFor(() => expect(selectDataState(host.subject.getSnapshot())).toBe('shown'));
  return { ...host, api, detail: () => selectUserDetail(host.subject.getSnapshot()) };
}

test('a user is read with what they listened to (areas 7.3)', async () => {
  const { subject, ports, detail } = await open();
  expect(detail()).toMatchObject({
    user: { username: 'user' },
    sessionCount: 11,
    isOnline: true,
    lastSession: { displayTitle: "Aesop's Fables" },
  });
  expect(selectDetailReadAt(subject.getSnapshot())).toBe(ports.clock.now());
});

test('it follows server events of this user, and of no other', async () => {
  const { subject, ports, api, detail } = await open();
  api.answer(listOnlineUsers, { usersOnline: [], openSessions: [] });
  subject.send({ type: 'server.user.offline', user: onlineAs(userNamed('root')) });
  ports.clock.advance(10_000);
  expect(api.inputsOf(getUser)).toHaveLength(1);
  subject.send({ type: 'server.user.offline', user: onlineAs(user) });
  ports.clock.advance(10_000);
  await vi.waitFor(() => expect(detail()?.isOnline).toBe(false));
});

test('it is edited in the dialog of the list, and reloaded after', async () => {
  const { subject, api, detail, receivedBy } = await open();
  subject.send({ type: 'userPage.edit' });
  expect(receivedBy('modals')).toMatchObject([{ modal: 'editUser', input: { account: { id: user.id } } }]);
  expect(JSON.stringify(receivedBy('modals'))).not.toContain('mediaProgress');
  api.answer(getUser, { ...body, username: 'renamed' });
  subject.send({ type: 'modal.closed', modal: 'editUser', tag: 'edit', output: null });
  await vi.waitFor(() => expect(detail()?.user.username).toBe('renamed'));
});

test('a deleted one is missing', async () => {
  const { subject, api } = await open();
  api.refuse(getUser, { kind: 'notFound', message: '' });
  subject.send({ type: 'server.user.removed', user: { id: user.id } });
  await vi.waitFor(() => expect(selectDataState(subject.getSnapshot())).toBe('failed'));
});

test('progress is listed from the latest on, with its share', () => {
  const progress = progressOf(z.parse(accountDetail, body));
  expect(progress.map(({ lastUpdate }) => lastUpdate)).toEqual(
    progress.map(({ lastUpdate }) => lastUpdate).toSorted((one, other) => other - one),
  );
  const [first] = progress;
  if (!first) throw new Error('The recording has no progress');
  expect([
    shareOf({ ...first, isFinished: true, progress: 0.2, ebookProgress: 0 }),
    shareOf({ ...first, isFinished: false, progress: 0.2, ebookProgress: 0.4 }),
  ]).toEqual([1, 0.4]);
});
