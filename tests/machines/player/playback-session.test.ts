import type { AppError } from '../../../src/schemas/app-error.ts';
import { waitFor, type StateValueFrom } from 'xstate';
import { describe, expect, test, vi } from 'vitest';
import { playbackSessionMachine } from '../../../src/machines/player/playback-session.machine.ts';
import type { MediaRef } from '../../../src/machines/player/player.protocol.ts';
import { ledgerMachine } from '../../../src/machines/progress/ledger.machine.ts';
import {
  getOpenSession,
  saveLocalSessions,
  type LocalSession,
} from '../../../src/services/endpoints/local-sessions.ts';
import { closeSession, playEpisode, playItem, syncSession } from '../../../src/services/endpoints/playback.ts';
import { createHost } from '../../support/host.ts';
import {
  BOOK,
  BOOK_DURATION,
  bookSession,
  hear,
  openedBook,
  playheadAfter,
  USER_ID,
} from '../../support/player-fixtures.ts';
import { withInput } from '../../support/with-input.ts';

type StoreInput = { readonly sessions: readonly LocalSession[] };

const OK = 'OK';
const GONE = { kind: 'notFound', message: 'Not Found' } as const;
const opened = { type: 'playback.opened', opened: openedBook() };
const delayed = { type: 'playback.delayed' };
const reopened = { type: 'playback.reopened', opened: openedBook({ id: 'session-2' }) };
const save = (timeListened: number, currentTime: number, sessionId = 'session-1') => ({
  sessionId,
  duration: BOOK_DURATION,
  timeListened,
  currentTime,
});
const close = (listened: object | null = null, sessionId = 'session-1') => ({ sessionId, listened });

