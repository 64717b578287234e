import { createMachine } from 'xstate';
import { describe, expect, test, vi } from 'vitest';
import { syncMachine } from '../../../src/machines/progress/sync.machine.ts';
import { ledgerMachine, type LedgerRef } from '../../../src/machines/progress/ledger.machine.ts';
import { getOpenSession, saveLocalSessions } from '../../../src/services/endpoints/local-sessions.ts';
import { closeSession, syncSession } from '../../../src/services/endpoints/playback.ts';
import { AppException } from '../../../src/schemas/app-error.ts';
import { createHost } from '../../support/host.ts';
import { BOOK, bookSession, hear, openedBook, playheadAfter, USER_ID } from '../../support/player-fixtures.ts';
import { withInput } from '../../support/with-input.ts';

const OK = 'OK';

function startSync({ isPlaying = true, time = 100, silentUntil = 0, startTime = 100 } = {}) {
  const playhead = playheadAfter({ type: 'playhead.opened', time, savedTime: time, silentFor: silentUntil });
  const { session } = openedBook({ duration: 1000, startTime });
  const host = createHost(syncMachine, {
    input: { session, media: BOOK, playhead, isPlaying },
    named: { toasts: null, progress: null, ledger: withInput(ledgerMachine, { userId: USER_ID }) },
  });
  const { api, clock, page } = host.ports;
  api.answer(syncSession, OK);
  api.answer(closeSession, OK);
  api.answer(getOpenSession, bookSession({ timeListening: 0, currentTime: time }));
  api.answer(saveLocalSessions, { results: [] });
  const entry = () => (host.subject.system.get('ledger') as LedgerRef).getSnapshot().context.entries['session-1'];
  return {
    ...host,
    api,
    clock,
    page,
    playhead,
    /** So many seconds are heard while the clock of the machine runs along. */
    listen(seconds: number) {
      for (let second = 0; second < seconds; second += 1) {
        hear(playhead, 1);
        clock.advance(1000);
      }
    },
    /** What the ledger has of the session. */
    entry,
    /** Seconds of it that the server has confirmed. */
    confirmed: () => entry()?.confirmed,
    saves: () => api.inputsOf(syncSession),
    closings: () => api.inputsOf(closeSession),
    delivery: () => {
      const { value } = host.subject.getSnapshot();
      return typeof value === 'object' && 'keeping' in value ? value.keeping.delivery : value;
    },
  };
}

describe('while playing', () => {
  test('the first save comes after 20 listened seconds, later ones every 10 (SYN-002, AMB-56)', async () => {
    const { listen, saves, delivery } = startSync();
    listen(19);
    expect(saves()).toEqual([]);
    listen(1);
    await vi.waitFor(() => expect(delivery()).toBe('resting'));
    listen(9);
    expect(saves()).toEqual([{ sessionId: 'session-1', duration: 1000, timeListened: 20, currentTime: 120 }]);
    listen(1);
    expect(saves()).toEqual([
      { sessionId: 'session-1', duration: 1000, timeListened: 20, currentTime: 120 },
      { sessionId: 'session-1', duration: 1000, timeListened: 10, currentTime: 130 },
    ]);
  });

  test('time without sound brings no save nearer', () => {
    const { listen, clock, saves } = startSync();
    listen(19);
    clock.advance(60_000);
    expect(saves()).toEqual([]);
    listen(2);
    expect(saves()).toEqual([{ sessionId: 'session-1', duration: 1000, timeListened: 20, currentTime: 120 }]);
  });

  test('a regular save is left out when the position moved by less than a second, and its seconds wait (SYN-003, AMB-57)', () => {
    const { listen, playhead, saves } = startSync();
    listen(19);
    playhead.send({ type: 'engine.moved', time: 98.5, at: 0 });
    listen(2);
    expect(saves()).toEqual([]);
    listen(10);
    expect(saves()).toEqual([{ sessionId: 'session-1', duration: 1000, timeListened: 30, currentTime: 109.5 }]);
  });

  test('a saved position is what the rest of the program shows', async () => {
    const { listen, receivedBy } = startSync();
    listen(20);
    await vi.waitFor(() =>
      expect(receivedBy('progress')).toEqual([
        { type: 'progress.recorded', media: BOOK, currentTime: 120, duration: 1000 },
      ]),
    );
  });
});

