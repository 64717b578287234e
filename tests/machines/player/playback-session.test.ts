import { waitFor, type StateValueFrom } from 'xstate';
import { describe, expect, test, vi } from 'vitest';
import { playbackSessionMachine } from '../../../src/machines/player/playback-session.machine.ts';
import type { MediaRef } from '../../../src/machines/player/player.protocol.ts';
import { closeSession, playEpisode, playItem, syncSession } from '../../../src/services/endpoints/playback.ts';
import { createHost } from '../../support/host.ts';
import { BOOK, BOOK_DURATION, bookSession, hear, openedBook, playheadAfter } from '../../support/player-fixtures.ts';

const OK = 'OK';
const GONE = { kind: 'notFound', message: 'Not Found' } as const;
const opened = { type: 'session.opened', opened: openedBook() };
const renewed = { type: 'session.renewed', opened: openedBook({ id: 'session-2' }) };
const save = (timeListened: number, currentTime: number, sessionId = 'session-1') => ({ sessionId, duration: BOOK_DURATION, timeListened, currentTime });
const close = (listened: object | null = null, sessionId = 'session-1') => ({ sessionId, listened });

/** A session that is being opened. The server gives `session-1`, then `session-2`, and takes what it is sent. */
function start(media: MediaRef = BOOK) {
  const playhead = playheadAfter({ type: 'playhead.opened', time: 100, silentUntil: 0 });
  const host = createHost(playbackSessionMachine, { input: { media, playhead }, named: { toasts: null, progress: null } });
  const { api, clock } = host.ports;
  api.answer(playItem, bookSession({ id: 'session-2' }));
  api.answer(syncSession, OK);
  api.answer(closeSession, OK);
  const state = () => host.subject.getSnapshot();
  return {
    ...host,
    api,
    clock,
    playhead,
    state,
    send: host.subject.send,
    reaches: (value: StateValueFrom<typeof playbackSessionMachine>) => waitFor(host.subject, (now) => now.matches(value), { timeout: 1000 }),
    ends: () => waitFor(host.subject, ({ status }) => status === 'done', { timeout: 1000 }),
    names: () => api.calls.map(({ name }) => name),
    saves: () => api.inputsOf(syncSession),
    closings: () => api.inputsOf(closeSession),
    /** So many seconds are heard while the clock of the machine runs along. */
    listen(seconds: number) {
      for (let second = 0; second < seconds; second += 1) {
        hear(playhead, 1);
        clock.advance(1000);
      }
    },
  };
}

/** The same, opened as `session-1`. */
async function startLive() {
  const session = start();
  session.api.answerOnce(playItem, bookSession());
  await session.reaches({ live: 'open' });
  return session;
}

/** The same, ended by another device after 8 heard seconds. */
async function startSuspended() {
  const session = await startLive();
  hear(session.playhead, 8);
  session.send({ type: 'session.endedElsewhere' });
  return session;
}

/** The same, lost by the server after 6 heard seconds, and not replaced yet: the server refuses. */
async function startWaiting() {
  const session = await startLive();
  session.api.refuseOnce(syncSession, GONE);
  session.api.refuse(playItem, { kind: 'network' });
  hear(session.playhead, 6);
  session.send({ type: 'session.save' });
  await session.reaches('waiting');
  return session;
}

