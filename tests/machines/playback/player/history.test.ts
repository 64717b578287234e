import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import {
  ALL_JUMPS_KEPT,
  deviceNameOf,
  HISTORY_MENU,
  JUMPS_KEPT,
  jumpsOf,
  withJump,
  type NewJump,
} from '../../../../src/machines/playback/player/history.logic.ts';
import { historyMachine, type HistoryEvent } from '../../../../src/machines/playback/player/history.machine.ts';
import {
  listeningSessionsMachine,
  PAGE_SIZE,
} from '../../../../src/machines/playback/player/listening-sessions.machine.ts';
import { deviceInfo } from '../../../../src/schemas/api/playback-session.ts';
import type { MediaRef } from '../../../../src/machines/kit/media.logic.ts';
import type { Jump } from '../../../../src/schemas/player-memory.ts';
import { z } from '../../../../src/schemas/zod.ts';
import { listMyItemSessions } from '../../../../src/services/endpoints/account.ts';
import { createHost } from '../../../support/host.ts';
import { createFakePorts } from '../../../support/fakes/ports.ts';
import { BOOK } from '../../../support/player-fixtures.ts';
import { recording } from '../../../support/recordings.ts';

const OTHER = { libraryItemId: 'other', episodeId: null };
const report = (changes: Partial<NewJump> = {}): NewJump => ({ from: 100, to: 200, reason: 'seek', ...changes });
/** `[from, to, reason]` of each. */
const short = (jumps: readonly Jump[]) => jumps.map(({ from, to, reason }) => [from, to, reason]);

/** Jumps reported so many ms after each other. */
function after(...jumps: readonly [at: number, jump: NewJump][]): readonly Jump[] {
  return jumps.reduce<readonly Jump[]>((list, [at, jump]) => withJump(list, BOOK, jump, at), []);
}

test('requested again while shown, it reopens: a menu over it may have closed it', () => {
  const { receivedBy, subject } = createHost(historyMachine, { named: { menus: null } });
  subject.send({ type: 'history.open' });
  expect(receivedBy('menus'), 'nothing is open').toEqual([]);
  subject.send({ type: 'media.changed', media: BOOK });
  subject.send({ type: 'history.open' });
  subject.send({ type: 'history.open' });
  const opened = { type: 'menus.open', id: HISTORY_MENU };
  expect(receivedBy('menus')).toEqual([opened, opened]);
  subject.send({ type: 'history.close' });
  expect(receivedBy('menus').at(-1)).toEqual({ type: 'menus.close', id: HISTORY_MENU });
});

test.each<[string, HistoryEvent, MediaRef, object[]]>([
  ['closed', { type: 'history.close' }, BOOK, []],
  [
    'left for a place in it',
    { type: 'history.goTo', time: 12 },
    BOOK,
    [{ type: 'player.seek', time: 12, reason: 'history' }],
  ],
  ['left for another item', { type: 'media.changed', media: OTHER }, OTHER, []],
])('%s, it is hidden; reopened it requests the sessions of the open item', async (_how, leave, media, requested) => {
  const { parentEvents, ports, receivedBy, subject } = createHost(historyMachine, { named: { menus: null } });
  ports.api.answer(listMyItemSessions, recording('me/listening-sessions').response.body);
  const sessionsOf = () => ports.api.inputsOf(listMyItemSessions).map((input) => (input as MediaRef).libraryItemId);
  subject.send({ type: 'media.changed', media: BOOK });
  subject.send({ type: 'history.open' });
  subject.send(leave);
  expect([subject.getSnapshot().value, subject.getSnapshot().children.sessions]).toEqual(['hidden', undefined]);
  subject.send({ type: 'history.open' });
  const [opened, closed] = [
    { type: 'menus.open', id: HISTORY_MENU },
    { type: 'menus.close', id: HISTORY_MENU },
  ];
  expect([receivedBy('menus'), parentEvents]).toEqual([[opened, closed, opened], requested]);
  await vi.waitFor(() => expect(sessionsOf().at(-1)).toBe(media.libraryItemId));
});