describe('at once', () => {
  test('a pause saves', () => {
    const { subject, listen, saves } = startSync();
    listen(3);
    subject.send({ type: 'sync.stopped' });
    expect(saves()).toEqual([{ sessionId: 'session-1', duration: 1000, timeListened: 3, currentTime: 103 }]);
  });

  test('a seek saves, without listened time', () => {
    const { subject, playhead, saves } = startSync({ isPlaying: false });
    playhead.send({ type: 'engine.moved', time: 500, at: 0 });
    subject.send({ type: 'sync.save' });
    expect(saves()).toEqual([{ sessionId: 'session-1', duration: 1000, timeListened: 0, currentTime: 500 }]);
  });

  test('a pause within the first second saves the very position', () => {
    const { subject, playhead, saves } = startSync();
    hear(playhead, 0.9);
    subject.send({ type: 'sync.stopped' });
    expect(saves()).toEqual([{ sessionId: 'session-1', duration: 1000, timeListened: 0.9, currentTime: 100.9 }]);
  });

  test('a position that did not move is not saved again', async () => {
    const { subject, delivery, saves } = startSync();
    subject.send({ type: 'sync.save' });
    await vi.waitFor(() => expect(delivery()).toBe('resting'));
    expect(saves()).toEqual([]);
  });

  test('a position that another device has saved is not saved again; what is heard from there is', async () => {
    const { subject, playhead, listen, saves, delivery, entry } = startSync();
    playhead.send({ type: 'playhead.adopted', time: 500 });
    subject.send({ type: 'sync.adopt', time: 500 });
    expect(entry()).toMatchObject({ time: 500, savedTime: 500 });
    playhead.send({ type: 'engine.moved', time: 500, at: 0 });
    subject.send({ type: 'sync.save' });
    await vi.waitFor(() => expect(delivery()).toBe('resting'));
    expect(saves()).toEqual([]);
    listen(3);
    subject.send({ type: 'sync.stopped' });
    expect(saves()).toEqual([{ sessionId: 'session-1', duration: 1000, timeListened: 3, currentTime: 503 }]);
  });

  test.each([
    ['is closed', 'hide'],
    ['goes out of sight', 'setVisible'],
  ] as const)('when the page %s it saves what is there (pitfall 2)', (_how, deed) => {
    const { listen, page, saves } = startSync();
    listen(15);
    page[deed](false);
    expect(saves()).toEqual([{ sessionId: 'session-1', duration: 1000, timeListened: 15, currentTime: 115 }]);
  });

  test('a page that ends during a save sends only what that save does not carry', async () => {
    const { api, confirmed, listen, page, playhead, saves } = startSync();
    const first = api.defer(syncSession);
    listen(20);
    hear(playhead, 4);
    page.hide();
    expect(saves()).toEqual([
      { sessionId: 'session-1', duration: 1000, timeListened: 20, currentTime: 120 },
      { sessionId: 'session-1', duration: 1000, timeListened: 4, currentTime: 124 },
    ]);
    first.resolve(OK);
    await vi.waitFor(() => expect(confirmed()).toBe(24));
  });

  test.each([
    ['the first of a new book, whose progress the server would create twice', { startTime: 0 }, 4],
    ['one that carries all but a moment', {}, 0.5],
  ])('a page that ends during a save (%s) sends no second one', async (_, begun, later) => {
    const { api, confirmed, listen, page, playhead, saves } = startSync(begun);
    const first = api.defer(syncSession);
    listen(20);
    hear(playhead, later);
    page.setVisible(false);
    page.hide();
    expect(saves()).toEqual([{ sessionId: 'session-1', duration: 1000, timeListened: 20, currentTime: 120 }]);
    first.resolve(OK);
    await vi.waitFor(() => expect(confirmed()).toBe(20));
  });

  test('a save asked for during another one is made after it', async () => {
    const { api, subject, listen, playhead, receivedBy, saves } = startSync();
    const first = api.defer(syncSession);
    const second = api.defer(syncSession);
    listen(20);
    hear(playhead, 5);
    subject.send({ type: 'sync.stopped' });
    expect(saves().length).toBe(1);
    first.resolve(OK);
    await vi.waitFor(() =>
      expect(saves()).toEqual([
        { sessionId: 'session-1', duration: 1000, timeListened: 20, currentTime: 120 },
        { sessionId: 'session-1', duration: 1000, timeListened: 5, currentTime: 125 },
      ]),
    );
    const recorded = { type: 'progress.recorded', media: BOOK, duration: 1000 };
    expect(receivedBy('progress')).toEqual([{ ...recorded, currentTime: 120 }]);
    second.resolve(OK);
    await vi.waitFor(() => expect(receivedBy('progress')).toHaveLength(2));
    expect(receivedBy('progress').at(-1)).toEqual({ ...recorded, currentTime: 125 });
  });
});