describe('opening', () => {
  test('a book tells the parent its session and the addresses of its files, and saves nothing yet', async () => {
    const { api, parentEvents, ports, names } = await startLive();
    const browser = JSON.parse(ports.storage.texts.get('earmark.deviceId') ?? '');
    const tab = JSON.parse(ports.tabStorage.texts.get('earmark.tabId') ?? '');
    expect(api.inputsOf(playItem)).toEqual([
      {
        itemId: BOOK.libraryItemId, deviceInfo: { clientName: 'Earmark Web', deviceId: `${browser}-${tab}` },
        supportedMimeTypes: ['audio/mpeg', 'audio/mp4'], mediaPlayer: 'html5', forceTranscode: false, forceDirectPlay: false,
      },
    ]);
    expect([parentEvents, names()]).toEqual([[opened], ['playback.play']]);
  });

  test('an episode asks for the session of that episode', async () => {
    const { api, names, reaches } = start({ libraryItemId: 'podcast', episodeId: 'e1' });
    api.answer(playEpisode, bookSession());
    await reaches({ live: 'open' });
    expect([names(), api.inputsOf(playEpisode)]).toEqual([['playback.playEpisode'], [expect.objectContaining({ itemId: 'podcast', episodeId: 'e1' })]]);
  });

  test.each([
    { kind: 'forbidden', message: '' },
    { kind: 'server', status: 500, message: '' },
    { kind: 'network' },
    { kind: 'notFound', message: '' },
  ] as const)('that is refused ($kind) is told once and not tried again (pitfall 3)', async (error) => {
    const { api, clock, parentEvents, names, reaches } = start();
    api.refuse(playItem, error);
    await reaches('failed');
    clock.advance(60_000);
    expect([parentEvents, names()]).toEqual([[{ type: 'session.failed', error }], ['playback.play']]);
  });

  test('with an answer that is no session is told like a refusal', async () => {
    const { api, parentEvents, reaches } = start();
    api.answer(playItem, { message: 'hello' });
    await reaches('failed');
    expect(parentEvents).toEqual([{ type: 'session.failed', error: expect.objectContaining({ kind: 'contract', endpoint: 'playback.play' }) }]);
  });

  test('that failed ends by closing, without a call (pitfall 32)', async () => {
    const { api, names, reaches, send, state } = start();
    api.refuse(playItem, { kind: 'network' });
    await reaches('failed');
    for (const type of ['session.playing', 'session.save', 'session.renew', 'session.endedElsewhere'] as const) send({ type });
    expect(state().value).toBe('failed');
    send({ type: 'session.close' });
    expect([state().status, names()]).toEqual(['done', ['playback.play']]);
  });

  test('that is closed before the answer ends at once; the answer that comes later opens, saves and closes nothing (pitfall 32)', async () => {
    const { api, names, parentEvents, send, state } = start();
    const answer = api.defer(playItem);
    await vi.waitFor(() => expect(names()).toEqual(['playback.play']));
    send({ type: 'session.close' });
    expect([state().status, api.aborted]).toEqual(['done', ['playback.play']]);
    answer.resolve(bookSession());
    await answer.promise;
    expect([state().context.opened, names(), parentEvents.filter(({ type }) => type.startsWith('session.'))]).toEqual([null, ['playback.play'], []]);
  });

  test('by force ended (sign-out) stops the call and closes nothing', async () => {
    const { api, names, stop } = start();
    api.defer(playItem);
    await vi.waitFor(() => expect(names()).toEqual(['playback.play']));
    stop();
    expect([api.aborted, names()]).toEqual([['playback.play'], ['playback.play']]);
  });
});

describe('an open session', () => {
  test('is saved while it sounds, also when the sound began before the answer came (SYN-001)', async () => {
    const { api, listen, reaches, saves, send } = start();
    api.answerOnce(playItem, bookSession());
    send({ type: 'session.playing' });
    await reaches({ live: 'open' });
    listen(20);
    await vi.waitFor(() => expect(saves()).toEqual([save(20, 120)]));
  });

  test('is not saved by the clock while it is paused', async () => {
    const { listen, saves, send } = await startLive();
    send({ type: 'session.playing' });
    send({ type: 'session.paused' });
    listen(30);
    expect(saves()).toEqual([]);
  });

  test('is not saved by the clock when the sound had stopped before the answer came', async () => {
    const { api, listen, reaches, saves, send } = start();
    api.answerOnce(playItem, bookSession());
    send({ type: 'session.playing' });
    send({ type: 'session.paused' });
    await reaches({ live: 'open' });
    listen(30);
    expect(saves()).toEqual([]);
  });

  test('is saved when the sound stops', async () => {
    const { listen, saves, send } = await startLive();
    send({ type: 'session.playing' });
    listen(3);
    send({ type: 'session.paused' });
    expect(saves()).toEqual([save(3, 103)]);
  });

  test('is saved when it is told to, and not again while nothing moved', async () => {
    const { playhead, saves, send } = await startLive();
    playhead.send({ type: 'engine.moved', time: 30 });
    send({ type: 'session.save' });
    await vi.waitFor(() => expect(playhead.getSnapshot().context.savedTime).toBe(30));
    send({ type: 'session.save' });
    expect(saves()).toEqual([save(0, 30)]);
  });
});

