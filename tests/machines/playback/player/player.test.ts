import { describe, expect, test, vi } from 'vitest';
import { setup } from 'xstate';
import { BROWSER_SESSIONS, PLAYING_SINCE, LAST_OPEN } from '../../../../src/machines/playback/player/device.ts';
import { playerMachine } from '../../../../src/machines/playback/player/player.machine.ts';
import { preferencesMachine } from '../../../../src/machines/account/preferences/preferences.machine.ts';
import { selectNowPlaying } from '../../../../src/machines/playback/player/now-playing.logic.ts';
import {
  selectChapters,
  selectDuration,
  selectIsSettled,
  selectIsShown,
  selectIsWaitingForServer,
} from '../../../../src/machines/playback/player/player.selectors.ts';
import type { PlayerEvent } from '../../../../src/machines/playback/player/player.context.ts';
import { libraryItemReduced, type ReportedItem } from '../../../../src/schemas/api/library-item-reduced.ts';
import { z } from '../../../../src/schemas/zod.ts';
import { getItem } from '../../../../src/services/endpoints/items.ts';
import { saveLocalSessions } from '../../../../src/services/endpoints/local-sessions.ts';
import { closeSession, playItem, syncSession } from '../../../../src/services/endpoints/playback.ts';
import type { SystemAction } from '../../../../src/services/media-session.ts';
import { commandOf, HOTKEYS, type Hotkey } from '../../../../src/machines/playback/player/hotkeys.logic.ts';
import { createFakePorts } from '../../../support/fakes/ports.ts';
import { createFakeSystemPlayer } from '../../../support/fakes/system-player.ts';
import { createHost } from '../../../support/host.ts';
import type { FakePage } from '../../../support/fakes/page.ts';
import { bookBody, reducedPodcast, wholeBook } from '../../../support/item-fixtures.ts';
import {
  account,
  BOOK,
  BOOK_DURATION,
  bookProgress,
  bookSession,
  openedStream,
} from '../../../support/player-fixtures.ts';
import { otherDevice, startPlayer } from '../../../support/player-host.ts';
import { transportOf } from '../../../support/state-values.ts';

const PREVIEW = { title: 'A Study in Scarlet', author: 'Arthur Conan Doyle', coverUpdatedAt: 5, duration: 182 };

describe('pressing play', () => {
  test("shows the caller's data at once, and opens a session as this device", async () => {
    const { api, context, ports, send, transport } = startPlayer();
    send({ type: 'player.play', ...BOOK, preview: PREVIEW });
    expect({ transport: transport(), request: context().request }).toEqual({
      transport: 'opening',
      request: { media: BOOK, startTime: null, preview: PREVIEW },
    });
    await vi.waitFor(() => expect(api.calls.length).toBe(1));
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
  });

  test('is the same device each time, also after a reload, and another one in another tab (STO-033)', async () => {
    const devices: string[] = [];
    const first = createFakePorts();
    const reloaded = () => createFakePorts({ storage: first.storage, tabStorage: first.tabStorage });
    for (const ports of [first, reloaded(), createFakePorts({ storage: first.storage })]) {
      const { api, play, send } = startPlayer({ ports });
      await play();
      send({ type: 'player.play', libraryItemId: 'other' });
      await vi.waitFor(() => expect(api.inputsOf(playItem).length).toBe(2));
      devices.push(
        ...api.inputsOf(playItem).map((input) => (input as { deviceInfo: { deviceId: string } }).deviceInfo.deviceId),
      );
    }
    const [here, , , , elsewhere] = devices;
    expect(devices).toEqual([here, here, here, here, elsewhere, elsewhere]);
    expect(elsewhere).not.toBe(here);
  });

  test('starts the element in the same turn in which the answer came (API-054)', async () => {
    const { audio, play } = startPlayer();
    await play();
    expect(audio.src).toBe('/public/session/session-1/track/1');
    expect(audio.calls).toEqual(['load', 'play']);
  });

  test("starts at the server's position, or at the requested one (PLR-029)", async () => {
    const known = startPlayer();
    known.api.answer(playItem, bookSession({ currentTime: 60 }));
    await known.play();
    expect({ src: known.audio.src, time: known.time() }).toEqual({
      src: '/public/session/session-1/track/3',
      time: 60,
    });
    const requested = startPlayer();
    requested.api.answer(playItem, bookSession({ currentTime: 90 }));
    await requested.play(60);
    expect({ src: requested.audio.src, time: requested.time() }).toEqual({
      src: '/public/session/session-1/track/3',
      time: 60,
    });
  });

  test('a jump to a place is in the history, with the way back', async () => {
    const { play, send, time, subject } = startPlayer();
    const jumps = () =>
      subject
        .getSnapshot()
        .children.history?.getSnapshot()
        .context.jumps.map(({ from, to, reason }) => [from, to, reason]);
    const { currentTime } = bookSession() as { currentTime: number };
    await play(120, { isJump: true });
    expect([time(), jumps()]).toEqual([120, [[currentTime, 120, 'chapter']]]);
    send({ type: 'player.undoJump' });
    expect([time(), jumps()?.at(-1)]).toEqual([currentTime, [120, currentTime, 'undo']]);
    await startPlayer().play(120);
    expect(jumps()).toHaveLength(2);
  });

  test('the open item continues without another session', async () => {
    const { api, play, send, time, transport } = startPlayer();
    await play();
    send({ type: 'player.pause' });
    send({ type: 'player.play', ...BOOK, startTime: 20 });
    expect({ transport: transport(), time: time(), sessions: api.inputsOf(playItem).length }).toEqual({
      transport: 'playing',
      time: 20,
      sessions: 1,
    });
  });

  test('of another item saves and closes before it opens (PLR-032)', async () => {
    const { api, listen, play, send, transport } = startPlayer();
    await play();
    listen(7);
    api.answerOnce(playItem, bookSession({ id: 'session-2', libraryItemId: 'other' }));
    send({ type: 'player.play', libraryItemId: 'other' });
    expect(transport()).toBe('opening');
    await vi.waitFor(() => expect(api.inputsOf(playItem).length).toBe(2));
    expect(api.calls.map(({ name }) => name)).toEqual([
      'playback.play',
      'sessions.one',
      'playback.close',
      'playback.play',
    ]);
    expect(api.inputsOf(closeSession)).toEqual([
      { sessionId: 'session-1', listened: { duration: BOOK_DURATION, timeListened: 7, currentTime: 7 } },
    ]);
  });

  test('of another item waits no longer than its grace for a server that does not answer', async () => {
    const { api, clock, listen, play, send } = startPlayer();
    await play();
    listen(7);
    api.defer(syncSession);
    send({ type: 'player.play', libraryItemId: 'other' });
    clock.advance(1500);
    await vi.waitFor(() => expect(api.inputsOf(playItem).length).toBe(2));
  });

  test('refused by the browser shows a pause and says why (pitfall 29)', async () => {
    const { audio, notice, send, transport } = startPlayer();
    audio.playRefusal = new DOMException('not allowed', 'NotAllowedError');
    send({ type: 'player.play', ...BOOK });
    await vi.waitFor(() => expect(transport()).toBe('paused'));
    expect(notice()).toEqual({ kind: 'blocked' });
  });

  test('again, refused by the browser, stays a pause and says why (pitfall 29)', async () => {
    const { audio, clock, context, notice, play, send, transport } = startPlayer();
    await play();
    clock.advance(1000);
    send({ type: 'player.toggle' });
    expect({ transport: transport(), notice: notice() }).toEqual({ transport: 'paused', notice: null });
    audio.playRefusal = new DOMException('not allowed', 'NotAllowedError');
    send({ type: 'player.toggle' });
    await vi.waitFor(() => expect(notice()).toEqual({ kind: 'blocked' }));
    expect({ transport: transport(), wantsSound: context().wantsSound }).toEqual({
      transport: 'paused',
      wantsSound: false,
    });
  });

  test('twice while the session opens counts as one press', async () => {
    const { audio, context, send, transport } = startPlayer();
    send({ type: 'player.play', ...BOOK });
    send({ type: 'player.toggle' });
    await vi.waitFor(() => expect(context().opened).not.toBe(null));
    audio.becomeReady(26);
    expect(transport()).toBe('playing');
  });

  test.each([60, 150, 300, 399])(
    'twice counts as one press also when the sound began %i ms before the second one',
    async (ms) => {
      const { clock, context, play, send, transport } = startPlayer();
      await play();
      clock.advance(ms);
      send({ type: 'player.toggle' });
      expect({ transport: transport(), wantsSound: context().wantsSound }).toEqual({
        transport: 'playing',
        wantsSound: true,
      });
    },
  );

  test('twice counts as one press also when the first file is still loading after the first sound', async () => {
    const { audio, clock, play, send, transport } = startPlayer();
    await play();
    audio.stall();
    clock.advance(100);
    send({ type: 'player.toggle' });
    expect([transport(), audio.paused]).toEqual(['stalled', false]);
  });

  test('and later again is a pause; so is every explicit pause, at any time', async () => {
    const later = startPlayer();
    await later.play();
    later.clock.advance(400);
    later.send({ type: 'player.toggle' });
    expect(later.transport()).toBe('paused');
    later.send({ type: 'player.toggle' });
    later.send({ type: 'player.toggle' });
    expect(later.transport()).toBe('paused');
    const plain = startPlayer();
    await plain.play();
    plain.send({ type: 'player.pause' });
    expect(plain.transport()).toBe('paused');
  });

  test('undone while the session opens ends paused', async () => {
    const { audio, context, send, transport } = startPlayer();
    send({ type: 'player.play', ...BOOK });
    send({ type: 'player.pause' });
    await vi.waitFor(() => expect(context().opened).not.toBe(null));
    audio.becomeReady(26);
    expect({ transport: transport(), calls: audio.calls.filter((call) => call === 'play') }).toEqual({
      transport: 'paused',
      calls: [],
    });
  });
});

