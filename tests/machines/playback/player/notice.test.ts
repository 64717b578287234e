import { describe, expect, test } from 'vitest';
import {
  noticeMachine,
  type Move,
  type NoticeEvent,
  type PlayerNotice,
} from '../../../../src/machines/playback/player/notice.machine.ts';
import { createHost } from '../../../support/host.ts';

const move = (changes: Partial<Move> = {}): Move => ({
  by: 'device',
  device: 'Phone',
  sessionId: 'phone',
  from: 12,
  to: 24,
  ...changes,
});
const followed = (changes: Partial<Move> = {}): NoticeEvent => ({ type: 'position.followed', move: move(changes) });
const jumped = (from: number, to: number): NoticeEvent => ({ type: 'position.jumped', from, to });
const other: PlayerNotice = { kind: 'otherDevice', device: 'Phone', sessionId: 'phone' };
const takenOver: PlayerNotice = { kind: 'takenOver', by: 'tab' };
const blocked: PlayerNotice = { kind: 'blocked' };
const show = (notice: PlayerNotice): NoticeEvent => ({ type: 'notice.show', notice });
const seek = (time: number) => ({ type: 'player.seek', time, reason: 'undo' });

function start(...events: readonly NoticeEvent[]) {
  const { parentEvents, ports, subject } = createHost(noticeMachine);
  const send = (...more: readonly NoticeEvent[]) => more.forEach((event) => subject.send(event));
  send(...events);
  return {
    clock: ports.clock,
    send,
    sought: () => parentEvents,
    notice: () => subject.getSnapshot().context.notice,
    state: () => subject.getSnapshot().value,
  };
}

describe('the notice', () => {
  test.each<[string, readonly NoticeEvent[], PlayerNotice | null, object[]]>([
    ['what was shown last', [show(other), show(blocked)], blocked, []],
    ['a move that was followed', [followed()], { kind: 'moved', ...move() }, []],
    [
      'where a device that plays on has come to, with the way back to the first place',
      [followed(), followed({ from: 24, to: 30 })],
      { kind: 'moved', ...move({ to: 30 }) },
      [],
    ],
    [
      'the move of another device, from where the listener was then',
      [followed(), followed({ sessionId: 'tablet', from: 24, to: 30 })],
      { kind: 'moved', ...move({ sessionId: 'tablet', from: 24, to: 30 }) },
      [],
    ],
    [
      'nothing of a device that moves on once that was dismissed',
      [followed(), { type: 'notice.dismiss' }, followed()],
      null,
      [],
    ],
    [
      'its move again once there was sound here',
      [followed(), { type: 'sound.started' }, { type: 'notice.dismiss' }, followed({ from: 40 })],
      { kind: 'moved', ...move({ from: 40 }) },
      [],
    ],
    [
      'its move again once sound here has ended another notice',
      [followed(), show(takenOver), { type: 'sound.started' }, followed({ from: 40 })],
      { kind: 'moved', ...move({ from: 40 }) },
      [],
    ],
    ['something else than a device that moves on', [followed(), show(blocked), followed({ to: 30 })], blocked, []],
    ['that another tab plays, whatever its moves', [show(takenOver), followed({ by: 'tab' })], takenOver, []],
    [
      'nothing of the moves of another tab that plays, once that was dismissed',
      [show(takenOver), followed({ by: 'tab' }), { type: 'notice.dismiss' }, followed({ by: 'tab' })],
      null,
      [],
    ],
    [
      'the move of a device that plays',
      [show({ kind: 'takenOver', by: 'device' }), followed()],
      { kind: 'moved', ...move() },
      [],
    ],
    ['nothing that was dismissed', [show(other), { type: 'notice.dismiss' }], null, []],
    ['no silence that is over: another tab', [show(takenOver), { type: 'sound.started' }], null, []],
    [
      'no silence that is over: a browser that did not let it sound',
      [show(blocked), { type: 'sound.started' }],
      null,
      [],
    ],
    ['another device while there is sound', [show(other), { type: 'sound.started' }], other, []],
    ['no session that is closed', [show(other), { type: 'server.session.closed', sessionId: 'phone' }], null, []],
    ['one that is not closed', [show(other), { type: 'server.session.closed', sessionId: 'else' }], other, []],
    ['what is about no session', [show(blocked), { type: 'server.session.closed', sessionId: 'phone' }], blocked, []],
    ['nothing of another item', [followed(), { type: 'media.changed' }], null, []],
    ['a long jump', [jumped(12, 57)], { kind: 'jumped', from: 12, to: 57 }, []],
    ['no short one', [jumped(12, 56.9)], null, []],
    ['a long one back', [jumped(57, 12)], { kind: 'jumped', from: 57, to: 12 }, []],
    [
      'several that follow each other, as one',
      [jumped(12, 40), jumped(40, 70)],
      { kind: 'jumped', from: 12, to: 70 },
      [],
    ],
    ['nothing after a move was taken back', [followed(), { type: 'notice.undo' }], null, [seek(12)]],
    ['nothing after a jump was taken back', [jumped(12, 99), { type: 'notice.undo' }], null, [seek(12)]],
    ['what has no way back, also when that is asked for', [show(blocked), { type: 'notice.undo' }], blocked, []],
    [
      'nothing after a jump was taken back by the key, which does so once',
      [jumped(12, 99), { type: 'notice.undoJump' }, { type: 'notice.undoJump' }],
      null,
      [seek(12)],
    ],
    [
      'nothing after a jump was taken back by its notice: the key then has none',
      [jumped(12, 99), { type: 'notice.undo' }, { type: 'notice.undoJump' }],
      null,
      [seek(12)],
    ],
    ['a way back of a short jump by the key', [jumped(12, 24), { type: 'notice.undoJump' }], null, [seek(12)]],
    ['what it was when there is no jump to take back', [show(other), { type: 'notice.undoJump' }], other, []],
    ['no way back to another item', [jumped(12, 24), { type: 'media.changed' }, { type: 'notice.undoJump' }], null, []],
  ])('%s', (_what, events, notice, sought) => {
    const it = start(...events);
    expect([it.notice(), it.state(), it.sought()]).toEqual([notice, notice ? 'shown' : 'hidden', sought]);
  });

  test.each<[string, NoticeEvent, number]>([
    ['another device', show(other), 20_000],
    ['a move', followed(), 20_000],
    ['a jump', jumped(12, 99), 8000],
  ])('%s, so long (SYN-007, CON-054)', (_what, event, ms) => {
    const { clock, notice, send } = start(event);
    clock.advance(ms - 1);
    expect(notice()).not.toBe(null);
    send(show(other));
    clock.advance(19_999);
    expect(notice()).toBe(other);
    clock.advance(1);
    expect(notice()).toBe(null);
  });

  test('separate jumps, each by itself: the way back leads to the last place', () => {
    const { clock, send, sought } = start(jumped(12, 24));
    clock.advance(3000);
    send(jumped(27, 40), { type: 'notice.undoJump' });
    expect(sought()).toEqual([seek(27)]);
  });
});