describe('a session that the server has forgotten (areas 30.4, pitfall 5)', () => {
  test('is replaced, and the next one delivers every second heard, without closing the lost one', async () => {
    const { api, listen, parentEvents, saves, closings, send } = await startLive();
    send({ type: 'session.playing' });
    api.refuseOnce(syncSession, GONE);
    listen(20);
    await vi.waitFor(() => expect(saves()).toEqual([save(20, 120), save(20, 120, 'session-2')]));
    expect([parentEvents, closings()]).toEqual([[opened, renewed], []]);
    listen(10);
    expect(saves().at(-1)).toEqual(save(10, 130, 'session-2'));
  });

  test('while it is replaced, what is told of the sound holds for the next one', async () => {
    const { api, listen, playhead, reaches, saves, send } = await startLive();
    api.refuseOnce(syncSession, GONE);
    const answer = api.defer(playItem);
    hear(playhead, 6);
    send({ type: 'session.save' });
    await reaches('renewing');
    for (const type of ['session.playing', 'session.save', 'session.renew', 'session.endedElsewhere'] as const) send({ type });
    answer.resolve(bookSession({ id: 'session-2' }));
    await vi.waitFor(() => expect(playhead.getSnapshot().context.savedListened).toBe(6));
    listen(14);
    expect([saves(), api.inputsOf(playItem).length]).toEqual([[save(6, 106), save(6, 106, 'session-2'), save(14, 120, 'session-2')], 2]);
  });

  test.each([
    { kind: 'network' },
    { kind: 'timeout' },
    { kind: 'server', status: 502, message: '' },
    { kind: 'rateLimited', message: '', retryAfterSeconds: null },
  ] as const)('is asked for again when that fails for the moment ($kind)', async (error) => {
    const { api, clock, parentEvents, reaches, send, playhead, saves } = await startLive();
    api.refuseOnce(syncSession, GONE);
    api.refuseOnce(playItem, error);
    hear(playhead, 6);
    send({ type: 'session.save' });
    await reaches('waiting');
    expect(parentEvents).toEqual([opened]);
    clock.advance(500);
    await vi.waitFor(() => expect(saves()).toEqual([save(6, 106), save(6, 106, 'session-2')]));
    expect(parentEvents).toEqual([opened, renewed]);
  });

  test('is asked for ten times, at growing distances, before it is given up', async () => {
    const { api, clock, parentEvents, reaches, state } = await startWaiting();
    const waits: number[] = [];
    while (state().matches('waiting')) {
      const wait = (clock.pending[0] ?? Infinity) - clock.now();
      waits.push(wait);
      clock.advance(wait - 1);
      expect(state().value).toBe('waiting');
      clock.advance(1);
      expect(state().value).toBe('renewing');
      await vi.waitFor(() => expect(state().value).not.toBe('renewing'));
    }
    await reaches('failed');
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 10_000, 10_000, 10_000, 10_000]);
    expect(api.inputsOf(playItem).length).toBe(1 + 10);
    expect(parentEvents).toEqual([opened, { type: 'session.failed', error: { kind: 'network' } }]);
  });

  test('that was replaced has all its tries again when it is lost another time', async () => {
    const { api, clock, state, reaches } = await startWaiting();
    api.answer(playItem, bookSession({ id: 'session-2' }));
    clock.advance(500);
    await reaches({ live: 'open' });
    expect(state().context.tries).toBe(0);
  });

  test('is given up at once when the server refuses another one', async () => {
    const { api, clock, parentEvents, reaches } = await startWaiting();
    api.refuse(playItem, { kind: 'forbidden', message: '' });
    clock.advance(500);
    await reaches('failed');
    expect(parentEvents).toEqual([opened, { type: 'session.failed', error: { kind: 'forbidden', message: '' } }]);
  });

  test('is not asked for any more when it is closed between two tries', async () => {
    const { clock, names, send, state } = await startWaiting();
    send({ type: 'session.close' });
    const before = names();
    clock.advance(60_000);
    expect([state().status, names()]).toEqual(['done', before]);
  });

  test('that is closed while it is replaced ends at once, and the late answer opens nothing', async () => {
    const { api, clock, names, parentEvents, send, state } = await startWaiting();
    const answer = api.defer(playItem);
    clock.advance(500);
    expect(state().value).toBe('renewing');
    await vi.waitFor(() => expect(api.inputsOf(playItem).length).toBe(3));
    send({ type: 'session.close' });
    answer.resolve(bookSession({ id: 'session-2' }));
    await answer.promise;
    expect([state().status, api.aborted]).toEqual(['done', ['playback.play']]);
    expect(names()).toEqual(['playback.play', 'playback.sync', 'playback.play', 'playback.play']);
    expect(parentEvents).not.toContainEqual(renewed);
  });
});