describe('news of the open item that no session brings', () => {
  const elsewhere = { currentTime: 100, lastUpdate: 9_000_000_000_000 };

  test('an account that is reloaded moves a paused player, with a way back, and playing on saves no older position', async () => {
    const { api, context, listen, notice, play, send, time } = startPlayer();
    await play();
    listen(4);
    send({ type: 'player.pause' });
    const userId = context().opened?.session.userId ?? '';
    await vi.waitFor(() => expect(context().playhead.getSnapshot().context.savedTime).toBe(4));
    send({ type: 'server.user.updated', user: account([bookProgress(elsewhere)], { id: 'another' }) });
    expect(time()).toBe(4);
    send({ type: 'server.user.updated', user: account([bookProgress(elsewhere)], { id: userId }) });
    expect([time(), notice()]).toEqual([
      100,
      { kind: 'moved', by: 'device', device: '', sessionId: '', from: 4, to: 100 },
    ]);
    send({ type: 'player.close' });
    await vi.waitFor(() => expect(api.inputsOf(closeSession)).toHaveLength(1));
    expect(api.inputsOf(syncSession)).toEqual([expect.objectContaining({ timeListened: 4, currentTime: 4 })]);
  });

  test('an account with another position is no second device: no notice while it plays here', async () => {
    const { context, notice, play, send, time, transport } = startPlayer();
    await play();
    const id = context().opened?.session.userId ?? '';
    send({ type: 'server.user.updated', user: account([bookProgress(elsewhere)], { id }) });
    expect([transport(), time(), notice()]).toEqual(['playing', 0, null]);
  });

  test('a save from here returns silently, also after a lost connection', async () => {
    const { api, context, listen, notice, play, send, time } = startPlayer();
    await play();
    listen(4);
    send({ type: 'player.pause' });
    await vi.waitFor(() => expect(api.inputsOf(syncSession)).toHaveLength(1));
    await vi.waitFor(() => expect(context().playhead.getSnapshot().context.savedTime).toBe(4));
    const user = account([bookProgress({ ...elsewhere, currentTime: 4 })], {
      id: context().opened?.session.userId ?? '',
    });
    send({ type: 'server.user.updated', user });
    expect([time(), notice()]).toEqual([4, null]);
  });

  test('a device without a name is named by none of its nulls', async () => {
    const { notice, play, send } = startPlayer();
    await play();
    send({ type: 'player.pause' });
    send({
      type: 'server.progress.updated',
      progress: { sessionId: 'x', deviceDescription: 'null / null / null', data: bookProgress(elsewhere) },
    });
    expect(notice()).toEqual({ kind: 'moved', by: 'device', device: '', sessionId: 'x', from: 0, to: 100 });
    send({ type: 'player.play', libraryItemId: 'other' });
    expect(notice()).toBe(null);
  });

  test('after the end the position of another device holds (SYN-008)', async () => {
    const { audio, notice, play, send, time, transport } = startPlayer();
    await play(182);
    audio.end();
    expect(transport()).toBe('ended');
    send(otherDevice({ currentTime: 40, lastUpdate: 9_000_000_000_000 }));
    expect([time(), transport(), notice()?.kind]).toEqual([40, 'paused', 'moved']);
  });
});