test('with nothing open any more it is hidden and stays so', () => {
  const { receivedBy, subject } = createHost(historyMachine, { named: { menus: null } });
  subject.send({ type: 'media.changed', media: BOOK });
  subject.send({ type: 'history.open' });
  subject.send({ type: 'media.changed', media: null });
  subject.send({ type: 'history.open' });
  expect([subject.getSnapshot().value, receivedBy('menus').length]).toEqual(['hidden', 2]);
});

test('is stored for the account that made it, and for no other', () => {
  const first = createHost(historyMachine, { named: { menus: null } });
  for (const event of [
    { type: 'account.loaded', userId: 'one' },
    { type: 'position.jumped', jump: report() },
    { type: 'media.changed', media: BOOK },
    { type: 'position.jumped', jump: report({ to: 300 }) },
  ] satisfies HistoryEvent[])
    first.subject.send(event);
  const jumpsFor = (userId: string) => {
    const ports = createFakePorts({ tabStorage: first.ports.tabStorage });
    const { subject } = createHost(historyMachine, { named: { menus: null }, ports });
    subject.send({ type: 'account.loaded', userId });
    return short(subject.getSnapshot().context.jumps);
  };
  expect([jumpsFor('one'), jumpsFor('two')]).toEqual([[[100, 300, 'seek']], []]);
});

describe('the jumps of an item', () => {
  test('are kept with time and reason', () => {
    expect(after([5000, report({ reason: 'chapter' })])).toEqual([
      { ...BOOK, from: 100, to: 200, at: 5000, reason: 'chapter', device: '', sessionId: '' },
    ]);
  });

  test('of a burst of presses are one, and none when they come back to where they began', () => {
    const burst = after([0, report()], [2000, report({ from: 201, to: 211 })], [4900, report({ from: 212, to: 222 })]);
    expect(short(burst)).toEqual([[100, 222, 'seek']]);
    expect(after([0, report()], [1000, report({ from: 200, to: 100.5 })])).toEqual([]);
    expect(short(after([0, report()], [3000, report({ from: 203, to: 213 })]))).toEqual([
      [100, 200, 'seek'],
      [203, 213, 'seek'],
    ]);
  });

  test('of different reasons stay apart, however close they are', () => {
    expect(short(after([0, report()], [10, report({ from: 200, to: 100, reason: 'undo' })]))).toEqual([
      [100, 200, 'seek'],
      [200, 100, 'undo'],
    ]);
  });

  test('of one device that plays on are one; of another device they are another', () => {
    const moved = (sessionId: string, from: number, to: number) =>
      report({ reason: 'device', device: 'Phone', sessionId, from, to });
    expect(short(after([0, moved('p', 10, 20)], [60_000, moved('p', 20, 80)], [90_000, moved('q', 80, 90)]))).toEqual([
      [10, 80, 'device'],
      [80, 90, 'device'],
    ]);
  });

  test('shorter than a second are none', () => {
    expect(after([0, report({ to: 100.9 })])).toEqual([]);
  });

  test('show latest first, those of other items not at all', () => {
    const jumps = [...after([0, report()], [9000, report({ from: 1, to: 50 })]), ...withJump([], OTHER, report(), 5)];
    expect(short(jumpsOf(jumps, BOOK))).toEqual([
      [1, 50, 'seek'],
      [100, 200, 'seek'],
    ]);
    expect(jumpsOf(jumps, null)).toEqual([]);
  });

  test('are bounded, of an item and of all, and the latest stay', () => {
    const item = (id: number) => ({ libraryItemId: String(id), episodeId: null });
    const full: readonly Jump[] = Array.from({ length: ALL_JUMPS_KEPT }, (_, index) => ({
      ...report({ to: 102 + index }),
      ...item(index % 15),
      device: '',
      sessionId: '',
      at: index * 10_000,
    }));
    const step = fc.record({ id: fc.integer({ min: 0, max: 2 }), to: fc.integer({ min: 102, max: 9999 }) });
    fc.assert(
      fc.property(fc.array(step, { minLength: 120, maxLength: 240 }), (steps) => {
        const all = steps.reduce(
          (list, { id, to }, index) => withJump(list, item(id), report({ to }), (ALL_JUMPS_KEPT + index) * 10_000),
          full,
        );
        expect(all.length).toBe(ALL_JUMPS_KEPT);
        for (let id = 0; id < 15; id += 1) expect(jumpsOf(all, item(id)).length).toBeLessThanOrEqual(JUMPS_KEPT);
        expect(all.slice(-JUMPS_KEPT).map(({ to }) => to)).toEqual(steps.slice(-JUMPS_KEPT).map(({ to }) => to));
      }),
      { numRuns: 5 },
    );
  });
});