describe('failures', () => {
  test('three failed saves lose nothing: the fourth carries every listened second (pitfall 1)', async () => {
    const { api, confirmed, listen, saves, delivery } = startSync();
    for (let failure = 0; failure < 3; failure += 1) api.refuseOnce(syncSession, { kind: 'network' });
    listen(20);
    for (const seconds of [10, 10, 10]) {
      await vi.waitFor(() => expect(delivery()).toBe('backingOff'));
      listen(seconds);
    }
    await vi.waitFor(() => expect(delivery()).toBe('resting'));
    expect(saves().at(-1)).toEqual({ sessionId: 'session-1', duration: 1000, timeListened: 50, currentTime: 150 });
    expect(confirmed()).toBe(50);
  });

  test('the fourth in a row is told, and counting begins again (SYN-004, SYN-006, CON-049)', async () => {
    const { api, clock, listen, delivery, subject, receivedBy } = startSync();
    api.refuse(syncSession, { kind: 'network' });
    listen(20);
    for (let failure = 0; failure < 3; failure += 1) {
      await vi.waitFor(() => expect(delivery()).toBe('backingOff'));
      expect(receivedBy('toasts')).toEqual([]);
      clock.advance(10_000);
    }
    await vi.waitFor(() => expect(delivery()).toBe('backingOff'));
    expect(receivedBy('toasts')).toEqual([
      {
        type: 'toasts.show',
        id: 'progress-sync',
        kind: 'error',
        message: { key: 'player.notSynced' },
        error: expect.objectContaining({ kind: expect.any(String) }),
        durationMs: null,
      },
    ]);
    expect(subject.getSnapshot().context.failures).toBe(0);
  });

  test('the message goes when a save arrives again', async () => {
    const { api, clock, listen, delivery, receivedBy } = startSync();
    for (let failure = 0; failure < 4; failure += 1) api.refuseOnce(syncSession, { kind: 'timeout' });
    listen(20);
    for (let failure = 0; failure < 4; failure += 1) {
      await vi.waitFor(() => expect(delivery()).toBe('backingOff'));
      clock.advance(10_000);
    }
    await vi.waitFor(() => expect(delivery()).toBe('resting'));
    expect(receivedBy('toasts').at(-1)).toEqual({ type: 'toasts.dismiss', id: 'progress-sync' });
  });

  test.each([
    ['while another one is asked for', 'sync.stopped'],
    ['alone', null],
  ] as const)('a save that arrives %s ends the row of failures and its message', async (_, asked) => {
    const { api, clock, listen, delivery, subject, receivedBy } = startSync();
    const told = () => receivedBy('toasts').map(({ type }) => type);
    const fail = async (times: number) => {
      for (let failure = 0; failure < times; failure += 1) {
        api.refuseOnce(syncSession, { kind: 'timeout' });
        clock.advance(10_000);
        await vi.waitFor(() => expect(delivery()).toBe('backingOff'));
      }
    };
    const arrive = async () => {
      const save = api.defer(syncSession);
      clock.advance(10_000);
      expect(delivery()).toBe('delivering');
      if (asked) subject.send({ type: asked });
      save.resolve(OK);
      await vi.waitFor(() => expect(delivery()).toBe('resting'));
      subject.send({ type: 'sync.started' });
    };
    api.refuseOnce(syncSession, { kind: 'timeout' });
    listen(20);
    await vi.waitFor(() => expect(delivery()).toBe('backingOff'));
    await fail(2);
    await arrive();
    api.refuseOnce(syncSession, { kind: 'timeout' });
    listen(20);
    await vi.waitFor(() => expect(delivery()).toBe('backingOff'));
    await fail(2);
    expect(told()).toEqual([]);
    await fail(1);
    expect(told()).toEqual(['toasts.show']);
    await arrive();
    expect(told()).toEqual(['toasts.show', 'toasts.dismiss']);
  });

  test.each<[string, (sync: ReturnType<typeof startSync>) => void, { timeListened: number; currentTime: number }]>([
    ['a pause', ({ subject }) => subject.send({ type: 'sync.stopped' }), { timeListened: 24, currentTime: 124 }],
    // Whether the failed one arrived is not known: its seconds stay in the ledger until that is.
    ['the end of the page', ({ page }) => page.hide(), { timeListened: 0, currentTime: 124 }],
    ['the next regular save', ({ listen }) => listen(6), { timeListened: 30, currentTime: 130 }],
  ])('after a failure %s does not wait for the next try', async (_, deed, saved) => {
    const sync = startSync();
    const { api, listen, saves, delivery } = sync;
    const first = api.defer(syncSession);
    listen(20);
    listen(4);
    first.reject(new AppException({ kind: 'network' }));
    await vi.waitFor(() => expect(delivery()).toBe('backingOff'));
    deed(sync);
    await vi.waitFor(() => expect(saves()).toHaveLength(2));
    expect(saves()[1]).toEqual({ sessionId: 'session-1', duration: 1000, ...saved });
  });

  test('a session that the server does not know is reported, and stored whole instead of closed', async () => {
    const { api, listen, parentEvents, closings, subject } = startSync();
    api.refuse(syncSession, { kind: 'notFound', message: 'Not Found' });
    api.refuse(getOpenSession, { kind: 'notFound', message: 'Not Found' });
    listen(20);
    await vi.waitFor(() => expect(parentEvents).toEqual([{ type: 'sync.sessionLost' }]));
    expect(subject.getSnapshot().value).toBe('lost');
    await vi.waitFor(() =>
      expect(api.inputsOf(saveLocalSessions)).toEqual([
        expect.objectContaining({
          sessions: [expect.objectContaining({ id: 'session-1', timeListening: 20, currentTime: 120 })],
        }),
      ]),
    );
    expect(closings()).toEqual([]);
  });
});