describe('failures', () => {
  test('a session that is not opened is shown, and trying again works (pitfall 3, PLR-028, ERR-040)', async () => {
    const { api, context, play, send, transport } = startPlayer();
    api.refuseOnce(playItem, { kind: 'server', status: 500, message: 'boom' });
    send({ type: 'player.play', ...BOOK });
    await vi.waitFor(() => expect(transport()).toBe('failed'));
    expect(context().failure).toEqual({ kind: 'session', error: { kind: 'server', status: 500, message: 'boom' } });
    await play();
    expect(context().failure).toBe(null);
  });

  test('retry requests the same again', async () => {
    const { api, audio, context, send, transport } = startPlayer();
    api.refuseOnce(playItem, { kind: 'network' });
    send({ type: 'player.play', ...BOOK, startTime: 40 });
    await vi.waitFor(() => expect(transport()).toBe('failed'));
    send({ type: 'player.retry' });
    expect(transport()).toBe('opening');
    await vi.waitFor(() => expect(context().opened).not.toBe(null));
    audio.becomeReady(26);
    expect({ transport: transport(), at: audio.currentTime }).toEqual({ transport: 'playing', at: 40 - 26.070204 });
  });

  test('closing is refused while the session opens, and no session without id is closed (pitfall 32, PLR-034)', async () => {
    const { api, send, stop, subject, transport } = startPlayer();
    const opening = api.defer(playItem);
    send({ type: 'player.play', ...BOOK });
    expect(subject.getSnapshot().can({ type: 'player.close' })).toBe(false);
    send({ type: 'player.close' });
    expect(transport()).toBe('opening');
    stop();
    opening.reject(new Error('aborted'));
    await vi.waitFor(() => expect(api.aborted).toEqual(['playback.play']));
    expect(api.inputsOf(closeSession)).toEqual([]);
  });

  test('a silent file is retried a limited number of times, then reported (pitfall 4)', async () => {
    const { api, audio, context, send, transport } = startPlayer();
    send({ type: 'player.play', ...BOOK });
    for (const tries of [1, 2, 3]) {
      await vi.waitFor(() =>
        expect({
          tries: api.inputsOf(playItem).length,
          loads: audio.calls.filter((call) => call === 'play').length,
        }).toEqual({ tries, loads: tries }),
      );
      audio.fail(4);
    }
    expect({ transport: transport(), failure: context().failure }).toEqual({
      transport: 'failed',
      failure: { kind: 'sound', failure: 'unsupported' },
    });
  });

  test('a file still silent in a second session is transcoded by the server, and resumes (PLR-037, AMB-43)', async () => {
    const { api, audio, context, listen, media, play, subject, time, transport } = startPlayer();
    await play();
    listen(5);
    const place = time();
    audio.fail(3);
    await vi.waitFor(() => expect(audio.calls.filter((call) => call === 'play').length).toBe(2));
    const { session, tracks } = openedStream({ id: 'session-3' });
    api.answer(playItem, { ...bookSession({ id: 'session-3' }), playMethod: 2, audioTracks: session.audioTracks });
    audio.fail(3);
    const url = tracks[0]?.url ?? '';
    await vi.waitFor(() => expect(media.streams.get(url)?.time).toBe(place));
    expect(api.inputsOf(playItem).map((input) => (input as { forceTranscode: boolean }).forceTranscode)).toEqual([
      false,
      false,
      true,
    ]);
    audio.becomeReady(BOOK_DURATION);
    expect([
      transport(),
      subject.getSnapshot().matches({ engine: { running: 'hls' } }),
      context().failure,
      time(),
    ]).toEqual(['playing', true, null, place]);
  });

  test('a stream whose session the server lost is reloaded from the next one, without a second press', async () => {
    const { api, audio, listen, media, send, subject, transport } = startPlayer();
    const answer = (id: string) => ({
      ...bookSession({ id }),
      playMethod: 2,
      audioTracks: openedStream({ id }).session.audioTracks,
    });
    api.answer(playItem, answer('one'));
    send({ type: 'player.play', ...BOOK });
    await vi.waitFor(() => expect(media.streams.size).toBe(1));
    audio.becomeReady(BOOK_DURATION);
    api.refuseOnce(syncSession, { kind: 'notFound', message: '' });
    api.answer(playItem, answer('two'));
    listen(21);
    await vi.waitFor(() => expect([...media.streams.keys()]).toEqual(['/hls/two/output.m3u8']));
    audio.becomeReady(BOOK_DURATION);
    expect([transport(), subject.getSnapshot().matches({ engine: { running: 'hls' } })]).toEqual(['playing', true]);
  });

  test('a stream that the server cannot go on with is not waited for', async () => {
    const { api, audio, media, send, transport } = startPlayer();
    const { session } = openedStream({ id: 'one' });
    api.answer(playItem, { ...bookSession({ id: 'one' }), playMethod: 2, audioTracks: session.audioTracks });
    send({ type: 'player.play', ...BOOK });
    await vi.waitFor(() => expect(media.streams.size).toBe(1));
    audio.becomeReady(BOOK_DURATION);
    send({ type: 'server.stream.failed', failure: { id: 'one', message: 'Encoder missing' } });
    expect(transport()).toBe('recovering');
    await vi.waitFor(() => expect(api.inputsOf(playItem).length).toBe(2));
  });

  test('a reset of this stream by the server is followed after a second, that of another one never (EVT-007, CON-036)', async () => {
    const { api, audio, clock, media, send } = startPlayer();
    const { session } = openedStream({ id: 'one' });
    api.answer(playItem, { ...bookSession({ id: 'one' }), playMethod: 2, audioTracks: session.audioTracks });
    send({ type: 'player.play', ...BOOK });
    await vi.waitFor(() => expect(media.streams.size).toBe(1));
    audio.becomeReady(BOOK_DURATION);
    send({ type: 'player.seek', time: 22 });
    audio.stall();
    const restarts = () => [...media.streams.values()].map((stream) => stream.restarts);
    send({ type: 'server.stream.reset', reset: { streamId: 'another' } });
    clock.advance(5000);
    expect(restarts()).toEqual([[]]);
    send({ type: 'server.stream.reset', reset: { streamId: 'one' } });
    clock.advance(999);
    expect(restarts()).toEqual([[]]);
    clock.advance(1);
    expect(restarts()).toEqual([[22]]);
  });

  test("the server's fatal message of another stream shows nowhere (AMB-59)", async () => {
    const { play, receivedBy, send } = startPlayer();
    await play();
    send({ type: 'server.stream.failed', failure: { id: 'another', message: 'x' } });
    expect(receivedBy('toasts')).toEqual([]);
  });

  test("the server's fatal message of the stream shows (PLR-106, ERR-014, EVT-008)", async () => {
    const { play, receivedBy, send } = startPlayer();
    await play();
    send({ type: 'server.stream.failed', failure: { id: 'session-1', message: 'Encoder missing' } });
    expect(receivedBy('toasts')).toEqual([
      expect.objectContaining({
        type: 'toasts.show',
        kind: 'error',
        message: { key: 'player.streamFailed', values: { message: 'Encoder missing' } },
      }),
    ]);
  });

  test('after a file that never sounded the button offers to play, and a press tries once more', async () => {
    const { api, audio, context, send, transport } = startPlayer();
    send({ type: 'player.play', ...BOOK });
    for (const tries of [1, 2, 3]) {
      await vi.waitFor(() => expect(audio.calls.filter((call) => call === 'play').length).toBe(tries));
      audio.fail(4);
    }
    expect({ transport: transport(), wantsSound: context().wantsSound }).toEqual({
      transport: 'failed',
      wantsSound: false,
    });
    send({ type: 'player.toggle' });
    await vi.waitFor(() => expect(api.inputsOf(playItem).length).toBe(4));
    audio.becomeReady(26);
    expect(transport()).toBe('playing');
  });

  test('an item without sound says so', async () => {
    const { api, context, send, transport } = startPlayer();
    api.answerOnce(playItem, bookSession({ audioTracks: [] }));
    send({ type: 'player.play', ...BOOK });
    await vi.waitFor(() => expect(transport()).toBe('failed'));
    expect(context().failure).toEqual({ kind: 'noSound' });
  });

  test('after a server restart a new session opens while the sound goes on and no second is lost (pitfall 5)', async () => {
    const { api, audio, context, listen, play, transport } = startPlayer();
    await play();
    api.refuseOnce(syncSession, { kind: 'notFound', message: 'Not Found' });
    api.answerOnce(playItem, bookSession({ id: 'session-2', currentTime: 0 }));
    listen(20);
    await vi.waitFor(() => expect(context().opened?.session.id).toBe('session-2'));
    expect({ transport: transport(), src: audio.src, paused: audio.paused }).toEqual({
      transport: 'playing',
      src: '/public/session/session-1/track/1',
      paused: false,
    });
    await vi.waitFor(() =>
      expect(api.inputsOf(saveLocalSessions)).toMatchObject([{ sessions: [{ timeListening: 20, currentTime: 20 }] }]),
    );
    audio.end();
    expect(audio.src).toBe('/public/session/session-2/track/2');
  });

  test('a session that is lost while paused is stored whole, and replaced at the next press on play', async () => {
    const { api, context, listen, play, send } = startPlayer();
    await play();
    listen(6);
    api.refuseOnce(syncSession, { kind: 'notFound', message: 'Not Found' });
    api.refuse(closeSession, { kind: 'notFound', message: 'Not Found' });
    api.answerOnce(playItem, bookSession({ id: 'session-2' }));
    send({ type: 'player.pause' });
    await vi.waitFor(() =>
      expect(api.inputsOf(saveLocalSessions)).toMatchObject([{ sessions: [{ timeListening: 6, currentTime: 6 }] }]),
    );
    expect(context().opened?.session.id).toBe('session-1');
    send({ type: 'player.resume' });
    await vi.waitFor(() => expect(context().opened?.session.id).toBe('session-2'));
  });

  test('sound lost with the server resumes when the server is back', async () => {
    const { api, audio, clock, context, media, play, transport } = startPlayer();
    await play();
    media.playFor(9);
    api.refuseOnce(playItem, { kind: 'network' });
    api.answerOnce(playItem, bookSession({ id: 'session-2', currentTime: 0 }));
    audio.fail(2);
    expect(transport()).toBe('recovering');
    await vi.waitFor(() => expect(api.inputsOf(playItem).length).toBe(2));
    await vi.waitFor(() => expect(clock.pending.length).toBeGreaterThan(0));
    await vi.waitFor(() => {
      clock.advance(1000);
      expect(context().opened?.session.id).toBe('session-2');
    });
    audio.becomeReady(26);
    expect(transport()).not.toBe('recovering');
    expect({ transport: transport(), src: audio.src, at: audio.currentTime }).toEqual({
      transport: 'playing',
      src: '/public/session/session-2/track/1',
      at: 9,
    });
  });

  test('while the server gives no session for sound that is wanted, the player says that it waits', async () => {
    const { api, audio, context, media, play, send, subject } = startPlayer();
    const isWaiting = () => selectIsWaitingForServer(subject.getSnapshot());
    await play();
    media.playFor(9);
    api.refuseOnce(playItem, { kind: 'network' });
    api.answerOnce(playItem, bookSession({ id: 'session-2', currentTime: 0 }));
    audio.fail(2);
    expect(isWaiting()).toBe(false);
    await vi.waitFor(() => expect(isWaiting()).toBe(true));
    send({ type: 'player.pause' });
    expect(isWaiting()).toBe(false);
    send({ type: 'player.resume' });
    expect(isWaiting()).toBe(true);
    send({ type: 'server.reached' });
    await vi.waitFor(() => expect(context().opened?.session.id).toBe('session-2'));
    expect(isWaiting()).toBe(false);
    audio.becomeReady(26);
    expect({ paused: audio.paused, at: audio.currentTime }).toEqual({ paused: false, at: 9 });
  });

  test('buffered sound waits for nothing, whether the server answers or not', async () => {
    const { api, clock, context, listen, play, subject } = startPlayer();
    await play();
    api.refuseOnce(syncSession, { kind: 'notFound', message: 'Not Found' });
    api.refuse(playItem, { kind: 'network' });
    listen(20);
    await vi.waitFor(() =>
      expect(subject.getSnapshot().children.playbackSession?.getSnapshot().value).toMatchObject({
        live: { session: 'waiting' },
      }),
    );
    expect(selectIsWaitingForServer(subject.getSnapshot())).toBe(false);
    api.answer(playItem, bookSession({ id: 'session-2' }));
    await vi.waitFor(() => {
      clock.advance(500);
      expect(context().opened?.session.id).toBe('session-2');
    });
  });
});