/** A session that is being opened. The server gives `session-1`, then `session-2`, and takes what it is sent. */
function start(media: MediaRef = BOOK) {
  const playhead = playheadAfter({ type: 'playhead.opened', time: 100, savedTime: 100, silentFor: 0 });
  const host = createHost(playbackSessionMachine, {
    input: { media, playhead, mediaPlayer: 'html5', forceTranscode: false },
    named: { toasts: null, progress: null, ledger: withInput(ledgerMachine, { userId: USER_ID }) },
  });
  const { api, clock } = host.ports;
  api.answer(playItem, bookSession({ id: 'session-2' }));
  api.answer(syncSession, OK);
  api.answer(closeSession, OK);
  api.refuse(getOpenSession, GONE);
  api.answer(saveLocalSessions, { results: [] });
  const state = () => host.subject.getSnapshot();
  return {
    ...host,
    api,
    clock,
    playhead,
    state,
    send: host.subject.send,
    reaches: (value: StateValueFrom<typeof playbackSessionMachine>) =>
      waitFor(host.subject, (now) => now.matches(value), { timeout: 1000 }),
    ends: () => waitFor(host.subject, ({ status }) => status === 'done', { timeout: 1000 }),
    /** Calls of the open session; those of the ledger about a lost one are in `stored`. */
    names: () => api.calls.map(({ name }) => name).filter((name) => name.startsWith('playback.')),
    saves: () => api.inputsOf(syncSession),
    closings: () => api.inputsOf(closeSession),
    /** Sessions stored whole, because the server has them no more: id, seconds, position. */
    stored: () =>
      api
        .inputsOf(saveLocalSessions)
        .flatMap((input) =>
          (input as StoreInput).sessions.map(({ id, timeListening, currentTime }) => [id, timeListening, currentTime]),
        ),
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
  session.send({ type: 'playback.endedElsewhere' });
  return session;
}

/** The same, lost by the server after 6 heard seconds, and not replaced yet: the server refuses. */
async function startWaiting(refusal: AppError = { kind: 'network' }) {
  const session = await startLive();
  session.api.refuseOnce(syncSession, GONE);
  session.api.refuse(playItem, refusal);
  hear(session.playhead, 6);
  session.send({ type: 'playback.save' });
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
        itemId: BOOK.libraryItemId,
        deviceInfo: { clientName: 'Earmark Web', deviceId: `${browser}-${tab}` },
        supportedMimeTypes: ['audio/mpeg', 'audio/mp4'],
        mediaPlayer: 'html5',
        forceTranscode: false,
        forceDirectPlay: false,
      },
    ]);
    expect([parentEvents, names()]).toEqual([[opened], ['playback.play']]);
  });

  test('an episode asks for the session of that episode', async () => {
    const { api, names, reaches } = start({ libraryItemId: 'podcast', episodeId: 'e1' });
    api.answer(playEpisode, bookSession());
    await reaches({ live: 'open' });
    expect([names(), api.inputsOf(playEpisode)]).toEqual([
      ['playback.playEpisode'],
      [expect.objectContaining({ itemId: 'podcast', episodeId: 'e1' })],
    ]);
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
    expect([parentEvents, names()]).toEqual([[{ type: 'playback.failed', error }], ['playback.play']]);
  });

  test('with an answer that is no session is told like a refusal', async () => {
    const { api, parentEvents, reaches } = start();
    api.answer(playItem, { message: 'hello' });
    await reaches('failed');
    expect(parentEvents).toEqual([
      { type: 'playback.failed', error: expect.objectContaining({ kind: 'contract', endpoint: 'playback.play' }) },
    ]);
  });

  test('that failed ends by closing, without a call (pitfall 32)', async () => {
    const { api, names, reaches, send, state } = start();
    api.refuse(playItem, { kind: 'network' });
    await reaches('failed');
    for (const type of ['playback.started', 'playback.save', 'playback.reopen', 'playback.endedElsewhere'] as const)
      send({ type });
    expect(state().value).toBe('failed');
    send({ type: 'playback.close' });
    expect([state().status, names()]).toEqual(['done', ['playback.play']]);
  });

  test('that is closed before the answer ends at once; the answer that comes later opens, saves and closes nothing (pitfall 32)', async () => {
    const { api, names, parentEvents, send, state } = start();
    const answer = api.defer(playItem);
    await vi.waitFor(() => expect(names()).toEqual(['playback.play']));
    send({ type: 'playback.close' });
    expect([state().status, api.aborted]).toEqual(['done', ['playback.play']]);
    answer.resolve(bookSession());
    await answer.promise;
    expect([state().context.opened, names(), parentEvents.filter(({ type }) => type.startsWith('playback.'))]).toEqual([
      null,
      ['playback.play'],
      [],
    ]);
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
    send({ type: 'playback.started' });
    await reaches({ live: 'open' });
    listen(20);
    await vi.waitFor(() => expect(saves()).toEqual([save(20, 120)]));
  });

  test('is not saved by the clock while it is paused', async () => {
    const { listen, saves, send } = await startLive();
    send({ type: 'playback.started' });
    send({ type: 'playback.paused' });
    listen(30);
    expect(saves()).toEqual([]);
  });

  test('is not saved by the clock when the sound had stopped before the answer came', async () => {
    const { api, listen, reaches, saves, send } = start();
    api.answerOnce(playItem, bookSession());
    send({ type: 'playback.started' });
    send({ type: 'playback.paused' });
    await reaches({ live: 'open' });
    listen(30);
    expect(saves()).toEqual([]);
  });

  test('is saved when the sound stops', async () => {
    const { listen, saves, send } = await startLive();
    send({ type: 'playback.started' });
    listen(3);
    send({ type: 'playback.paused' });
    expect(saves()).toEqual([save(3, 103)]);
  });

  test('is saved when it is told to, and not again while nothing moved', async () => {
    const { playhead, saves, send } = await startLive();
    playhead.send({ type: 'engine.moved', time: 30, at: 0 });
    send({ type: 'playback.save' });
    await vi.waitFor(() => expect(playhead.getSnapshot().context.savedTime).toBe(30));
    send({ type: 'playback.save' });
    expect(saves()).toEqual([save(0, 30)]);
  });
});