test('a session that somebody else ended is reported as that, and stored whole instead of saved or closed', async () => {
  const { api, subject, listen, parentEvents, saves, closings, clock } = startSync();
  api.refuse(getOpenSession, { kind: 'notFound', message: 'Not Found' });
  listen(7);
  subject.send({ type: 'sync.abandon' });
  expect([parentEvents, subject.getSnapshot().value]).toEqual([[{ type: 'sync.abandoned' }], 'lost']);
  await vi.waitFor(() =>
    expect(api.inputsOf(saveLocalSessions)).toMatchObject([
      { sessions: [{ id: 'session-1', timeListening: 7, currentTime: 107 }] },
    ]),
  );
  for (const type of ['sync.save', 'sync.started', 'sync.stopped', 'sync.abandon', 'sync.finish'] as const)
    subject.send({ type });
  clock.advance(60_000);
  expect([saves(), closings(), parentEvents]).toEqual([[], [], [{ type: 'sync.abandoned' }]]);
});

test('what a session before could not save is saved at once, and what was not heard by it is not', async () => {
  const playhead = playheadAfter({ type: 'playhead.opened', time: 100, savedTime: 90, silentFor: 0 });
  const { session } = openedBook({ duration: 1000 });
  const { subject, ports } = createHost(syncMachine, {
    input: { session, media: BOOK, playhead, isPlaying: false },
    named: { toasts: null, progress: null, ledger: withInput(ledgerMachine, { userId: USER_ID }) },
  });
  const answer = ports.api.defer(syncSession);
  expect(ports.api.inputsOf(syncSession)).toEqual([
    { sessionId: 'session-1', duration: 1000, timeListened: 0, currentTime: 100 },
  ]);
  expect(subject.getSnapshot().matches({ keeping: { delivery: 'delivering', pace: 'idle' } })).toBe(true);
  answer.resolve(OK);
  await vi.waitFor(() => expect(subject.getSnapshot().matches({ keeping: { delivery: 'resting' } })).toBe(true));
});