describe('transport', () => {
  test('toggles, and every state is read back from the element (ENU-005, AMB-37)', async () => {
    const { audio, clock, play, send, transport } = startPlayer();
    await play();
    clock.advance(400);
    send({ type: 'player.toggle' });
    expect({ transport: transport(), paused: audio.paused }).toEqual({ transport: 'paused', paused: true });
    send({ type: 'player.toggle' });
    expect(transport()).toBe('playing');
    audio.stall();
    expect(transport()).toBe('stalled');
    audio.recover();
    expect(transport()).toBe('playing');
  });

  test('jumps by the amounts of the settings, within the item (AMB-48)', async () => {
    const { media, play, send, time } = startPlayer();
    await play();
    send({ type: 'player.jumpBackward' });
    expect(time()).toBe(0);
    send({ type: 'player.jumpForward' });
    expect(time()).toBe(10);
    media.playFor(3);
    send({ type: 'player.seekBy', seconds: 500 });
    expect(time()).toBeCloseTo(BOOK_DURATION, 6);
  });

  test('goes through chapters, and after the last one to what waits', async () => {
    const { play, receivedBy, send, time } = startPlayer();
    await play();
    send({ type: 'player.seekToNextChapter' });
    expect([time(), receivedBy('queue')]).toEqual([30.5, []]);
    send({ type: 'player.seekToNextChapter' });
    expect([time(), receivedBy('queue')]).toEqual([30.5, [{ type: 'queue.playNext' }]]);
    send({ type: 'player.seekToPreviousChapter' });
    expect(time()).toBe(0);
  });

  test('refuses an invalid time, and says so (PLR-043, VAL-061, ERR-080)', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const { play, send, time } = startPlayer();
    await play(5);
    send({ type: 'player.seek', time: Number.NaN });
    expect({ time: time(), warnings: warn.mock.calls.length }).toEqual({ time: 5, warnings: 1 });
  });

  test('a settled seek is saved', async () => {
    const { api, play, send } = startPlayer();
    await play();
    send({ type: 'player.seek', time: 21 });
    await vi.waitFor(() =>
      expect(api.inputsOf(syncSession)).toEqual([
        { sessionId: 'session-1', duration: BOOK_DURATION, timeListened: 0, currentTime: 21 },
      ]),
    );
  });

  test('after the end play begins again', async () => {
    const { audio, play, send, time, transport } = startPlayer();
    await play(170);
    audio.end();
    expect(transport()).toBe('ended');
    send({ type: 'player.toggle' });
    expect({ src: audio.src, time: time() }).toEqual({ src: '/public/session/session-1/track/1', time: 0 });
  });
});

describe('speed and volume', () => {
  test('come from the settings of this device and hold over files (pitfall 30, PLR-066)', async () => {
    const { audio, play, send, system } = startPlayer();
    system()
      .get('preferences')
      .send({ type: 'preferences.set', change: { playbackRate: 1.3, volume: 0.4 } });
    await play();
    expect({ rate: audio.playbackRate, volume: audio.volume }).toEqual({ rate: 1.3, volume: 0.4 });
    send({ type: 'player.raiseRate' });
    audio.end();
    audio.becomeReady(26);
    expect(audio.playbackRate).toBe(1.4);
  });

  test('are restored from the start, long before the player is loaded (STO-031)', () => {
    const ports = createFakePorts();
    const set = { playbackRate: 1.3, volume: 0.4, jumpForwardAmount: 30 };
    ports.storage.put('userSettings', JSON.stringify(set));
    const later = setup({ actors: { player: playerMachine } }).createMachine({
      initial: 'signedOut',
      states: { signedOut: { on: { signIn: 'signedIn' } }, signedIn: { invoke: { src: 'player', id: 'player' } } },
    });
    const { subject } = createHost(later, { ports, named: { preferences: preferencesMachine } });
    subject.send({ type: 'signIn' });
    expect(subject.getSnapshot().children['player']?.getSnapshot().context.preferences).toMatchObject(set);
  });

  test('a changed speed is kept for the next time, in hundredths (PLR-078, VAL-058)', () => {
    const { ports, send } = startPlayer();
    send({ type: 'player.setRate', rate: 1.777 });
    expect(JSON.parse(ports.storage.texts.get('userSettings') ?? '')).toMatchObject({ playbackRate: 1.78, volume: 1 });
  });

  test('a changed volume is kept for the next time (PLR-088, STO-031)', () => {
    const { ports, send } = startPlayer();
    send({ type: 'player.lowerVolume' });
    expect(JSON.parse(ports.storage.texts.get('userSettings') ?? '')).toMatchObject({ playbackRate: 1, volume: 0.9 });
  });

  test('mute brings back the volume from before', async () => {
    const { audio, play, send } = startPlayer();
    await play();
    send({ type: 'player.setVolume', volume: 0.7 });
    send({ type: 'player.toggleMute' });
    expect(audio.volume).toBe(0);
    send({ type: 'player.toggleMute' });
    expect(audio.volume).toBe(0.7);
  });
});

describe('keys', () => {
  test.each([
    [' ', {}, 'pause', 'PLR-096'],
    ['ArrowRight', {}, 'seek 10', 'PLR-097'],
    ['ArrowDown', {}, 'volume 0.9', 'PLR-098'],
    ['m', {}, 'volume 0', 'PLR-099'],
    ['ArrowUp', { shift: true }, 'rate 1.1', 'PLR-101'],
    ['ArrowDown', { shift: true }, 'rate 0.9', 'PLR-101'],
  ])('%s %o does %s (%s)', async (key, options, call, _row) => {
    const { audio, clock, play, ports } = startPlayer();
    await play();
    clock.advance(400);
    expect(ports.hotkeys.press(key, options)).toBe(true);
    expect(audio.calls.at(-1)).toBe(call);
  });

  test('arrows lead back and louder, and Space plays on (PLR-096, PLR-097, PLR-098)', async () => {
    const { audio, clock, play, ports, send } = startPlayer();
    await play(12);
    clock.advance(400);
    send({ type: 'player.setVolume', volume: 0.5 });
    for (const key of ['ArrowLeft', 'ArrowUp', ' ', ' ']) ports.hotkeys.press(key);
    expect(audio.calls.slice(-4)).toEqual(['seek 2', 'volume 0.6', 'pause', 'play']);
  });

  test('a new speed in the settings holds at once (PLR-067)', async () => {
    const { audio, play, system } = startPlayer();
    await play();
    system()
      .get('preferences')
      .send({ type: 'preferences.set', change: { playbackRate: 1.7 } });
    expect(audio.playbackRate).toBe(1.7);
  });

  test('L opens the chapters (PLR-100)', async () => {
    const { play, ports, receivedBy } = startPlayer();
    await play();
    expect(ports.hotkeys.press('l')).toBe(true);
    expect(receivedBy('menus')).toEqual([{ type: 'menus.open', id: 'player-chapters' }]);
  });

  test('B opens the bookmarks of a book, Q the queue, N and P go to the chapters beside (PLR-015, PLR-018)', async () => {
    const { play, ports, receivedBy, subject, time } = startPlayer();
    await play();
    for (const key of ['b', 'q']) expect(ports.hotkeys.press(key)).toBe(true);
    expect(receivedBy('menus')).toEqual([
      { type: 'menus.open', id: 'player-bookmarks' },
      { type: 'menus.open', id: 'player-queue' },
    ]);
    ports.hotkeys.press('n');
    const next = time();
    expect(next).toBe(selectChapters(subject.getSnapshot())[1]?.start);
    ports.hotkeys.press('p');
    expect(time()).toBe(0);
  });

  test('the sheet opens only with something to show in it, and its button closes it', async () => {
    const { play, send, sheet } = startPlayer();
    send({ type: 'player.expand' });
    send({ type: 'player.toggleFullScreen' });
    expect(sheet()).toBe('collapsed');
    await play();
    send({ type: 'player.expand' });
    expect(sheet()).toBe('expanded');
    send({ type: 'player.collapse' });
    expect(sheet()).toBe('collapsed');
  });

  test('back closes the sheet and leaves the page as it is', async () => {
    const { play, ports, send, sheet } = startPlayer();
    await play();
    send({ type: 'player.expand' });
    const before = ports.navigation.current();
    ports.navigation.back();
    expect([sheet(), ports.navigation.current()]).toEqual(['collapsed', before]);
  });

  test('Escape closes the sheet first, and the sound goes on (PLR-033, AMB-41, AMB-42)', async () => {
    const { play, ports, send, sheet, transport } = startPlayer();
    await play();
    send({ type: 'player.expand' });
    ports.hotkeys.press('Escape');
    expect({ sheet: sheet(), transport: transport() }).toEqual({
      sheet: 'collapsed',
      transport: 'playing',
    });
  });

  test('Escape closes the player without a sheet (PLR-102)', async () => {
    const { play, ports, send, sheet, transport } = startPlayer();
    await play();
    send({ type: 'player.expand' });
    ports.hotkeys.press('Escape');
    expect([sheet(), transport()]).toEqual(['collapsed', 'playing']);
    const { dockLeft } = ports.page.shown;
    ports.hotkeys.press('Escape');
    expect(transport()).toBe('empty');
    expect(ports.page.shown.dockLeft).toBe(dockLeft + 1);
  });

  test('F opens the full-screen player and closes it again, and the sound goes on (PLR-095, PLR-094, AMB-42)', async () => {
    const { play, ports, sheet, transport } = startPlayer();
    await play();
    const states = [1, 2].map(() => {
      ports.hotkeys.press('f');
      return [sheet(), transport()];
    });
    expect(states).toEqual([
      ['expanded', 'playing'],
      ['collapsed', 'playing'],
    ]);
  });

  test('each key means one thing only', () => {
    const all: readonly Hotkey[] = HOTKEYS;
    const pressed = all.flatMap(({ key, shift }) =>
      (shift === 'either' ? [true, false] : [shift]).map((withShift) => ({ key, shift: withShift })),
    );
    expect(new Set(pressed.map((press) => JSON.stringify(press))).size).toBe(pressed.length);
    expect(pressed.map(commandOf)).toEqual(
      all.flatMap(({ command, shift }) => (shift === 'either' ? [command, command] : [command])),
    );
    expect(['L', 'm', 'M'].map((key) => commandOf({ key, shift: key === 'M' })?.type)).toEqual([
      'player.openChapters',
      'player.toggleMute',
      'player.toggleMute',
    ]);
    expect(commandOf({ key: 'L', shift: true })).toBe(null);
  });

  test('do nothing while nothing is open', () => {
    const { ports } = startPlayer();
    expect(ports.hotkeys.press(' ')).toBe(false);
  });
});