describe('a session that the server has forgotten (server fact 21, pitfall 5)', () => {
  test('is replaced, and the next one delivers every second heard, without closing the lost one', async () => {
    const { api, listen, parentEvents, saves, stored, closings, send } = await startLive();
    send({ type: 'playback.started' });
    api.refuseOnce(syncSession, GONE);
    listen(20);
    await vi.waitFor(() =>
      expect([saves(), stored()]).toEqual([[save(20, 120), save(0, 120, 'session-2')], [['session-1', 20, 120]]]),
    );
    expect([parentEvents, closings()]).toEqual([[opened, reopened], []]);
    listen(10);
    expect(saves().at(-1)).toEqual(save(10, 130, 'session-2'));
  });

  test('while it is replaced, what is told of the sound holds for the next one', async () => {
    const { api, listen, parentEvents, playhead, reaches, saves, stored, send } = await startLive();
    api.refuseOnce(syncSession, GONE);
    const answer = api.defer(playItem);
    hear(playhead, 6);
    send({ type: 'playback.save' });
    await reaches('reopening');
    for (const type of ['playback.started', 'playback.save', 'playback.reopen', 'playback.endedElsewhere'] as const)
      send({ type });
    answer.resolve(bookSession({ id: 'session-2' }));
    await vi.waitFor(() => expect(parentEvents).toContainEqual(reopened));
    await vi.waitFor(() =>
      expect([saves(), stored()]).toEqual([[save(6, 106), save(0, 106, 'session-2')], [['session-1', 6, 106]]]),
    );
    listen(10);
    expect([saves().slice(2), api.inputsOf(playItem).length]).toEqual([[save(10, 116, 'session-2')], 2]);
  });

  test.each([
    { kind: 'network' },
    { kind: 'timeout' },
    { kind: 'server', status: 502, message: '' },
    { kind: 'rateLimited', message: '', retryAfterSeconds: null },
  ] as const)('is asked for again when that fails for the moment ($kind)', async (error) => {
    const { api, clock, parentEvents, reaches, send, playhead, saves, stored } = await startLive();
    api.refuseOnce(syncSession, GONE);
    api.refuseOnce(playItem, error);
    hear(playhead, 6);
    send({ type: 'playback.save' });
    await reaches('waiting');
    expect(parentEvents).toEqual([opened, delayed]);
    clock.advance(500);
    await vi.waitFor(() =>
      expect([saves(), stored()]).toEqual([[save(6, 106), save(0, 106, 'session-2')], [['session-1', 6, 106]]]),
    );
    expect(parentEvents).toEqual([opened, delayed, reopened]);
  });

  test('is asked for until there is one, at distances that grow to half a minute', async () => {
    const { api, clock, parentEvents, reaches, state } = await startWaiting();
    const waits: number[] = [];
    while (waits.length < 12) {
      const before = api.inputsOf(playItem).length;
      const since = clock.now();
      while (api.inputsOf(playItem).length === before) clock.advance(500);
      waits.push(clock.now() - since);
      await vi.waitFor(() => expect(state().value).toBe('waiting'));
    }
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, 30_000, 30_000, 30_000]);
    expect(parentEvents.filter(({ type }) => type !== 'playback.delayed')).toEqual([opened]);
    api.answer(playItem, bookSession({ id: 'session-2' }));
    clock.advance(30_000);
    await reaches({ live: 'open' });
    expect(parentEvents.at(-1)).toEqual(reopened);
  });

  test('is asked for at once when the server has been reached by another way', async () => {
    const { api, clock, parentEvents, send, reaches } = await startWaiting();
    clock.advance(500);
    await reaches('waiting');
    api.answer(playItem, bookSession({ id: 'session-2' }));
    send({ type: 'playback.retry' });
    await reaches({ live: 'open' });
    expect(parentEvents.at(-1)).toEqual(reopened);
  });

  test('is asked for as soon as any call is answered again, not by one that got no answer', async () => {
    const { api, clock, parentEvents, reaches, state } = await startWaiting();
    clock.advance(500);
    await reaches('waiting');
    const calls = api.inputsOf(playItem).length;
    api.answer(playItem, bookSession({ id: 'session-2' }));
    api.tellReach(false);
    expect([state().value, api.inputsOf(playItem).length]).toEqual(['waiting', calls]);
    api.tellReach(true);
    await reaches({ live: 'open' });
    expect([parentEvents.at(-1), api.inputsOf(playItem).length]).toEqual([reopened, calls + 1]);
  });

  test('is left alone by answers to other calls while the server is there and has no session to give', async () => {
    const { api, state } = await startWaiting({ kind: 'server', status: 500, message: '' });
    const calls = api.inputsOf(playItem).length;
    api.tellReach(true);
    expect([state().value, api.inputsOf(playItem).length]).toEqual(['waiting', calls]);
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
    expect(parentEvents).toEqual([
      opened,
      delayed,
      { type: 'playback.failed', error: { kind: 'forbidden', message: '' } },
    ]);
  });

  test('is not asked for any more when it is closed between two tries', async () => {
    const { clock, names, send, state } = await startWaiting();
    send({ type: 'playback.close' });
    const before = names();
    clock.advance(60_000);
    expect([state().status, names()]).toEqual(['done', before]);
  });

  test('that is closed between two tries leaves what was heard since to the ledger, as heard in it', async () => {
    const { playhead, send, state, stored } = await startWaiting();
    await vi.waitFor(() => expect(stored()).toEqual([['session-1', 6, 106]]));
    hear(playhead, 4);
    send({ type: 'playback.close' });
    expect(state().status).toBe('done');
    await vi.waitFor(() => expect(stored().at(-1)).toEqual(['session-1', 10, 110]));
  });

  test('what was heard while it was gone is stored as heard in it, and not saved in the next one too', async () => {
    const { api, clock, playhead, parentEvents, saves, stored } = await startWaiting();
    hear(playhead, 4);
    api.answer(playItem, bookSession({ id: 'session-2' }));
    clock.advance(500);
    await vi.waitFor(() => expect(parentEvents).toContainEqual(reopened));
    await vi.waitFor(() => expect(stored().at(-1)).toEqual(['session-1', 10, 110]));
    expect(saves().map((input) => (input as { timeListened: number }).timeListened)).toEqual([6, 0]);
  });

  test('that is closed while it is replaced ends at once, and the late answer opens nothing', async () => {
    const { api, clock, names, parentEvents, send, state } = await startWaiting();
    const answer = api.defer(playItem);
    clock.advance(500);
    expect(state().value).toBe('reopening');
    await vi.waitFor(() => expect(api.inputsOf(playItem).length).toBe(3));
    send({ type: 'playback.close' });
    answer.resolve(bookSession({ id: 'session-2' }));
    await answer.promise;
    expect([state().status, api.aborted]).toEqual(['done', ['playback.play']]);
    expect(names()).toEqual(['playback.play', 'playback.sync', 'playback.play', 'playback.play']);
    expect(parentEvents).not.toContainEqual(reopened);
  });
});

