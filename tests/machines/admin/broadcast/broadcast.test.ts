import { expect, test } from 'vitest';
import { broadcastMachine, MOST_CHARACTERS } from '../../../../src/machines/admin/broadcast/broadcast.machine.ts';
import {
  selectCharactersLeft,
  selectHasFailed,
  selectIsSending,
  selectMessage,
  selectOnlineCount,
} from '../../../../src/machines/admin/broadcast/broadcast.selectors.ts';
import { createHost } from '../../../support/host.ts';

const open = () => createHost(broadcastMachine, { input: { online: ['a', 'b'] }, named: { socket: null } });

test('a message uses the live connection, and counts as sent once it returns (areas 29)', () => {
  const { subject, receivedBy } = open();
  subject.send({ type: 'message.send' });
  expect(receivedBy('socket')).toEqual([]);
  subject.send({ type: 'message.change', text: ' Down at noon ' });
  subject.send({ type: 'message.send' });
  expect(receivedBy('socket')).toEqual([
    { type: 'socket.send', name: 'message_all_users', args: [{ message: 'Down at noon' }] },
  ]);
  subject.send({ type: 'server.adminMessage.received', message: 'Another one' });
  expect(selectIsSending(subject.getSnapshot())).toBe(true);
  subject.send({ type: 'server.adminMessage.received', message: 'Down at noon' });
  expect(subject.getSnapshot().output).toBe('closed');
});

test('a message that does not return stays, and says so', () => {
  const { subject, ports } = open();
  subject.send({ type: 'message.change', text: 'x'.repeat(MOST_CHARACTERS + 1) });
  subject.send({ type: 'message.send' });
  ports.clock.advance(8000);
  expect(selectHasFailed(subject.getSnapshot())).toBe(true);
  expect(selectMessage(subject.getSnapshot()).length).toBe(MOST_CHARACTERS);
  subject.send({ type: 'message.send' });
  expect(selectHasFailed(subject.getSnapshot()), 'it is tried again').toBe(false);
  ports.clock.advance(8000);
  expect(selectHasFailed(subject.getSnapshot())).toBe(true);
  subject.send({ type: 'message.change', text: 'y' });
  expect(selectHasFailed(subject.getSnapshot())).toBe(false);
});

test('a message ends at 500 characters, not within an emoji; the last hundred are counted', () => {
  const { subject } = open();
  const after = (text: string) => {
    subject.send({ type: 'message.change', text });
    return [selectMessage(subject.getSnapshot()).length, selectCharactersLeft(subject.getSnapshot())];
  };
  expect([
    after('x'.repeat(399)),
    after('x'.repeat(400)),
    after('x'.repeat(600)),
    after(`${'x'.repeat(499)}🎧`),
  ]).toEqual([
    [399, null],
    [400, 100],
    [500, 0],
    [499, 1],
  ]);
});

test('who comes and goes is counted, each of them once', () => {
  const { subject } = open();
  const after = (type: 'server.user.online' | 'server.user.offline', id: string) => {
    subject.send({ type, user: { id, username: id, type: 'user' } });
    return selectOnlineCount(subject.getSnapshot());
  };
  expect([
    after('server.user.online', 'c'),
    after('server.user.online', 'c'),
    after('server.user.offline', 'c'),
    after('server.user.offline', 'c'),
    after('server.user.offline', 'a'),
  ]).toEqual([3, 3, 2, 2, 1]);
});