describe('the player of the operating system', () => {
  test('shows the open item and takes its keys', async () => {
    const { play, ports, transport } = startPlayer();
    await play();
    expect(ports.systemPlayer.shown).toEqual({
      playing: {
        title: 'A Study in Scarlet',
        author: 'Arthur Conan Doyle',
        album: 'Opening',
        artwork: [192, 512].map((size) => ({
          url: expect.stringContaining(
            `/api/items/${BOOK.libraryItemId}/cover?width=${size}&height=${size}&format=jpeg`,
          ),
          size,
          type: 'image/jpeg',
        })),
      },
      state: 'playing',
      position: { duration: BOOK_DURATION, position: 0, rate: 1 },
    });
    ports.systemPlayer.press({ kind: 'pause' });
    expect({ transport: transport(), state: ports.systemPlayer.shown.state }).toEqual({
      transport: 'paused',
      state: 'paused',
    });
  });

  test('names the chapter, and the next one when it begins', async () => {
    const { play, ports, send } = startPlayer();
    await play(30);
    const album = () => ports.systemPlayer.shown.playing?.album;
    expect(album()).toBe('Opening');
    ports.media.playFor(1);
    expect(album()).toBe('Rest');
    send({ type: 'player.seek', time: 2 });
    expect(album()).toBe('Opening');
  });

  test('receives a new speed at once, or its time line would run on at the old one', async () => {
    const { play, ports, send } = startPlayer();
    await play();
    ports.media.playFor(3);
    send({ type: 'player.setRate', rate: 1.5 });
    expect(ports.systemPlayer.shown.position).toEqual({ duration: BOOK_DURATION, position: 3, rate: 1.5 });
  });

  test('each key runs its action (PLR-108)', async () => {
    const { play, ports, time, transport } = startPlayer();
    await play();
    const after = (action: SystemAction) => {
      ports.systemPlayer.press(action);
      return [transport(), Math.round(time() * 10) / 10];
    };
    expect(after({ kind: 'pause' })).toEqual(['paused', 0]);
    expect(after({ kind: 'play' })).toEqual(['playing', 0]);
    expect(after({ kind: 'forward' })).toEqual(['playing', 10]);
    expect(after({ kind: 'forward' })).toEqual(['playing', 20]);
    expect(after({ kind: 'backward' })).toEqual(['playing', 10]);
    expect(after({ kind: 'next' })[1]).toBe(30.5);
    expect(after({ kind: 'previous' })[1]).toBe(0);
    expect(after({ kind: 'seek', time: 5 })[1]).toBe(5);
    expect(after({ kind: 'stop' })[0]).toBe('paused');
  });
});

describe('a browser without a media session', () => {
  test('plays anyway, and one warning names what is missing (PLR-109, ERR-009)', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const { play, transport } = startPlayer({
      ports: createFakePorts({ systemPlayer: createFakeSystemPlayer(false) }),
    });
    await play();
    expect(transport()).toBe('playing');
    expect(warn.mock.calls).toEqual([[expect.stringContaining('no media session')]]);
  });
});

describe('changes from elsewhere in the open item', () => {
  const changed = (title: string, authorName: string): ReportedItem =>
    z.parse(libraryItemReduced, {
      ...bookBody,
      id: BOOK.libraryItemId,
      updatedAt: 77,
      media: { ...bookBody.media, metadata: { ...bookBody.media.metadata, title, authorName } },
    });

  test('shows at once: title, authors, cover, also in the player of the system and after a reload (EVT-013)', async () => {
    const { play, ports, send, subject } = startPlayer();
    await play();
    const shown = () => selectNowPlaying(subject.getSnapshot());
    const before = shown();
    send({ type: 'server.item.updated', item: { ...changed('Other', 'Nobody'), id: 'other' } });
    expect(shown()).toBe(before);
    send({ type: 'server.item.updated', item: changed('Renamed', before?.author ?? '') });
    expect(shown()).toEqual({ ...before, title: 'Renamed', coverUpdatedAt: 77 });
    expect(ports.systemPlayer.shown.playing?.title).toBe('Renamed');
    expect(ports.tabStorage.read(LAST_OPEN)?.preview).toMatchObject({ title: 'Renamed', coverUpdatedAt: 77 });
    expect(subject.getSnapshot().context.opened?.tracks.length).toBe(7);
  });

  test('comes with many items at once, and authors of other names have no pages here (EVT-016)', async () => {
    const { play, ports, send, subject } = startPlayer();
    await play();
    const shown = () => selectNowPlaying(subject.getSnapshot());
    const before = shown();
    const other = { ...changed('Other', 'Nobody'), id: 'other' };
    send({ type: 'server.items.updated', items: { items: [other], dropped: [] } });
    expect(shown()).toBe(before);
    send({ type: 'server.items.updated', items: { items: [other, changed('Renamed', 'Somebody Else')], dropped: [] } });
    expect(shown()).toMatchObject({ title: 'Renamed', author: 'Somebody Else', authors: [] });
    expect(ports.systemPlayer.shown.playing).toMatchObject({ title: 'Renamed', author: 'Somebody Else' });
    expect(ports.tabStorage.read(LAST_OPEN)?.preview).toMatchObject({ title: 'Renamed', author: 'Somebody Else' });
  });

  test('of a podcast leaves the title of its episode alone, and holds before there is a session', () => {
    const { send, subject } = startPlayer();
    const preview = { title: 'Episode', author: 'A', podcast: 'P', coverUpdatedAt: 1, duration: 60 };
    send({
      type: 'player.restore',
      media: { libraryItemId: reducedPodcast.id, episodeId: 'e' },
      preview,
      startTime: 0,
    });
    const report = { ...reducedPodcast, updatedAt: 5 };
    send({ type: 'server.item.updated', item: report });
    const { title } = reducedPodcast.media.metadata;
    expect(selectNowPlaying(subject.getSnapshot())).toMatchObject({
      title: 'Episode',
      podcast: title,
      coverUpdatedAt: 5,
    });
  });
});