test.each([
  [{ deviceName: 'Pixel', browserName: 'Chrome' }, 'Pixel'],
  [{ browserName: 'Chrome', osName: 'Linux', clientName: 'Web' }, 'Chrome / Linux'],
  [{ deviceName: '', browserName: 'Firefox' }, 'Firefox'],
  [{ clientName: 'Web' }, 'Web'],
  [{}, ''],
  [null, ''],
])('the device of a session that ran on %j is called %j', (info, name) => {
  expect(deviceNameOf(info && z.parse(deviceInfo, info))).toBe(name);
});

describe('the listening sessions of an item', () => {
  const page = recording('me/listening-sessions').response.body as { sessions: { id: string }[] };
  const sessions = (...ids: readonly string[]) => ids.map((id) => ({ ...page.sessions[0], id }));
  const answer = (ids: readonly string[], numPages: number) => ({ ...page, numPages, sessions: sessions(...ids) });
  function open(episodeId: string | null = null) {
    const ports = createFakePorts();
    ports.api.answer(listMyItemSessions, answer(['c', 'b'], 2));
    const { subject } = createHost(listeningSessionsMachine, { ports, input: { media: { ...BOOK, episodeId } } });
    const state = () => subject.getSnapshot();
    const reach = (value: string) => vi.waitFor(() => expect(state().value).toBe(value));
    return { ports, subject, reach, state, ids: () => state().context.sessions.map(({ id }) => id) };
  }

  test('come page by page, none twice when another one was added meanwhile', async () => {
    const { ports, subject, reach, ids } = open('episode');
    await reach('ready');
    ports.api.answer(listMyItemSessions, answer(['b', 'a'], 2));
    subject.send({ type: 'sessions.loadMore' });
    await reach('ready');
    expect(ids()).toEqual(['c', 'b', 'a']);
    subject.send({ type: 'sessions.loadMore' });
    const input = { ...BOOK, episodeId: 'episode', itemsPerPage: PAGE_SIZE };
    expect(ports.api.inputsOf(listMyItemSessions)).toEqual([
      { ...input, page: 0 },
      { ...input, page: 1 },
    ]);
  });

  test('can be retried, the first page and a later one, which loses nothing', async () => {
    const { ports, subject, reach, ids, state } = open();
    await reach('ready');
    ports.api.refuse(listMyItemSessions, { kind: 'network' });
    subject.send({ type: 'sessions.loadMore' });
    await reach('moreFailed');
    expect([ids(), state().context.error?.kind]).toEqual([['c', 'b'], 'network']);
    ports.api.answer(listMyItemSessions, answer(['a'], 2));
    subject.send({ type: 'sessions.retry' });
    await reach('ready');
    expect([ids(), state().context.error]).toEqual([['c', 'b', 'a'], null]);
  });

  test('that fail at once say so, and come with the next try', async () => {
    const ports = createFakePorts();
    ports.api.refuse(listMyItemSessions, { kind: 'server', status: 500, message: '' });
    const { subject } = createHost(listeningSessionsMachine, { ports, input: { media: BOOK } });
    await vi.waitFor(() => expect(subject.getSnapshot().value).toBe('failed'));
    ports.api.answer(listMyItemSessions, answer(['a'], 1));
    subject.send({ type: 'sessions.retry' });
    await vi.waitFor(() => expect(subject.getSnapshot().value).toBe('ready'));
  });
});