describe('a session that is of no use any more, as when its files do not come', () => {
  test('is saved and closed before the next one opens, and no second is counted twice (areas 30.7)', async () => {
    const { listen, names, parentEvents, playhead, reaches, saves, closings, send } = await startLive();
    send({ type: 'session.playing' });
    listen(9);
    send({ type: 'session.renew' });
    await vi.waitFor(() => expect(parentEvents).toEqual([opened, renewed]));
    await reaches({ live: 'open' });
    expect(names()).toEqual(['playback.play', 'playback.sync', 'playback.close', 'playback.play']);
    listen(11);
    send({ type: 'session.paused' });
    await vi.waitFor(() => expect(playhead.getSnapshot().context.savedListened).toBe(20));
    expect([saves(), closings()]).toEqual([[save(9, 109), save(11, 120, 'session-2')], [close()]]);
  });

  test('is replaced after the save under way, which is not repeated', async () => {
    const { api, parentEvents, playhead, saves, send } = await startLive();
    const first = api.defer(syncSession);
    hear(playhead, 9);
    send({ type: 'session.save' });
    send({ type: 'session.renew' });
    send({ type: 'session.renew' });
    expect(parentEvents).toEqual([opened]);
    first.resolve(OK);
    await vi.waitFor(() => expect(parentEvents).toEqual([opened, renewed]));
    expect(saves()).toEqual([save(9, 109)]);
  });

  test('and that cannot be saved is replaced all the same; the next one delivers its seconds', async () => {
    const { api, playhead, saves, send } = await startLive();
    api.refuseOnce(syncSession, GONE);
    api.refuse(closeSession, GONE);
    hear(playhead, 9);
    send({ type: 'session.renew' });
    await vi.waitFor(() => expect(saves()).toEqual([save(9, 109), save(9, 109, 'session-2')]));
  });

  test('is only closed when that is asked for before the next one was', async () => {
    const { ends, names, playhead, send } = await startLive();
    hear(playhead, 9);
    send({ type: 'session.renew' });
    send({ type: 'session.close' });
    await ends();
    expect(names()).toEqual(['playback.play', 'playback.sync', 'playback.close']);
  });

  test('is replaced when it is lost just then', async () => {
    const { api, parentEvents, playhead, send } = await startLive();
    api.defer(syncSession);
    hear(playhead, 9);
    send({ type: 'session.renew' });
    send({ type: 'sync.sessionLost' });
    await vi.waitFor(() => expect(parentEvents).toEqual([opened, renewed]));
  });
});