describe('other devices and tabs', () => {
  test('another device that plays the same is named for 20 s (SYN-007, CON-054, EVT-022)', async () => {
    const { clock, notice, play, send, time, transport } = startPlayer();
    await play();
    send(otherDevice({ currentTime: 99, lastUpdate: 5000 }));
    expect({ notice: notice(), transport: transport(), time: time() }).toEqual({
      notice: { kind: 'otherDevice', device: 'Phone / v2.26.0', sessionId: 'session-phone' },
      transport: 'playing',
      time: 0,
    });
    clock.advance(19_999);
    expect(notice()).not.toBe(null);
    clock.advance(1);
    expect(notice()).toBe(null);
  });

  test('the warning goes when either session closes (SYN-009, EVT-021)', async () => {
    const { notice, play, send } = startPlayer();
    await play();
    send(otherDevice({ currentTime: 99, lastUpdate: 5000 }));
    send({ type: 'server.session.closed', sessionId: 'session-phone' });
    expect(notice()).toBe(null);
    send(otherDevice({ currentTime: 99, lastUpdate: 6000 }));
    expect(notice()).not.toBe(null);
    send({ type: 'player.close' });
    await vi.waitFor(() => expect(notice()).toBe(null));
  });

  test('while paused the position follows, is not saved back, and can be undone (pitfall 8)', async () => {
    const { api, notice, play, send, time, undoNotice } = startPlayer();
    await play(12);
    send({ type: 'player.pause' });
    send(otherDevice({ currentTime: 24, lastUpdate: 5000 }));
    expect({ time: time(), notice: notice() }).toEqual({
      time: 24,
      notice: { kind: 'moved', by: 'device', device: 'Phone / v2.26.0', sessionId: 'session-phone', from: 12, to: 24 },
    });
    expect(api.inputsOf(syncSession)).toEqual([]);
    undoNotice();
    expect({ time: time(), notice: notice() }).toEqual({ time: 12, notice: null });
    await vi.waitFor(() =>
      expect(api.inputsOf(syncSession)).toEqual([
        { sessionId: 'session-1', duration: BOOK_DURATION, timeListened: 0, currentTime: 12 },
      ]),
    );
  });

  test('a device that keeps playing is reported once, and the undo goes back to the first position', async () => {
    const { notice, play, send, subject, time } = startPlayer();
    await play(12);
    send({ type: 'player.pause' });
    send(otherDevice({ currentTime: 20, lastUpdate: 5000 }));
    send(otherDevice({ currentTime: 24, lastUpdate: 6000 }));
    expect({ time: time(), notice: notice() }).toEqual({
      time: 24,
      notice: { kind: 'moved', by: 'device', device: 'Phone / v2.26.0', sessionId: 'session-phone', from: 12, to: 24 },
    });
    subject.getSnapshot().children.notice?.send({ type: 'notice.dismiss' });
    send(otherDevice({ currentTime: 25.5, lastUpdate: 7000 }));
    expect({ time: time(), notice: notice() }).toEqual({ time: 25.5, notice: null });
  });

  test('late news of a session that was ours are not another device', async () => {
    const { api, context, notice, play, send } = startPlayer();
    await play();
    api.answerOnce(playItem, bookSession({ id: 'session-2' }));
    send({ type: 'engine.failed', failure: 'network', time: 0 });
    await vi.waitFor(() => expect(context().opened?.session.id).toBe('session-2'));
    send(otherDevice({ currentTime: 99, lastUpdate: 5000 }, 'session-1'));
    expect(notice()).toBe(null);
  });

  describe('a page turned in the ebook of the same book', () => {
    const pageTurned = (currentTime: number, lastUpdate = 5000): PlayerEvent => ({
      type: 'server.progress.updated',
      progress: { data: bookProgress({ currentTime, ebookLocation: '2', lastUpdate }) },
    });

    test('reports the position before the save, and moves nothing', async () => {
      const { context, listen, notice, play, send, time } = startPlayer();
      await play(12);
      listen(4);
      send({ type: 'player.pause' });
      await vi.waitFor(() => expect(context().playhead.getSnapshot().context.savedTime).toBe(16));
      send(pageTurned(context().opened?.session.currentTime ?? -1));
      expect({ time: time(), notice: notice() }).toEqual({ time: 16, notice: null });
    });

    test('reports the last position, and moves only without a chosen place', async () => {
      const { context, play, send, time } = startPlayer();
      await play();
      send({ type: 'player.seek', time: 90 });
      const left = context().opened?.session.currentTime ?? -1;
      send(pageTurned(left));
      send({ type: 'player.pause' });
      send(pageTurned(left, 6000));
      expect(time()).toBe(90);
    });

    test('hides no other device that continues afterwards', async () => {
      const { context, play, send, time } = startPlayer();
      await play(12);
      send({ type: 'player.pause' });
      send(pageTurned(context().opened?.session.currentTime ?? -1));
      send(otherDevice({ currentTime: 24, lastUpdate: 6000 }));
      expect(time()).toBe(24);
    });
  });

  test('older events and those of the own session change nothing (SYN-010, SYN-011)', async () => {
    const { notice, play, send, time } = startPlayer();
    await play(12);
    send({ type: 'player.pause' });
    send(otherDevice({ currentTime: 20, lastUpdate: 5000 }, 'session-1'));
    send(otherDevice({ currentTime: 24, lastUpdate: 4000 }));
    send(otherDevice({ currentTime: 30, lastUpdate: 9000, libraryItemId: 'other' }));
    expect({ time: time(), notice: notice() }).toEqual({ time: 12, notice: null });
  });

  test('an account that the server sends while playing does not move the position (pitfall 7)', async () => {
    const { listen, owner, play, system, time } = startPlayer();
    await play(10);
    listen(8);
    system()
      .get('progress')
      .send({
        type: 'server.user.updated',
        user: { ...owner, mediaProgress: { items: [bookProgress({ currentTime: 3, lastUpdate: 9000 })], dropped: [] } },
      });
    expect(time()).toBe(18);
  });

  test('a second tab that starts pauses the first with a notice (pitfall 6)', async () => {
    const shared = createFakePorts();
    const { audio, notice, play, transport } = startPlayer({ ports: shared });
    await play();
    expect(shared.storage.read(PLAYING_SINCE)).toEqual({ at: shared.clock.now() });
    shared.storage.changeElsewhere(PLAYING_SINCE, { at: shared.clock.now() + 1 });
    expect({ transport: transport(), paused: audio.paused, notice: notice() }).toEqual({
      transport: 'paused',
      paused: true,
      notice: { kind: 'takenOver', by: 'tab' },
    });
  });

  test('a second tab that starts pauses the first also while that waits for sound: none comes later (pitfall 6)', async () => {
    const shared = createFakePorts();
    const { audio, notice, play, subject, transport } = startPlayer({ ports: shared });
    await play();
    audio.stall();
    expect(transport()).toBe('stalled');
    shared.storage.changeElsewhere(PLAYING_SINCE, { at: shared.clock.now() + 1 });
    expect({
      transport: transport(),
      paused: audio.paused,
      wantsSound: subject.getSnapshot().context.wantsSound,
      notice: notice(),
    }).toEqual({ transport: 'paused', paused: true, wantsSound: false, notice: { kind: 'takenOver', by: 'tab' } });
  });

  test('sound that resumes after waiting for data is no new start: a tab that started meanwhile keeps the sound', async () => {
    const shared = createFakePorts();
    const { audio, play, send, transport } = startPlayer({ ports: shared });
    await play();
    const began = shared.storage.read(PLAYING_SINCE);
    audio.stall();
    shared.clock.advance(1000);
    audio.recover();
    expect([transport(), shared.storage.read(PLAYING_SINCE)]).toEqual(['playing', began]);
    send({ type: 'player.pause' });
    send({ type: 'player.resume' });
    expect([transport(), shared.storage.read(PLAYING_SINCE)]).toEqual(['playing', { at: shared.clock.now() }]);
  });

  test('a paused tab of this browser that saves is no other device: no notice shows', async () => {
    const { notice, play, ports, send } = startPlayer();
    await play();
    ports.storage.changeElsewhere(BROWSER_SESSIONS, ['session-tab']);
    send(otherDevice({ currentTime: 99, lastUpdate: 5000 }, 'session-tab'));
    expect(notice()).toBe(null);
  });

  test('while paused the position follows another tab of this browser, and names it as the cause', async () => {
    const ports = createFakePorts();
    ports.storage.write(BROWSER_SESSIONS, ['session-tab']);
    const { notice, play, send, time } = startPlayer({ ports });
    await play(12);
    send({ type: 'player.pause' });
    send(otherDevice({ currentTime: 24, lastUpdate: 5000 }, 'session-tab'));
    expect([time(), notice()]).toEqual([
      24,
      { kind: 'moved', by: 'tab', device: 'Phone / v2.26.0', sessionId: 'session-tab', from: 12, to: 24 },
    ]);
  });

  test('the other tabs of this browser learn each session that this one opens, the last twenty', async () => {
    const ports = createFakePorts();
    ports.storage.write(
      BROWSER_SESSIONS,
      Array.from({ length: 20 }, (_, index) => `old-${index}`),
    );
    const { api, clock, context, listen, play } = startPlayer({ ports });
    await play();
    api.refuseOnce(syncSession, { kind: 'notFound', message: 'Not Found' });
    api.refuseOnce(playItem, { kind: 'network' });
    api.answer(playItem, bookSession({ id: 'session-2' }));
    listen(20);
    await vi.waitFor(() => {
      clock.advance(500);
      expect(context().opened?.session.id).toBe('session-2');
    });
    const known = ports.storage.read(BROWSER_SESSIONS) ?? [];
    expect([known.length, known.slice(-2)]).toEqual([20, ['session-1', 'session-2']]);
  });

  test('a session that the server ended for another one of this device pauses with a notice; playing on opens a new one', async () => {
    const { api, context, listen, notice, play, send, transport } = startPlayer();
    await play();
    listen(3);
    send({ type: 'server.session.closed', sessionId: 'session-1' });
    expect({ transport: transport(), notice: notice() }).toEqual({
      transport: 'paused',
      notice: { kind: 'takenOver', by: 'device' },
    });
    expect(api.inputsOf(syncSession)).toEqual([]);
    api.answerOnce(playItem, bookSession({ id: 'session-2' }));
    send({ type: 'player.toggle' });
    await vi.waitFor(() => expect(context().opened?.session.id).toBe('session-2'));
    expect({ transport: transport(), notice: notice() }).toEqual({ transport: 'playing', notice: null });
    await vi.waitFor(() =>
      expect(api.inputsOf(saveLocalSessions).at(-1)).toMatchObject({
        sessions: [{ timeListening: 3, currentTime: 3 }],
      }),
    );
  });
});