describe('a finished item that is started again (pitfall 9)', () => {
  test('is not saved when it is stopped at once', async () => {
    const { subject, listen, saves, closings } = startSync({ time: 0, silentUntil: 5 });
    listen(3);
    subject.send({ type: 'sync.stopped' });
    subject.send({ type: 'sync.finish' });
    await vi.waitFor(() => expect(subject.getSnapshot().status).toBe('done'));
    expect(saves()).toEqual([]);
    expect(closings()).toEqual([{ sessionId: 'session-1', listened: null }]);
  });

  test('is saved with all its seconds once some were heard', () => {
    const { subject, listen, saves } = startSync({ time: 0, silentUntil: 5 });
    listen(6);
    subject.send({ type: 'sync.stopped' });
    expect(saves()).toEqual([{ sessionId: 'session-1', duration: 1000, timeListened: 6, currentTime: 6 }]);
  });
});

describe('the end', () => {
  test('saves what is left, then closes without repeating it', async () => {
    const { subject, listen, saves, closings } = startSync();
    listen(7);
    subject.send({ type: 'sync.finish' });
    await vi.waitFor(() => expect(subject.getSnapshot().status).toBe('done'));
    expect(saves()).toEqual([{ sessionId: 'session-1', duration: 1000, timeListened: 7, currentTime: 107 }]);
    expect(closings()).toEqual([{ sessionId: 'session-1', listened: null }]);
  });

  test('by force leaves the ledger every second and the end of the session (pitfall 2)', async () => {
    const playhead = playheadAfter({ type: 'playhead.opened', time: 100, savedTime: 100, silentFor: 0 });
    const { session } = openedBook({ duration: 1000 });
    const input = { session, media: BOOK, playhead, isPlaying: true };
    const owner = createMachine({
      initial: 'owning',
      states: { owning: { invoke: { src: syncMachine, id: 'sync', input }, on: { 'owner.leave': 'left' } }, left: {} },
    });
    const { subject, ports } = createHost(owner, {
      named: { toasts: null, progress: null, ledger: withInput(ledgerMachine, { userId: USER_ID }) },
    });
    ports.api.answer(syncSession, OK);
    ports.api.answer(closeSession, OK);
    hear(playhead, 7);
    subject.send({ type: 'owner.leave' });
    await vi.waitFor(() =>
      expect(ports.api.inputsOf(closeSession)).toEqual([{ sessionId: 'session-1', listened: null }]),
    );
    expect(ports.api.inputsOf(syncSession)).toEqual([
      { sessionId: 'session-1', duration: 1000, timeListened: 7, currentTime: 107 },
    ]);
  });

  test('ends also when the server cannot be reached; the ledger goes on by itself', async () => {
    const { api, clock, subject, playhead, closings } = startSync();
    api.refuseOnce(syncSession, { kind: 'server', status: 500, message: '' });
    api.answer(getOpenSession, bookSession({ timeListening: 0 }));
    api.answer(saveLocalSessions, { results: [{ id: 'session-1', success: true }] });
    hear(playhead, 15);
    subject.send({ type: 'sync.finish' });
    await vi.waitFor(() => expect(subject.getSnapshot().status).toBe('done'));
    expect(closings()).toEqual([]);
    clock.advance(1000);
    await vi.waitFor(() => expect(closings()).toEqual([{ sessionId: 'session-1', listened: null }]));
    await vi.waitFor(() =>
      expect(api.inputsOf(saveLocalSessions)[0]).toMatchObject({ sessions: [{ id: 'session-1', timeListening: 15 }] }),
    );
  });

  test('waits for the save under way', async () => {
    const { api, subject, listen, playhead, saves, closings } = startSync();
    const first = api.defer(syncSession);
    listen(20);
    hear(playhead, 2);
    subject.send({ type: 'sync.finish' });
    expect(closings()).toEqual([]);
    first.resolve(OK);
    await vi.waitFor(() => expect(closings().length).toBe(1));
    expect(saves().map((input) => (input as { timeListened: number }).timeListened)).toEqual([20, 2]);
  });
});