describe('a session that is of no use any more, as when its files do not come', () => {
  test('is saved and closed before the next one opens, and no second is counted twice (server fact 17)', async () => {
    const { listen, names, parentEvents, playhead, reaches, saves, closings, send } = await startLive();
    send({ type: 'playback.started' });
    listen(9);
    send({ type: 'playback.reopen' });
    await vi.waitFor(() => expect(parentEvents).toEqual([opened, reopened]));
    await reaches({ live: 'open' });
    expect(names()).toEqual(['playback.play', 'playback.sync', 'playback.close', 'playback.play']);
    listen(11);
    send({ type: 'playback.paused' });
    await vi.waitFor(() => expect(playhead.getSnapshot().context.savedTime).toBe(120));
    expect([saves(), closings()]).toEqual([[save(9, 109), save(11, 120, 'session-2')], [close()]]);
  });

  test('is replaced after the save under way, which is not repeated', async () => {
    const { api, parentEvents, playhead, saves, send } = await startLive();
    const first = api.defer(syncSession);
    hear(playhead, 9);
    send({ type: 'playback.save' });
    send({ type: 'playback.reopen' });
    send({ type: 'playback.reopen' });
    expect(parentEvents).toEqual([opened]);
    first.resolve(OK);
    await vi.waitFor(() => expect(parentEvents).toEqual([opened, reopened]));
    expect(saves()).toEqual([save(9, 109)]);
  });

  test('and that cannot be saved is replaced all the same; the next one delivers its seconds', async () => {
    const { api, playhead, saves, stored, send } = await startLive();
    api.refuseOnce(syncSession, GONE);
    api.refuse(closeSession, GONE);
    hear(playhead, 9);
    send({ type: 'playback.reopen' });
    await vi.waitFor(() =>
      expect([saves(), stored()]).toEqual([[save(9, 109), save(0, 109, 'session-2')], [['session-1', 9, 109]]]),
    );
  });

  test('is only closed when that is asked for before the next one was', async () => {
    const { ends, names, playhead, send } = await startLive();
    hear(playhead, 9);
    send({ type: 'playback.reopen' });
    send({ type: 'playback.close' });
    await ends();
    expect(names()).toEqual(['playback.play', 'playback.sync', 'playback.close']);
  });

  test('is replaced when it is lost just then', async () => {
    const { api, parentEvents, playhead, send } = await startLive();
    api.defer(syncSession);
    hear(playhead, 9);
    send({ type: 'playback.reopen' });
    send({ type: 'sync.sessionLost' });
    await vi.waitFor(() => expect(parentEvents).toEqual([opened, reopened]));
  });
});