describe('a jump by accident (pitfall 10)', () => {
  test('a long one shows a notice, can be undone to the last position, and that is saved', async () => {
    const { api, audio, listen, notice, play, send, time, undoNotice } = startPlayer();
    await play();
    listen(5);
    const place = time();
    send({ type: 'player.seek', time: 150 });
    audio.becomeReady(26);
    expect([time(), notice()]).toEqual([150, { kind: 'jumped', from: place, to: 150 }]);
    undoNotice();
    audio.becomeReady(26);
    expect([time(), notice()]).toEqual([place, null]);
    await vi.waitFor(() => expect(api.inputsOf(syncSession).at(-1)).toMatchObject({ currentTime: place }));
    send({ type: 'player.undoJump' });
    expect(time()).toBe(place);
  });

  test('the key undoes too, several quick ones at once, a short one silently', async () => {
    const { clock, listen, notice, play, ports, send, time } = startPlayer();
    await play();
    listen(12);
    const place = time();
    send({ type: 'player.jumpForward' });
    clock.advance(1000);
    send({ type: 'player.jumpForward' });
    expect([time(), notice()]).toEqual([place + 20, null]);
    expect(ports.hotkeys.press('z')).toBe(true);
    expect(time()).toBe(place);
  });

  test('that is followed by listening is another one than the next', async () => {
    const { audio, listen, play, send, time } = startPlayer();
    await play();
    send({ type: 'player.seek', time: 100 });
    audio.becomeReady(26);
    listen(5);
    const place = time();
    send({ type: 'player.seek', time: 5 });
    audio.becomeReady(26);
    send({ type: 'player.undoJump' });
    expect([place > 100, time()]).toEqual([true, place]);
  });

  test('of one item cannot be undone in another', async () => {
    const { context, play, send, time } = startPlayer();
    await play();
    send({ type: 'player.seek', time: 150 });
    send({ type: 'player.play', libraryItemId: 'other' });
    await vi.waitFor(() => expect(context().opened).not.toBe(null));
    const place = time();
    send({ type: 'player.undoJump' });
    expect(time()).toBe(place);
  });
});

describe('a restored player', () => {
  const RESTORED = {
    title: 'A Study in Scarlet',
    author: 'Arthur Conan Doyle',
    podcast: '',
    coverUpdatedAt: 5,
    duration: BOOK_DURATION,
  };
  const last = { userId: 'user-1', media: BOOK, preview: RESTORED };

  function reload({ userId = 'user-1', progress = [bookProgress({ currentTime: 42 })], isLive = false } = {}) {
    const ports = createFakePorts();
    ports.tabStorage.write(LAST_OPEN, last);
    const player = startPlayer({ ports, progress, isLive });
    player.send({ type: 'player.accountLoaded', userId });
    return player;
  }

  test("is paused at the account's position, without a playback session before a press on Play", async () => {
    const { api, audio, context, send, time, transport } = reload();
    expect([transport(), time(), context().wantsSound, context().request?.preview]).toEqual([
      'standby',
      42,
      false,
      RESTORED,
    ]);
    expect(api.calls).toEqual([]);
    send({ type: 'player.toggle' });
    expect(transport()).toBe('opening');
    await vi.waitFor(() => expect(context().opened).not.toBe(null));
    audio.becomeReady(26);
    expect([transport(), api.inputsOf(playItem).length]).toEqual(['playing', 1]);
  });

  test('is played on by the key, and from where its time line was set to', async () => {
    const { audio, context, ports, send, time } = reload();
    send({ type: 'player.seekBy', seconds: -12 });
    expect(time()).toBe(30);
    expect(ports.hotkeys.press(' ')).toBe(true);
    await vi.waitFor(() => expect(context().opened).not.toBe(null));
    audio.becomeReady(26);
    expect(time()).toBe(30);
  });

  test('stays where it was set on an event of its last position, and follows another device', () => {
    const { send, time } = reload();
    const report = (currentTime: number, lastUpdate: number) =>
      send({
        type: 'server.progress.updated',
        progress: {
          sessionId: 'before',
          deviceDescription: '',
          data: bookProgress({ currentTime, lastUpdate }),
        },
      });
    send({ type: 'player.seekBy', seconds: 30 });
    report(42, 5000);
    expect(time()).toBe(72);
    report(150, 6000);
    expect(time()).toBe(150);
  });

  describe('knows chapters and length without a playback session', () => {
    const { chapters, duration } = wholeBook.mediaType === 'book' ? wholeBook.media : { chapters: null, duration: 0 };
    const shown = ({ subject }: ReturnType<typeof reload>) => ({
      chapters: selectChapters(subject.getSnapshot()),
      duration: selectDuration(subject.getSnapshot()),
    });
    const ofItem = { chapters: chapters?.items, duration };
    const bare = { chapters: [], duration: BOOK_DURATION };

    test('from the item, once the live connection opens: the first paint is over then', async () => {
      const player = reload();
      expect([player.api.calls, shown(player)]).toEqual([[], bare]);
      player.send({ type: 'server.reached' });
      await vi.waitFor(() => expect(shown(player)).toEqual(ofItem));
      player.send({ type: 'server.reached' });
      expect(player.api.inputsOf(getItem)).toEqual([{ id: BOOK.libraryItemId }]);
      expect(player.api.calls.length).toBe(1);
    });

    test('from a page that has loaded it: without a second request', () => {
      const player = reload();
      player.send({ type: 'player.describe', item: { ...wholeBook, id: 'other' } });
      expect(shown(player)).toEqual(bare);
      player.send({ type: 'player.describe', item: { ...wholeBook, id: BOOK.libraryItemId } });
      player.send({ type: 'server.reached' });
      expect([shown(player), player.api.calls]).toEqual([ofItem, []]);
    });

    test('at once when it is open already', async () => {
      const player = reload({ isLive: true });
      await vi.waitFor(() => expect(shown(player)).toEqual(ofItem));
    });

    test('so that it goes to other chapters and lists them, also while it opens', async () => {
      const player = reload({ isLive: true, progress: [bookProgress({ currentTime: 0 })] });
      await vi.waitFor(() => expect(shown(player)).toEqual(ofItem));
      player.send({ type: 'player.seekToNextChapter' });
      expect(player.time()).toBe(ofItem.chapters?.[1]?.start);
      player.send({ type: 'player.openChapters' });
      expect(player.receivedBy('menus')).toContainEqual({ type: 'menus.open', id: 'player-chapters' });
      player.send({ type: 'player.toggle' });
      expect([player.transport(), shown(player)]).toEqual(['opening', ofItem]);
    });

    test('a failure is silent, changes nothing, and ends with the reconnect', async () => {
      const player = reload();
      player.api.refuseOnce(getItem, { kind: 'network' });
      player.send({ type: 'server.reached' });
      await vi.waitFor(() => expect(player.api.inputsOf(getItem).length).toBe(1));
      await vi.waitFor(() => expect(player.subject.getSnapshot().matches({ details: 'idle' })).toBe(true));
      expect([shown(player), player.transport(), player.receivedBy('toasts')]).toEqual([bare, 'standby', []]);
      player.send({ type: 'server.reached' });
      await vi.waitFor(() => expect(shown(player)).toEqual(ofItem));
    });

    test('those of another item are not taken for its own', async () => {
      const player = reload({ isLive: true });
      await vi.waitFor(() => expect(shown(player)).toEqual(ofItem));
      player.send({ type: 'player.play', libraryItemId: 'other' });
      expect(shown(player)).toEqual({ chapters: [], duration: 0 });
    });
  });

  test('follows another device', () => {
    const { send, time } = reload();
    send(otherDevice({ currentTime: 99, lastUpdate: 9e12 }));
    expect(time()).toBe(99);
  });

  test('does not exist for another account, nor for a finished item', () => {
    expect(reload({ userId: 'user-2' }).transport()).toBe('empty');
    expect(reload({ progress: [bookProgress({ isFinished: true })] }).transport()).toBe('empty');
  });

  test('is forgotten when it is closed, also by signing out', () => {
    for (const type of ['player.close', 'player.shutDown'] as const) {
      const { ports, send, transport } = reload();
      send({ type });
      expect([transport(), ports.tabStorage.read(LAST_OPEN)]).toEqual(['empty', null]);
    }
  });

  test('is the last opened one of this tab', async () => {
    const { play, ports, send } = startPlayer();
    send({ type: 'player.accountLoaded', userId: 'user-1' });
    await play();
    const kept = ports.tabStorage.read(LAST_OPEN);
    expect([kept?.userId, kept?.media, kept?.preview.title, kept?.preview.duration]).toEqual([
      'user-1',
      BOOK,
      'A Study in Scarlet',
      BOOK_DURATION,
    ]);
    send({ type: 'player.close' });
    expect(ports.tabStorage.read(LAST_OPEN)).toBe(null);
  });

  test('the X closes with the same way back as the key', async () => {
    const { play, receivedBy, send, transport } = startPlayer();
    await play(12);
    send({ type: 'player.closePressed' });
    expect([transport(), receivedBy('queue'), receivedBy('toasts')]).toEqual([
      'empty',
      [{ type: 'queue.close' }],
      [expect.objectContaining({ id: 'player-closed', message: { key: 'player.closed' } })],
    ]);
    send({ type: 'player.closePressed' });
    expect([receivedBy('queue').length, receivedBy('toasts').length]).toEqual([1, 1]);
  });

  test('the way back to a closed item is dropped once something is open again', async () => {
    const { play, receivedBy, send } = startPlayer();
    await play(12);
    send({ type: 'player.closePressed' });
    send({ type: 'player.play', ...BOOK, libraryItemId: 'other' });
    expect(receivedBy('toasts').slice(1)).toEqual([{ type: 'toasts.dismiss', id: 'player-closed' }]);
    send({ type: 'player.close' });
    send({ type: 'player.play', ...BOOK });
    expect(receivedBy('toasts').length).toBe(2);
  });

  test('returns paused at the same place when the closing key is undone', async () => {
    const { api, audio, listen, play, ports, receivedBy, send, time, transport } = startPlayer();
    await play(12);
    listen(3);
    expect(ports.hotkeys.press('Escape')).toBe(true);
    expect([transport(), audio.src]).toEqual(['empty', '']);
    const [toast] = receivedBy('toasts') as unknown as {
      message: object;
      action: { to: string; event: PlayerEvent };
    }[];
    expect([toast?.message, toast?.action.to]).toEqual([{ key: 'player.closed' }, 'player']);
    if (toast) send(toast.action.event);
    expect([transport(), time()]).toEqual(['standby', 15]);
    send({ type: 'player.followProgress', media: BOOK, time: 40 });
    expect(time(), 'another page found a later place').toBe(40);
    send({ type: 'player.followProgress', media: BOOK, time: 15 });
    send({ type: 'player.toggle' });
    await vi.waitFor(() => expect(api.inputsOf(playItem).length).toBe(2));
    await vi.waitFor(() => expect(audio.src).not.toBe(''));
    audio.becomeReady(26);
    expect([transport(), time()]).toEqual(['playing', 15]);
  });
});