describe('a session that somebody else ended (areas 30.3, pitfall 6)', () => {
  test('is told to the parent once; nothing is saved, closed or opened by itself', async () => {
    const { clock, names, parentEvents, send, state } = await startSuspended();
    for (const type of ['session.endedElsewhere', 'session.save', 'session.paused'] as const) send({ type });
    clock.advance(60_000);
    expect([state().value, parentEvents, names()]).toEqual(['suspended', [opened, { type: 'session.takenOver' }], ['playback.play']]);
  });

  test.each(['session.playing', 'session.renew'] as const)('is replaced at %s, and the next one delivers what was heard before', async (type) => {
    const { parentEvents, saves, send } = await startSuspended();
    send({ type });
    await vi.waitFor(() => expect(saves()).toEqual([save(8, 108, 'session-2')]));
    expect(parentEvents).toEqual([opened, { type: 'session.takenOver' }, renewed]);
  });

  test('ends by closing, without a call', async () => {
    const { names, send, state } = await startSuspended();
    send({ type: 'session.close' });
    expect([state().status, names()]).toEqual(['done', ['playback.play']]);
  });
});

describe('closing', () => {
  test('saves what is unsaved, closes, and only then ends', async () => {
    const { api, ends, playhead, saves, closings, send, state } = await startLive();
    const answer = api.defer(closeSession);
    hear(playhead, 7);
    send({ type: 'session.close' });
    await vi.waitFor(() => expect(closings()).toEqual([close()]));
    expect([state().value, saves()]).toEqual([{ live: 'closing' }, [save(7, 107)]]);
    answer.resolve(OK);
    await ends();
    expect([saves(), closings()]).toEqual([[save(7, 107)], [close()]]);
  });

  test('without anything unsaved only closes', async () => {
    const { ends, names, send } = await startLive();
    send({ type: 'session.close' });
    await ends();
    expect(names()).toEqual(['playback.play', 'playback.close']);
  });

  test('carries the unsaved seconds itself when they could not be saved (CON-048)', async () => {
    const { api, ends, playhead, closings, send } = await startLive();
    api.refuse(syncSession, { kind: 'server', status: 500, message: '' });
    hear(playhead, 21);
    send({ type: 'session.close' });
    await ends();
    expect(closings()).toEqual([close({ currentTime: 121, timeListened: 21, duration: BOOK_DURATION })]);
  });

  test.each([GONE, { kind: 'network' }] as const)('ends also when the server answers nothing of use ($kind)', async (error) => {
    const { api, ends, names, parentEvents, playhead, send } = await startLive();
    api.refuse(syncSession, error);
    api.refuse(closeSession, error);
    hear(playhead, 7);
    send({ type: 'session.close' });
    await ends();
    expect(names()).toEqual(['playback.play', 'playback.sync', 'playback.close']);
    expect(parentEvents.filter(({ type }) => type.startsWith('session.'))).toEqual([opened]);
  });

  test('twice, or mixed with other orders, is one closing', async () => {
    const { ends, names, playhead, send } = await startLive();
    hear(playhead, 7);
    for (const type of ['session.close', 'session.close', 'session.save', 'session.renew', 'session.endedElsewhere'] as const) send({ type });
    await ends();
    expect(names()).toEqual(['playback.play', 'playback.sync', 'playback.close']);
  });

  test('waits for nothing more when the session is lost meanwhile', async () => {
    const { api, send, state } = await startLive();
    api.defer(closeSession);
    send({ type: 'session.close' });
    send({ type: 'sync.sessionLost' });
    expect(state().status).toBe('done');
  });

  test('by force, as at sign-out, saves and closes all the same', async () => {
    const { playhead, saves, closings, stop } = await startLive();
    hear(playhead, 7);
    stop();
    await vi.waitFor(() => expect(closings()).toEqual([close()]));
    expect(saves()).toEqual([save(7, 107)]);
  });
});
