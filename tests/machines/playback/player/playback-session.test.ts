import { AppException, type AppError } from '../../../../src/schemas/app-error.ts';
import { createMachine, waitFor, type AnyActorLogic, type StateValueFrom } from 'xstate';
import { describe, expect, test, vi } from 'vitest';
import { playbackSessionMachine } from '../../../../src/machines/playback/player/playback-session.machine.ts';
import type { MediaRef } from '../../../../src/machines/kit/media.logic.ts';
import { keyOf } from '../../../../src/machines/kit/media.logic.ts';
import { ledgerMachine, type LedgerRef } from '../../../../src/machines/playback/progress/ledger.machine.ts';
import {
  getOpenSession,
  saveLocalSessions,
  type LocalSession,
} from '../../../../src/services/endpoints/local-sessions.ts';
import { closeSession, playEpisode, playItem, syncSession } from '../../../../src/services/endpoints/playback.ts';
import { createHost } from '../../../support/host.ts';
import {
  BOOK,
  BOOK_DURATION,
  answerOpenSession,
  bookProgress,
  bookSession,
  playSeconds,
  openedBook,
  playheadAfter,
  USER_ID,
} from '../../../support/player-fixtures.ts';
import { withInput } from '../../../support/with-input.ts';

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
const listened = (timeListened: number, currentTime: number) => ({
  duration: BOOK_DURATION,
  timeListened,
  currentTime,
});
const lost = { type: 'ledger.lost', error: { kind: 'network' } } as const;
const RECORDED = {
  type: 'progress.recorded',
  media: BOOK,
  libraryId: openedBook().session.libraryId,
  duration: BOOK_DURATION,
  hasEnded: false,
};
const close = (listened: object | null = null, sessionId = 'session-1') => ({ sessionId, listened });

interface Start {
  readonly media?: MediaRef;
  readonly time?: number;
  readonly savedTime?: number;
  readonly silentFor?: number;
  readonly progress?: AnyActorLogic | null;
}

/** The account has started the book already. */
const begun = createMachine({ context: { entries: { [keyOf(BOOK)]: bookProgress({ currentTime: 100 }) } } });

/** A pending session. The server gives `session-1`, then `session-2`, and accepts all saves. */
function start({ media = BOOK, time = 100, savedTime = time, silentFor = 0, progress = null }: Start = {}) {
  const playhead = playheadAfter({ type: 'playhead.opened', time, savedTime, silentFor });
  const host = createHost(playbackSessionMachine, {
    input: { media, playhead, mediaPlayer: 'html5', forceTranscode: false },
    named: { toasts: null, progress, ledger: withInput(ledgerMachine, { userId: USER_ID }) },
  });
  const { api, clock, page } = host.ports;
  api.answer(playItem, bookSession({ id: 'session-2' }));
  api.answer(syncSession, OK);
  api.answer(closeSession, OK);
  answerOpenSession(api);
  api.answer(saveLocalSessions, ({ sessions }: StoreInput) => ({
    results: sessions.map(({ id }) => ({ id, success: true })),
  }));
  const state = () => host.subject.getSnapshot();
  return {
    ...host,
    api,
    clock,
    page,
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
    /** The ledger's entry of a session. */
    entry: (id = 'session-1') => (host.subject.system.get('ledger') as LedgerRef).getSnapshot().context.entries[id],
    /** The position is saved. */
    saved: (position: number) => vi.waitFor(() => expect(playhead.getSnapshot().context.savedTime).toBe(position)),
    /** Sessions stored whole, because the server has lost them: id, seconds, position. */
    stored: () =>
      api
        .inputsOf(saveLocalSessions)
        .flatMap((input) =>
          (input as StoreInput).sessions.map(({ id, timeListening, currentTime }) => [id, timeListening, currentTime]),
        ),
    /** So many seconds play, and the clock of the machine follows. */
    listen(seconds: number) {
      for (let second = 0; second < seconds; second += 1) {
        playSeconds(playhead, 1);
        clock.advance(1000);
      }
    },
  };
}

/** The same, opened as `session-1`. */
async function startLive(options: Start = {}) {
  const session = start(options);
  session.api.answerOnce(playItem, bookSession());
  await session.reaches({ live: { session: 'open' } });
  return session;
}

/** The same, playing. */
async function startPlaying(options: Start = {}) {
  const session = await startLive(options);
  session.send({ type: 'playback.started' });
  return session;
}

/** The same, ended by another device after 8 played seconds. */
async function startSuspended() {
  const session = await startLive();
  playSeconds(session.playhead, 8);
  session.send({ type: 'playback.endedElsewhere' });
  return session;
}