describe('a press on a play button', () => {
  const press = { type: 'player.playOrPause', ...BOOK, startTime: 70, preview: PREVIEW } as const;

  test('opens a closed item, from the place it names', async () => {
    const { audio, context, send, time, transport } = startPlayer();
    send(press);
    expect([transport(), context().request]).toEqual(['opening', { media: BOOK, startTime: 70, preview: PREVIEW }]);
    await vi.waitFor(() => expect(context().opened).not.toBe(null));
    audio.becomeReady(26);
    expect(time()).toBe(70);
  });

  test('pauses a playing one and resumes it in place', async () => {
    const { audio, clock, play, send, time, transport } = startPlayer();
    await play(12);
    clock.advance(400);
    send(press);
    expect(transport()).toBe('paused');
    send(press);
    audio.becomeReady(26);
    expect([transport(), time()]).toEqual(['playing', 12]);
  });

  test('draws the player once it has sounded for a moment', async () => {
    const { clock, subject, play } = startPlayer();
    const isShown = () => selectIsShown(subject.getSnapshot());
    await play();
    clock.advance(49);
    expect(isShown()).toBe(false);
    clock.advance(1);
    expect(isShown()).toBe(true);
  });

  test('renders the player if its sound does not start in a moment', () => {
    const { clock, subject, send, transport } = startPlayer();
    const isShown = () => selectIsShown(subject.getSnapshot());
    send({ type: 'player.play', ...BOOK });
    clock.advance(249);
    expect(isShown()).toBe(false);
    clock.advance(1);
    expect([isShown(), transport()]).toEqual([true, 'opening']);
  });

  test('draws the player at once when its sound is not wanted any more', async () => {
    const { context, media, send, subject, transport } = startPlayer();
    send({ type: 'player.play', ...BOOK });
    send({ type: 'player.pause' });
    await vi.waitFor(() => expect(context().opened).not.toBe(null));
    media.audio.becomeReady(26);
    expect([transport(), selectIsShown(subject.getSnapshot())]).toEqual(['paused', true]);
  });

  test('draws the player with why it does not sound', async () => {
    const { api, subject, send, transport } = startPlayer();
    api.refuse(playItem, { kind: 'notFound', message: '' });
    send({ type: 'player.play', ...BOOK });
    await vi.waitFor(() => expect(transport()).toBe('failed'));
    expect(selectIsShown(subject.getSnapshot())).toBe(true);
  });

  test('leaves the player of another book where it is', async () => {
    const { clock, play, send, subject, transport } = startPlayer();
    await play();
    clock.advance(50);
    send({ type: 'player.play', libraryItemId: 'other', episodeId: null });
    expect([transport(), selectIsShown(subject.getSnapshot())]).toEqual(['opening', true]);
  });

  test('is over once it has sounded for a moment', async () => {
    const { clock, subject, play, send } = startPlayer();
    const isSettled = () => selectIsSettled(subject.getSnapshot());
    expect(isSettled()).toBe(false);
    await play(12);
    expect(isSettled()).toBe(false);
    clock.advance(400);
    expect(isSettled()).toBe(true);
    send({ type: 'player.pause' });
    expect(isSettled()).toBe(false);
  });

  test('of another item plays that one', async () => {
    const { play, send, context, transport } = startPlayer();
    await play();
    send({ type: 'player.playOrPause', libraryItemId: 'other' });
    expect([transport(), context().next?.media.libraryItemId]).toEqual(['opening', 'other']);
  });
});

describe('the end', () => {
  test('closing goes silent at once, saves, and closes', async () => {
    const { api, audio, listen, play, send, subject } = startPlayer();
    await play();
    listen(4);
    send({ type: 'player.close' });
    expect({ src: audio.src, value: transportOf(subject) }).toEqual({ src: '', value: 'empty' });
    await vi.waitFor(() =>
      expect(subject.getSnapshot().value).toEqual({
        engine: 'prepared',
        output: 'settled',
        transport: 'empty',
        sound: 'silent',
        drawing: 'drawn',
        details: 'idle',
        session: 'absent',
        undo: 'withdrawn',
      }),
    );
    expect([api.inputsOf(syncSession), api.inputsOf(closeSession)]).toEqual([
      [],
      [{ sessionId: 'session-1', listened: { duration: BOOK_DURATION, timeListened: 4, currentTime: 4 } }],
    ]);
  });

  test.each([
    ['closed', (page: FakePage) => page.hide()],
    ['hidden', (page: FakePage) => page.setVisible(false)],
  ] as const)('15.2 s played and the page %s: the exact position is sent at once (pitfall 2)', async (_, end) => {
    const { api, listen, media, page, play } = startPlayer();
    await play();
    listen(15);
    media.passSilently(0.2);
    end(page);
    expect(api.inputsOf(syncSession)).toEqual([
      { sessionId: 'session-1', duration: BOOK_DURATION, timeListened: 15.2, currentTime: 15.2 },
    ]);
  });

  test('shutting down while playing saves and closes, also before the item is open', async () => {
    const { api, context, listen, play, send } = startPlayer();
    await play();
    listen(6);
    send({ type: 'player.shutDown' });
    expect(context().request).toBe(null);
    await vi.waitFor(() =>
      expect(api.inputsOf(closeSession)).toEqual([
        { sessionId: 'session-1', listened: { duration: BOOK_DURATION, timeListened: 6, currentTime: 6 } },
      ]),
    );
    expect(api.inputsOf(syncSession)).toEqual([]);
  });

  test('shutting down while one item makes room for the next opens neither', async () => {
    const { api, play, send, subject } = startPlayer();
    await play();
    send({ type: 'player.play', libraryItemId: 'other' });
    send({ type: 'player.shutDown' });
    await vi.waitFor(() => expect(subject.getSnapshot().value.session).toBe('absent'));
    expect(api.inputsOf(playItem).length).toBe(1);
  });

  test('shutting down after another request during the end opens nothing and ends', async () => {
    const { api, clock, play, send, subject, transport } = startPlayer();
    await play();
    api.defer(closeSession);
    send({ type: 'player.close' });
    send({ type: 'player.play', libraryItemId: 'other' });
    send({ type: 'player.shutDown' });
    expect(transport()).toBe('empty');
    clock.advance(1500);
    expect(subject.getSnapshot().value.session).toBe('absent');
    expect(api.inputsOf(playItem).length).toBe(1);
  });

  test('a finished book started and stopped at once stays finished (pitfall 9)', async () => {
    const { api, listen, play, send, subject } = startPlayer({
      progress: [bookProgress({ isFinished: true, progress: 1 })],
    });
    await play();
    listen(3);
    send({ type: 'player.close' });
    await vi.waitFor(() => expect(subject.getSnapshot().value.session).toBe('absent'));
    expect(api.inputsOf(syncSession)).toEqual([]);
  });
});