describe('a session that somebody else ended (server fact 15, pitfall 6)', () => {
  test('is told to the parent once; nothing is closed or opened by itself, and what was heard is stored', async () => {
    const { clock, names, parentEvents, send, state, stored } = await startSuspended();
    for (const type of ['playback.endedElsewhere', 'playback.save', 'playback.paused'] as const) send({ type });
    clock.advance(60_000);
    await vi.waitFor(() => expect(stored()).toEqual([['session-1', 8, 108]]));
    expect([state().value, parentEvents, names()]).toEqual([
      'suspended',
      [opened, { type: 'playback.takenOver' }],
      ['playback.play'],
    ]);
  });

  test.each(['playback.started', 'playback.reopen'] as const)(
    'is replaced at %s, and what was heard before is stored',
    async (type) => {
      const { parentEvents, saves, stored, send } = await startSuspended();
      send({ type });
      await vi.waitFor(() =>
        expect([saves(), stored()]).toEqual([[save(0, 108, 'session-2')], [['session-1', 8, 108]]]),
      );
      expect(parentEvents).toEqual([opened, { type: 'playback.takenOver' }, reopened]);
    },
  );

  test('is replaced in the manner that is asked for then', async () => {
    const { api, reaches, send } = await startSuspended();
    send({ type: 'playback.reopen', forceTranscode: true, mediaPlayer: 'chromecast' });
    await reaches({ live: 'open' });
    expect(api.inputsOf(playItem).at(-1)).toMatchObject({ forceTranscode: true, mediaPlayer: 'chromecast' });
  });

  test('ends by closing, without a call', async () => {
    const { names, send, state } = await startSuspended();
    send({ type: 'playback.close' });
    expect([state().status, names()]).toEqual(['done', ['playback.play']]);
  });
});

describe('closing', () => {
  test('saves what is unsaved, closes, and only then ends', async () => {
    const { api, ends, playhead, saves, closings, send, state } = await startLive();
    const answer = api.defer(closeSession);
    hear(playhead, 7);
    send({ type: 'playback.close' });
    await vi.waitFor(() => expect(closings()).toEqual([close()]));
    expect([state().value, saves()]).toEqual([{ live: 'closing' }, [save(7, 107)]]);
    answer.resolve(OK);
    await ends();
    expect([saves(), closings()]).toEqual([[save(7, 107)], [close()]]);
  });

  test('without anything unsaved only closes', async () => {
    const { ends, names, send } = await startLive();
    send({ type: 'playback.close' });
    await ends();
    expect(names()).toEqual(['playback.play', 'playback.close']);
  });

  test.each([
    ['does not know the session', GONE, ['playback.play', 'playback.sync'], [['session-1', 7, 107]]],
    ['cannot be reached', { kind: 'network' }, ['playback.play', 'playback.sync'], []],
  ] as const)('ends also when the server %s; the ledger goes on by itself', async (_what, error, calls, kept) => {
    const { api, ends, names, parentEvents, playhead, send, stored } = await startLive();
    api.refuse(syncSession, error);
    api.refuse(closeSession, error);
    hear(playhead, 7);
    send({ type: 'playback.close' });
    await ends();
    await vi.waitFor(() => expect([names(), stored()]).toEqual([calls, kept]));
    expect(parentEvents.filter(({ type }) => type.startsWith('playback.'))).toEqual([opened]);
  });

  test('twice, or mixed with other orders, is one closing', async () => {
    const { ends, names, playhead, send } = await startLive();
    hear(playhead, 7);
    for (const type of [
      'playback.close',
      'playback.close',
      'playback.save',
      'playback.reopen',
      'playback.endedElsewhere',
    ] as const)
      send({ type });
    await ends();
    expect(names()).toEqual(['playback.play', 'playback.sync', 'playback.close']);
  });

  test('waits for nothing more when the session is lost meanwhile', async () => {
    const { api, send, state } = await startLive();
    api.defer(closeSession);
    send({ type: 'playback.close' });
    send({ type: 'sync.sessionLost' });
    expect(state().status).toBe('done');
  });
});