/** The same, lost by the server after 6 played seconds, and not replaced yet: the server refuses. */
async function startWaiting(refusal: AppError = { kind: 'network' }) {
  const session = await startLive();
  session.send({ type: 'playback.started' });
  session.api.refuseOnce(syncSession, GONE);
  session.api.refuse(playItem, refusal);
  playSeconds(session.playhead, 6);
  session.send({ type: 'playback.save' });
  await session.reaches({ live: { session: 'waiting' } });
  return session;
}

describe('opening', () => {
  test('a book sends the parent its session and the addresses of its files, and saves nothing yet', async () => {
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

  test('an episode requests its own session', async () => {
    const { api, names, reaches } = start({ media: { libraryItemId: 'podcast', episodeId: 'e1' } });
    api.answer(playEpisode, bookSession());
    await reaches({ live: { session: 'open' } });
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
  ] as const)('that is refused ($kind) is reported once and not retried (pitfall 3)', async (error) => {
    const { api, clock, parentEvents, names, reaches } = start();
    api.refuse(playItem, error);
    await reaches('failed');
    clock.advance(60_000);
    expect([parentEvents, names()]).toEqual([[{ type: 'playback.failed', error }], ['playback.play']]);
  });

  test('with an answer that is no session is reported like a refusal', async () => {
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

  test('closed before the answer ends at once; the late answer opens, saves and closes nothing (pitfall 32)', async () => {
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

  test('stopped by force (sign-out) aborts the call and closes nothing', async () => {
    const { api, names, stop } = start();
    api.defer(playItem);
    await vi.waitFor(() => expect(names()).toEqual(['playback.play']));
    stop();
    expect([api.aborted, names()]).toEqual([['playback.play'], ['playback.play']]);
  });
});

describe('an open session', () => {
  test('is saved after 20 listened seconds, then every 10 (SYN-001, SYN-002, AMB-56)', async () => {
    const { listen, saves, saved } = await startPlaying();
    listen(19);
    expect(saves()).toEqual([]);
    listen(1);
    await saved(120);
    listen(9);
    expect(saves()).toEqual([save(20, 120)]);
    listen(1);
    await saved(130);
    expect(saves()).toEqual([save(20, 120), save(10, 130)]);
  });

  test('is saved also when the sound began before the answer came', async () => {
    const { api, listen, reaches, saves, send } = start();
    api.answerOnce(playItem, bookSession());
    send({ type: 'playback.started' });
    await reaches({ live: { session: 'open' } });
    listen(20);
    await vi.waitFor(() => expect(saves()).toEqual([save(20, 120)]));
  });

  test('is not saved by the clock while it is paused', async () => {
    const { listen, saves, send } = await startPlaying();
    send({ type: 'playback.paused' });
    listen(30);
    expect(saves()).toEqual([]);
  });

  test('is not saved by the clock when the sound had stopped before the answer came', async () => {
    const { api, listen, reaches, saves, send } = start();
    api.answerOnce(playItem, bookSession());
    send({ type: 'playback.started' });
    send({ type: 'playback.paused' });
    await reaches({ live: { session: 'open' } });
    listen(30);
    expect(saves()).toEqual([]);
  });

  test('time without sound brings no save nearer', async () => {
    const { listen, clock, saves } = await startPlaying();
    listen(19);
    clock.advance(60_000);
    expect(saves()).toEqual([]);
    listen(2);
    await vi.waitFor(() => expect(saves()).toEqual([save(20, 120)]));
  });

  test('notes every second that sounds in the ledger, before it is saved', async () => {
    const { entry, listen } = await startPlaying();
    listen(3);
    expect(entry()).toMatchObject({ heard: 3, time: 103, confirmed: 0, savedTime: 100 });
  });

  test('has no regular save when the position moved by less than a second; its seconds wait (SYN-003, AMB-57)', async () => {
    const { listen, playhead, saves } = await startPlaying();
    listen(19);
    playhead.send({ type: 'engine.moved', time: 98.5, at: 0 });
    listen(2);
    expect(saves()).toEqual([]);
    listen(10);
    await vi.waitFor(() => expect(saves()).toEqual([save(30, 109.5)]));
  });

  test('a saved position shows in the rest of the app', async () => {
    const { listen, receivedBy } = await startPlaying();
    listen(20);
    await vi.waitFor(() => expect(receivedBy('progress')).toEqual([{ ...RECORDED, currentTime: 120 }]));
  });

  test('the end of the sound is where the playhead is, before the server has it', async () => {
    const { api, listen, receivedBy, send } = await startPlaying();
    api.defer(syncSession);
    listen(6);
    send({ type: 'playback.paused' });
    send({ type: 'playback.finished' });
    expect(receivedBy('progress')).toEqual([{ ...RECORDED, currentTime: 106, hasEnded: true }]);
  });

  test.each([
    ['of three seconds', 3],
    ['within the first second', 0.9],
  ])('a pause %s saves the exact position', async (_, seconds) => {
    const { playhead, saves, send } = await startPlaying();
    playSeconds(playhead, seconds);
    send({ type: 'playback.paused' });
    await vi.waitFor(() => expect(saves()).toEqual([save(seconds, 100 + seconds)]));
  });

  test('a pause of an item started elsewhere, with an unchecked position, saves nothing', async () => {
    const { entry, playhead, saves, send } = await startLive();
    playSeconds(playhead, 5);
    send({ type: 'playback.paused' });
    expect([entry()?.heard, saves()]).toEqual([0, []]);
    send({ type: 'playback.started' });
    send({ type: 'playback.paused' });
    await vi.waitFor(() => expect(saves()).toEqual([save(5, 105)]));
  });

  test('a seek saves without listened time, and not again while nothing moved', async () => {
    const { playhead, saves, send } = await startLive();
    playhead.send({ type: 'engine.moved', time: 30, at: 0 });
    send({ type: 'playback.save' });
    await vi.waitFor(() => expect(playhead.getSnapshot().context.savedTime).toBe(30));
    send({ type: 'playback.save' });
    expect(saves()).toEqual([save(0, 30)]);
  });

  test('a position that another device has saved is not saved again; what sounds from there is', async () => {
    const { playhead, listen, saves, send, entry } = await startPlaying();
    playhead.send({ type: 'playhead.adopted', time: 50 });
    send({ type: 'playback.adopt', time: 50 });
    expect(entry()).toMatchObject({ time: 50, savedTime: 50 });
    playhead.send({ type: 'engine.moved', time: 50, at: 0 });
    send({ type: 'playback.save' });
    expect(saves()).toEqual([]);
    listen(3);
    send({ type: 'playback.paused' });
    await vi.waitFor(() => expect(saves()).toEqual([save(3, 53)]));
  });

  test.each([
    ['is closed', 'hide'],
    ['goes out of sight', 'setVisible'],
  ] as const)('when the page %s it saves the state (pitfall 2)', async (_how, act) => {
    const { listen, page, saves } = await startPlaying();
    listen(15);
    page[act](false);
    expect(saves()).toEqual([save(15, 115)]);
  });

  test('a page that ends during a save sends only what that save does not carry', async () => {
    const { api, entry, listen, page, playhead, saves } = await startPlaying({ progress: begun });
    const first = api.defer(syncSession);
    listen(20);
    await vi.waitFor(() => expect(saves()).toEqual([save(20, 120)]));
    playSeconds(playhead, 4);
    page.hide();
    expect(saves()).toEqual([save(20, 120), save(4, 124)]);
    first.resolve(OK);
    await vi.waitFor(() => expect(entry()?.confirmed).toBe(24));
  });

  test.each([
    ['the first of a new book, whose progress the server would create twice', null, 4],
    ['one that carries all but a moment', begun, 0.5],
  ])('a page that ends during a save (%s) sends no second one', async (_, progress, later) => {
    const { api, entry, listen, page, playhead, saves } = await startPlaying({ progress });
    const first = api.defer(syncSession);
    listen(20);
    await vi.waitFor(() => expect(saves()).toEqual([save(20, 120)]));
    playSeconds(playhead, later);
    page.setVisible(false);
    page.hide();
    expect(saves()).toEqual([save(20, 120)]);
    first.resolve(OK);
    await vi.waitFor(() => expect(entry()?.confirmed).toBe(20));
  });

  test('a save during another one follows it', async () => {
    const { api, listen, playhead, receivedBy, saves, send } = await startPlaying();
    const first = api.defer(syncSession);
    listen(20);
    await vi.waitFor(() => expect(saves()).toEqual([save(20, 120)]));
    playSeconds(playhead, 5);
    send({ type: 'playback.paused' });
    expect(saves()).toEqual([save(20, 120)]);
    first.resolve(OK);
    await vi.waitFor(() =>
      expect([saves(), receivedBy('progress')]).toEqual([
        [save(20, 120), save(5, 125)],
        [
          { ...RECORDED, currentTime: 120 },
          { ...RECORDED, currentTime: 125 },
        ],
      ]),
    );
  });

  test('leaves the place of an earlier session to that one', async () => {
    const { entry, saves } = await startPlaying({ savedTime: 90 });
    expect([entry()?.time, entry()?.savedTime, saves()]).toEqual([100, 100, []]);
  });
});

describe('saves that fail', () => {
  const REFUSED = { kind: 'forbidden', message: '' } as const;

  test('lose nothing: the next one carries every second (pitfall 1)', async () => {
    const { api, entry, listen, saves, state } = await startPlaying();
    for (let failure = 0; failure < 3; failure += 1) api.refuseOnce(syncSession, REFUSED);
    listen(20);
    for (const failures of [1, 2, 3]) {
      await vi.waitFor(() => expect(state().context.failures).toBe(failures));
      listen(10);
    }
    await vi.waitFor(() => expect(entry()?.confirmed).toBe(50));
    expect(saves()).toEqual([save(20, 120), save(30, 130), save(40, 140), save(50, 150)]);
  });

  /** So many saves in a row fail. */
  async function fail({ api, listen, state }: Awaited<ReturnType<typeof startPlaying>>, times: number) {
    for (let failure = 0; failure < times; failure += 1) {
      const { failures } = state().context;
      api.refuseOnce(syncSession, REFUSED);
      listen(10);
      await vi.waitFor(() => expect(state().context.failures).toBe(failures === 3 ? 0 : failures + 1));
    }
  }

  test('four times in a row show a warning, which a save that arrives ends (SYN-004, SYN-006, CON-049)', async () => {
    const session = await startPlaying({ time: 10 });
    const { listen, receivedBy, saved } = session;
    listen(10);
    await fail(session, 3);
    expect(receivedBy('toasts')).toEqual([]);
    await fail(session, 1);
    const warning = {
      type: 'toasts.show',
      id: 'progress-sync',
      kind: 'error',
      message: { key: 'player.notSynced' },
      error: REFUSED,
      durationMs: null,
    };
    expect(receivedBy('toasts')).toEqual([warning]);
    listen(10);
    await saved(70);
    expect(receivedBy('toasts')).toEqual([warning, { type: 'toasts.dismiss', id: 'progress-sync' }]);
  });

  test('start over after one that arrived', async () => {
    const session = await startPlaying({ time: 10 });
    const { listen, receivedBy, saved, state } = session;
    listen(10);
    await fail(session, 3);
    listen(10);
    await saved(60);
    expect(state().context.failures).toBe(0);
    await fail(session, 3);
    expect(receivedBy('toasts')).toEqual([]);
  });

  test('count as failed also without a session to save in', async () => {
    const { listen, receivedBy } = await startWaiting();
    listen(30);
    await vi.waitFor(() => expect(receivedBy('toasts')).toEqual([expect.objectContaining({ id: 'progress-sync' })]));
  });

  test.each([
    ['the next pause', 'playback.paused'],
    ['the next seek', 'playback.save'],
  ] as const)('are made again at %s', async (_, type) => {
    const { api, listen, playhead, saves, send, state } = await startPlaying();
    api.refuseOnce(syncSession, REFUSED);
    listen(20);
    await vi.waitFor(() => expect(state().context.failures).toBe(1));
    playSeconds(playhead, 4);
    send({ type });
    await vi.waitFor(() => expect(saves()).toEqual([save(20, 120), save(24, 124)]));
  });

  test('without sound drop the session: the rest is closed and stored; play opens another one', async () => {
    const { api, closings, playhead, reaches, saves, send } = await startPlaying();
    api.refuseOnce(syncSession, REFUSED);
    api.answer(getOpenSession, bookSession({ timeListening: 0 }));
    playSeconds(playhead, 5);
    send({ type: 'playback.paused' });
    await reaches({ live: { session: 'suspended' } });
    await vi.waitFor(() => expect([saves(), closings()]).toEqual([[save(5, 105)], [close(listened(5, 105))]]));
    send({ type: 'playback.started' });
    await reaches({ live: { session: 'open' } });
    expect(api.inputsOf(playItem)).toHaveLength(2);
  });

  test.each([
    ['had no answer', new AppException({ kind: 'network' })],
    ['had the answer of something in between', null],
  ])('with an unclear result, as one that %s, end the session: nothing is added to it', async (_, failure) => {
    const { api, listen, parentEvents, saves, stored } = await startPlaying();
    const first = api.defer(syncSession);
    listen(20);
    await vi.waitFor(() => expect(saves()).toHaveLength(1));
    if (failure) first.reject(failure);
    else first.resolve('<html>Welcome to the hotspot</html>');
    await vi.waitFor(() => expect(parentEvents).toContainEqual(reopened));
    await vi.waitFor(() => expect([saves(), stored()]).toEqual([[save(20, 120)], [['session-1', 20, 120]]]));
    listen(10);
    await vi.waitFor(() => expect(saves()).toEqual([save(20, 120), save(10, 130, 'session-2')]));
  });
});

describe('a finished item that starts again (pitfall 9)', () => {
  test('stays where the server has it until something sounded', async () => {
    const { entry, listen, send } = await startPlaying({ time: 0, savedTime: 182, silentFor: 5 });
    expect(entry()).toMatchObject({ heard: 0, time: 182, savedTime: 182 });
    listen(3);
    send({ type: 'playback.save' });
    expect(entry()).toMatchObject({ heard: 0, time: 182, savedTime: 182 });
    listen(3);
    expect(entry()).toMatchObject({ heard: 6, time: 6, savedTime: 182 });
  });

  test('is not saved when it stops at once', async () => {
    const { ends, listen, saves, closings, send } = await startPlaying({ time: 0, silentFor: 5 });
    listen(3);
    send({ type: 'playback.paused' });
    send({ type: 'playback.close' });
    await ends();
    expect([saves(), closings()]).toEqual([[], [close()]]);
  });

  test('is saved with all its seconds once some sounded', async () => {
    const { listen, saves, send } = await startPlaying({ time: 0, silentFor: 5 });
    listen(6);
    send({ type: 'playback.paused' });
    await vi.waitFor(() => expect(saves()).toEqual([save(6, 6)]));
  });
});

describe('a session that the server has forgotten (server fact 21, pitfall 5)', () => {
  test('is replaced while it sounds, and stored whole; later seconds belong to the next one', async () => {
    const { api, listen, parentEvents, saves, stored, closings } = await startPlaying();
    api.refuseOnce(syncSession, GONE);
    listen(20);
    await vi.waitFor(() => expect([saves(), stored()]).toEqual([[save(20, 120)], [['session-1', 20, 120]]]));
    expect([parentEvents, closings()]).toEqual([[opened, reopened], []]);
    listen(10);
    await vi.waitFor(() => expect(saves().at(-1)).toEqual(save(10, 130, 'session-2')));
  });

  test('is dropped while nothing plays: closed, stored, and replaced by the next press on play', async () => {
    const { api, parentEvents, playhead, reaches, saves, stored, send } = await startLive();
    api.refuseOnce(syncSession, GONE);
    api.refuse(getOpenSession, GONE);
    api.refuse(closeSession, GONE);
    playhead.send({ type: 'engine.moved', time: 106, at: 0 });
    send({ type: 'playback.save' });
    await reaches({ live: { session: 'suspended' } });
    await vi.waitFor(() => expect([saves(), stored()[0]]).toEqual([[save(0, 106)], ['session-1', 0, 106]]));
    expect(parentEvents).toEqual([opened]);
    send({ type: 'playback.started' });
    await vi.waitFor(() => expect(parentEvents).toEqual([opened, reopened]));
  });

  test('what happens while it is replaced holds for the next one', async () => {
    const { api, listen, parentEvents, playhead, reaches, saves, stored, send } = await startPlaying();
    api.refuseOnce(syncSession, GONE);
    const answer = api.defer(playItem);
    playSeconds(playhead, 6);
    send({ type: 'playback.save' });
    await reaches({ live: { session: 'reopening' } });
    for (const type of ['playback.started', 'playback.save', 'playback.reopen', 'playback.endedElsewhere'] as const)
      send({ type });
    answer.resolve(bookSession({ id: 'session-2' }));
    await vi.waitFor(() => expect(parentEvents).toContainEqual(reopened));
    await vi.waitFor(() => expect([saves(), stored()]).toEqual([[save(6, 106)], [['session-1', 6, 106]]]));
    listen(10);
    await vi.waitFor(() => expect(saves().slice(1)).toEqual([save(10, 116, 'session-2')]));
    expect(api.inputsOf(playItem)).toHaveLength(2);
  });

  test.each([
    { kind: 'network' },
    { kind: 'timeout' },
    { kind: 'server', status: 502, message: '' },
    { kind: 'rateLimited', message: '', retryAfterSeconds: null },
    { kind: 'contract', endpoint: 'playback.play', issues: [] },
  ] as const)('is requested again when that fails for the moment ($kind)', async (error) => {
    const { api, clock, parentEvents, reaches, send, playhead, saves, stored } = await startPlaying();
    api.refuseOnce(syncSession, GONE);
    api.refuseOnce(playItem, error);
    playSeconds(playhead, 6);
    send({ type: 'playback.save' });
    await reaches({ live: { session: 'waiting' } });
    expect(parentEvents).toEqual([opened, delayed]);
    clock.advance(500);
    await vi.waitFor(() => expect([saves(), stored()]).toEqual([[save(6, 106)], [['session-1', 6, 106]]]));
    expect(parentEvents).toEqual([opened, delayed, reopened]);
  });

  test('is requested until there is one, at distances that grow to half a minute', async () => {
    const { api, clock, parentEvents, reaches } = await startWaiting();
    const waits: number[] = [];
    while (waits.length < 12) {
      const before = api.inputsOf(playItem).length;
      const since = clock.now();
      while (api.inputsOf(playItem).length === before) {
        clock.advance(500);
        await new Promise(setImmediate);
      }
      waits.push(clock.now() - since);
      await reaches({ live: { session: 'waiting' } });
    }
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, 30_000, 30_000, 30_000]);
    expect(parentEvents.filter(({ type }) => type !== 'playback.delayed')).toEqual([opened]);
    api.answer(playItem, bookSession({ id: 'session-2' }));
    clock.advance(30_000);
    await reaches({ live: { session: 'open' } });
    expect(parentEvents.at(-1)).toEqual(reopened);
  });

  test('is requested at once when the server has been reached by another way', async () => {
    const { api, clock, parentEvents, send, reaches } = await startWaiting();
    clock.advance(500);
    await reaches({ live: { session: 'waiting' } });
    api.answer(playItem, bookSession({ id: 'session-2' }));
    send({ type: 'playback.retry' });
    await reaches({ live: { session: 'open' } });
    expect(parentEvents.at(-1)).toEqual(reopened);
  });

  test('is requested as soon as a call is answered again, not by one without an answer', async () => {
    const { api, clock, parentEvents, reaches, state } = await startWaiting();
    clock.advance(500);
    await reaches({ live: { session: 'waiting' } });
    const calls = api.inputsOf(playItem).length;
    api.answer(playItem, bookSession({ id: 'session-2' }));
    api.notifyReach(false);
    expect([state().matches({ live: { session: 'waiting' } }), api.inputsOf(playItem).length]).toEqual([true, calls]);
    api.notifyReach(true);
    await reaches({ live: { session: 'open' } });
    expect([parentEvents.at(-1), api.inputsOf(playItem).length]).toEqual([reopened, calls + 1]);
  });

  test('ignores answers to other calls while the server is up and has no session to give', async () => {
    const { api, state } = await startWaiting({ kind: 'server', status: 500, message: '' });
    const calls = api.inputsOf(playItem).length;
    api.notifyReach(true);
    expect([state().matches({ live: { session: 'waiting' } }), api.inputsOf(playItem).length]).toEqual([true, calls]);
  });

  test('replaced before has all its retries again when it is lost another time', async () => {
    const { api, clock, state, reaches } = await startWaiting();
    api.answer(playItem, bookSession({ id: 'session-2' }));
    clock.advance(500);
    await reaches({ live: { session: 'open' } });
    expect(state().context.tries).toBe(0);
  });

  test('is dropped at once when the server refuses another one', async () => {
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

  test('is not requested any more when it is closed between two tries', async () => {
    const { clock, names, send, state } = await startWaiting();
    send({ type: 'playback.close' });
    const before = names();
    clock.advance(60_000);
    expect([state().status, names()]).toEqual(['done', before]);
  });

  test('closed between two retries leaves the listening since to the ledger, under its own id', async () => {
    const { playhead, send, state, stored } = await startWaiting();
    playSeconds(playhead, 4);
    send({ type: 'playback.close' });
    expect(state().status).toBe('done');
    await vi.waitFor(() => expect(stored()).toEqual([['session-1', 10, 110]]));
  });

  test('listening during the loss is stored under its own id, and not saved in the next one too', async () => {
    const { api, clock, playhead, parentEvents, saves, stored } = await startWaiting();
    playSeconds(playhead, 4);
    api.answer(playItem, bookSession({ id: 'session-2' }));
    clock.advance(500);
    await vi.waitFor(() => expect(parentEvents).toContainEqual(reopened));
    await vi.waitFor(() => expect(stored().at(-1)).toEqual(['session-1', 10, 110]));
    expect(saves().map((input) => (input as { timeListened: number }).timeListened)).toEqual([6]);
  });

  test('closed during its replacement ends at once, and the late answer opens nothing', async () => {
    const { api, clock, names, parentEvents, send, state } = await startWaiting();
    const answer = api.defer(playItem);
    clock.advance(500);
    expect(state().matches({ live: { session: 'reopening' } })).toBe(true);
    await vi.waitFor(() => expect(api.inputsOf(playItem).length).toBe(3));
    send({ type: 'playback.close' });
    answer.resolve(bookSession({ id: 'session-2' }));
    await answer.promise;
    expect([state().status, api.aborted]).toEqual(['done', ['playback.play']]);
    await vi.waitFor(() =>
      expect(names()).toEqual(['playback.play', 'playback.sync', 'playback.play', 'playback.play', 'playback.close']),
    );
    expect(parentEvents).not.toContainEqual(reopened);
  });
});

describe('a session that is of no use any more, as when its files do not come', () => {
  test('is replaced at once; the next one closes it, and no second counts twice (server fact 17)', async () => {
    const { listen, names, parentEvents, reaches, saves, saved, send, stored } = await startPlaying();
    listen(9);
    send({ type: 'playback.reopen' });
    await vi.waitFor(() => expect(parentEvents).toEqual([opened, reopened]));
    await reaches({ live: { session: 'open' } });
    await vi.waitFor(() => expect(stored()).toEqual([['session-1', 9, 109]]));
    expect(names()).toEqual(['playback.play', 'playback.play']);
    listen(11);
    send({ type: 'playback.paused' });
    await saved(120);
    expect(saves()).toEqual([save(10, 119, 'session-2'), save(1, 120, 'session-2')]);
  });

  test('is replaced once, after the save under way, which is not repeated', async () => {
    const { api, parentEvents, playhead, saves, send } = await startPlaying();
    const first = api.defer(syncSession);
    playSeconds(playhead, 9);
    send({ type: 'playback.save' });
    await vi.waitFor(() => expect(saves()).toEqual([save(9, 109)]));
    send({ type: 'playback.reopen' });
    send({ type: 'playback.reopen' });
    expect([parentEvents, api.inputsOf(playItem).length]).toEqual([[opened], 1]);
    first.resolve(OK);
    await vi.waitFor(() => expect(parentEvents).toEqual([opened, reopened]));
    expect([saves(), api.inputsOf(playItem).length]).toEqual([[save(9, 109)], 2]);
  });

  test('is closed when the player closes before the next one opens', async () => {
    const { ends, names, playhead, send, closings } = await startPlaying();
    playSeconds(playhead, 9);
    send({ type: 'playback.reopen' });
    send({ type: 'playback.close' });
    await ends();
    await vi.waitFor(() => expect(closings()).toEqual([close(listened(9, 109))]));
    expect(names()).toEqual(['playback.play', 'playback.play', 'playback.close']);
  });

  test('is replaced when it is lost just then', async () => {
    const { api, parentEvents, playhead, send } = await startPlaying();
    api.defer(syncSession);
    playSeconds(playhead, 9);
    send({ type: 'playback.reopen' });
    send(lost);
    await vi.waitFor(() => expect(parentEvents).toEqual([opened, reopened]));
  });
});

describe('a session that another device ended (server fact 15, pitfall 6)', () => {
  test('is reported once; nothing is closed or opened by itself, and played time is stored', async () => {
    const { clock, names, parentEvents, send, state, stored } = await startSuspended();
    for (const type of ['playback.endedElsewhere', 'playback.paused'] as const) send({ type });
    await vi.waitFor(() => expect(stored()).toEqual([['session-1', 8, 108]]));
    expect([state().value, parentEvents, names()]).toEqual([
      { live: { pace: 'paused', session: 'suspended' } },
      [opened, { type: 'playback.takenOver' }],
      ['playback.play'],
    ]);
    clock.advance(60_000);
    expect(names()).toEqual(['playback.play']);
  });

  test.each(['playback.started', 'playback.reopen', 'playback.save'] as const)(
    'is replaced at %s, and what sounded before is stored',
    async (type) => {
      const { parentEvents, saves, stored, send } = await startSuspended();
      send({ type });
      await vi.waitFor(() => expect(parentEvents).toEqual([opened, { type: 'playback.takenOver' }, reopened]));
      // Once more after the next one opened: the server's close may replace what was stored before.
      const whole = ['session-1', 8, 108];
      await vi.waitFor(() => expect([saves(), stored()]).toEqual([[], [whole, whole]]));
    },
  );

  test('is replaced in the manner that is wanted then', async () => {
    const { api, reaches, send } = await startSuspended();
    send({ type: 'playback.reopen', forceTranscode: true, mediaPlayer: 'chromecast' });
    await reaches({ live: { session: 'open' } });
    expect(api.inputsOf(playItem).at(-1)).toMatchObject({ forceTranscode: true, mediaPlayer: 'chromecast' });
  });

  test('ends by closing, without a call', async () => {
    const { names, send, state } = await startSuspended();
    send({ type: 'playback.close' });
    expect([state().status, names()]).toEqual(['done', ['playback.play']]);
  });
});

describe('closing', () => {
  test('saves the rest with the close, also 7 s, and only then ends (CON-048, AMB-58)', async () => {
    const { api, ends, playhead, saves, closings, send, state } = await startLive();
    const answer = api.defer(closeSession);
    playSeconds(playhead, 7);
    send({ type: 'playback.close' });
    await vi.waitFor(() => expect(closings()).toEqual([close(listened(7, 107))]));
    expect(state().value).toEqual({ live: { pace: 'paused', session: 'closing' } });
    answer.resolve(OK);
    await ends();
    expect([saves(), closings()]).toEqual([[], [close(listened(7, 107))]]);
  });

  test('without anything unsaved only closes', async () => {
    const { ends, names, send } = await startLive();
    send({ type: 'playback.close' });
    await ends();
    expect(names()).toEqual(['playback.play', 'playback.close']);
  });

  test.each([
    ['does not know the session', GONE, [['session-1', 7, 107]]],
    ['cannot be reached', { kind: 'network' }, []],
  ] as const)('ends also when the server %s; the ledger goes on by itself', async (_what, error, kept) => {
    const { api, ends, names, parentEvents, playhead, saves, send, stored } = await startLive();
    api.refuse(closeSession, error);
    playSeconds(playhead, 7);
    send({ type: 'playback.close' });
    await ends();
    await vi.waitFor(() => expect([names(), stored()]).toEqual([['playback.play', 'playback.close'], kept]));
    expect([parentEvents.filter(({ type }) => type.startsWith('playback.')), saves()]).toEqual([[opened], []]);
  });

  test('is closed and stored later when the server answers again', async () => {
    const { api, clock, closings, ends, playhead, send, stored } = await startLive();
    api.refuseOnce(closeSession, { kind: 'server', status: 502, message: '' });
    playSeconds(playhead, 15);
    send({ type: 'playback.close' });
    await ends();
    expect([closings(), stored()]).toEqual([[close(listened(15, 115))], []]);
    clock.advance(1000);
    await vi.waitFor(() => expect(stored()).toEqual([['session-1', 15, 115]]));
    expect(closings()).toEqual([close(listened(15, 115)), close()]);
  });

  test('waits for the save under way', async () => {
    const { api, closings, ends, listen, playhead, saves, send } = await startPlaying();
    const first = api.defer(syncSession);
    listen(20);
    await vi.waitFor(() => expect(saves()).toEqual([save(20, 120)]));
    playSeconds(playhead, 3);
    send({ type: 'playback.close' });
    expect(closings()).toEqual([]);
    first.resolve(OK);
    await ends();
    expect([saves(), closings()]).toEqual([[save(20, 120)], [close(listened(3, 123))]]);
  });

  test('twice, or mixed with other commands, is one closing', async () => {
    const { ends, names, playhead, send } = await startLive();
    playSeconds(playhead, 7);
    for (const type of [
      'playback.close',
      'playback.close',
      'playback.save',
      'playback.reopen',
      'playback.endedElsewhere',
    ] as const)
      send({ type });
    await ends();
    expect(names()).toEqual(['playback.play', 'playback.close']);
  });

  test('by force leaves the ledger every second and the end of the session (pitfall 2)', async () => {
    const playhead = playheadAfter({ type: 'playhead.opened', time: 100, savedTime: 100, silentFor: 0 });
    const input = { media: BOOK, playhead, mediaPlayer: 'html5', forceTranscode: false };
    const owner = createMachine({
      initial: 'owning',
      states: {
        owning: { invoke: { src: playbackSessionMachine, id: 'session', input }, on: { 'owner.leave': 'left' } },
        left: {},
      },
    });
    const { subject, parentEvents, ports } = createHost(owner, {
      named: { toasts: null, progress: null, ledger: withInput(ledgerMachine, { userId: USER_ID }) },
    });
    ports.api.answer(playItem, bookSession());
    ports.api.answer(closeSession, OK);
    answerOpenSession(ports.api);
    await vi.waitFor(() =>
      expect((subject.system.get('ledger') as LedgerRef).getSnapshot().context.entries).toHaveProperty('session-1'),
    );
    playSeconds(playhead, 7);
    subject.send({ type: 'owner.leave' });
    await vi.waitFor(() => expect(ports.api.inputsOf(closeSession)).toEqual([close(listened(7, 107))]));
    expect(parentEvents).toEqual([]);
  });
});
