import { describe, expect, test, vi } from 'vitest';
import { preferencesMachine } from '../../../src/machines/preferences/preferences.machine.ts';
import { PLAYING_SINCE } from '../../../src/machines/player/device.ts';
import { playerMachine } from '../../../src/machines/player/player.machine.ts';
import type { PlayerEvent } from '../../../src/machines/player/player.setup.ts';
import { progressMachine } from '../../../src/machines/progress/progress.machine.ts';
import type { MediaProgress } from '../../../src/schemas/api/media-progress.ts';
import { closeSession, playItem, syncSession } from '../../../src/services/endpoints/playback.ts';
import { createFakePorts, type FakePorts } from '../../support/fakes/ports.ts';
import { createHost } from '../../support/host.ts';
import { account, BOOK, BOOK_DURATION, bookProgress, bookSession } from '../../support/player-fixtures.ts';
import { withInput } from '../../support/with-input.ts';

const PREVIEW = { title: 'A Study in Scarlet', author: 'Arthur Conan Doyle', coverUpdatedAt: 5, duration: 182 };

function startPlayer({ progress = [], ports = createFakePorts() }: { progress?: MediaProgress[]; ports?: FakePorts } = {}) {
  const { api, clock, media, page } = ports;
  api.answer(playItem, bookSession());
  api.answer(syncSession, 'OK');
  api.answer(closeSession, 'OK');
  const owner = account(progress);
  const host = createHost(playerMachine, {
    ports,
    named: { toasts: null, preferences: preferencesMachine, progress: withInput(progressMachine, { user: owner }) },
  });
  const { subject } = host;
  const transport = () => subject.getSnapshot().value.transport;
  return {
    ...host,
    api,
    clock,
    page,
    media,
    audio: media.audio,
    owner,
    send: (event: PlayerEvent) => subject.send(event),
    context: () => subject.getSnapshot().context,
    transport,
    system: () => subject.system,
    time: () => subject.getSnapshot().context.playhead.getSnapshot().context.time,
    listened: () => subject.getSnapshot().context.playhead.getSnapshot().context.listened,
    /** Presses play and goes on until there is sound. */
    async play(startTime?: number) {
      subject.send({ type: 'player.play', ...BOOK, ...(startTime === undefined ? {} : { startTime }) });
      await vi.waitFor(() => expect(subject.getSnapshot().context.opened).not.toBe(null));
      media.audio.becomeReady(26);
      expect(transport()).toBe('playing');
    },
    /** So many seconds are heard, in steps of a second. */
    listen(seconds: number) {
      for (let second = 0; second < seconds; second += 1) {
        media.playFor(1);
        clock.advance(1000);
      }
    },
  };
}

function otherDevice(changes: Partial<MediaProgress>, sessionId = 'session-phone'): PlayerEvent {
  return { type: 'server.progress.updated', progress: { sessionId, deviceDescription: 'Phone / v2.26.0', data: bookProgress(changes) } };
}

describe('pressing play', () => {
  test('shows at once what the caller knows, and opens a session as this device', async () => {
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

  test('starts the element in the same turn in which the answer came', async () => {
    const { audio, play } = startPlayer();
    await play();
    expect(audio.src).toBe('/public/session/session-1/track/1');
    expect(audio.calls).toEqual(['load', 'play']);
  });

  test('begins where the server says, or where it was asked to', async () => {
    const asked = startPlayer();
    await asked.play(60);
    expect({ src: asked.audio.src, time: asked.time() }).toEqual({ src: '/public/session/session-1/track/3', time: 60 });
  });

  test('of what is open already goes on without another session', async () => {
    const { api, play, send, transport, time } = startPlayer();
    await play();
    send({ type: 'player.pause' });
    send({ type: 'player.play', ...BOOK, startTime: 20 });
    expect({ transport: transport(), time: time(), sessions: api.inputsOf(playItem).length }).toEqual({ transport: 'playing', time: 20, sessions: 1 });
  });

  test('of another item saves and closes before it opens', async () => {
    const { api, play, listen, send, transport } = startPlayer();
    await play();
    listen(7);
    api.answerOnce(playItem, bookSession({ id: 'session-2', libraryItemId: 'other' }));
    send({ type: 'player.play', libraryItemId: 'other' });
    expect(transport()).toBe('opening');
    await vi.waitFor(() => expect(api.inputsOf(playItem).length).toBe(2));
    expect(api.calls.map(({ name }) => name)).toEqual(['playback.play', 'playback.sync', 'playback.close', 'playback.play']);
    expect(api.inputsOf(syncSession)).toEqual([{ sessionId: 'session-1', duration: BOOK_DURATION, timeListened: 7, currentTime: 7 }]);
  });

  test('of another item waits no longer than its grace for a server that does not answer', async () => {
    const { api, clock, play, listen, send } = startPlayer();
    await play();
    listen(7);
    api.defer(syncSession);
    send({ type: 'player.play', libraryItemId: 'other' });
    clock.advance(1500);
    await vi.waitFor(() => expect(api.inputsOf(playItem).length).toBe(2));
  });

  test('refused by the browser shows a pause and says why (pitfall 29)', async () => {
    const { audio, context, send, transport } = startPlayer();
    audio.playRefusal = new DOMException('not allowed', 'NotAllowedError');
    send({ type: 'player.play', ...BOOK });
    await vi.waitFor(() => expect(transport()).toBe('paused'));
    expect(context().notice).toEqual({ kind: 'blocked' });
  });

  test('that is taken back while the session opens ends paused', async () => {
    const { audio, context, send, transport } = startPlayer();
    send({ type: 'player.play', ...BOOK });
    send({ type: 'player.toggle' });
    await vi.waitFor(() => expect(context().opened).not.toBe(null));
    audio.becomeReady(26);
    expect({ transport: transport(), calls: audio.calls.filter((call) => call === 'play') }).toEqual({ transport: 'paused', calls: [] });
  });
});

describe('failures', () => {
  test('a session that is not opened is shown, and trying again works (pitfall 3)', async () => {
    const { api, context, play, send, transport } = startPlayer();
    api.refuseOnce(playItem, { kind: 'server', status: 500, message: 'boom' });
    send({ type: 'player.play', ...BOOK });
    await vi.waitFor(() => expect(transport()).toBe('failed'));
    expect(context().failure).toEqual({ kind: 'session', error: { kind: 'server', status: 500, message: 'boom' } });
    await play();
    expect(context().failure).toBe(null);
  });

  test('retry asks for the same again', async () => {
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

  test('closing is refused while the session opens, and no session without id is closed (pitfall 32)', async () => {
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

  test('a file that never sounds is tried a bounded number of times, then told (pitfall 4)', async () => {
    const { api, audio, context, send, transport } = startPlayer();
    send({ type: 'player.play', ...BOOK });
    for (const tries of [1, 2, 3]) {
      await vi.waitFor(() => expect({ tries: api.inputsOf(playItem).length, loads: audio.calls.filter((call) => call === 'load').length }).toEqual({ tries, loads: tries }));
      audio.fail(4);
    }
    expect({ transport: transport(), failure: context().failure }).toEqual({
      transport: 'failed', failure: { kind: 'sound', failure: 'unsupported' },
    });
  });

  test('an item without sound says so', async () => {
    const { api, context, send, transport } = startPlayer();
    api.answerOnce(playItem, bookSession({ audioTracks: [] }));
    send({ type: 'player.play', ...BOOK });
    await vi.waitFor(() => expect(transport()).toBe('failed'));
    expect(context().failure).toEqual({ kind: 'noSound' });
  });

  test('a server that restarts is answered by a new session while the sound goes on and no second is lost (pitfall 5)', async () => {
    const { api, audio, context, play, listen, transport } = startPlayer();
    await play();
    api.refuseOnce(syncSession, { kind: 'notFound', message: 'Not Found' });
    api.answerOnce(playItem, bookSession({ id: 'session-2', currentTime: 0 }));
    listen(20);
    await vi.waitFor(() => expect(context().opened?.session.id).toBe('session-2'));
    expect({ transport: transport(), src: audio.src, paused: audio.paused }).toEqual({
      transport: 'playing', src: '/public/session/session-1/track/1', paused: false,
    });
    await vi.waitFor(() => expect(api.inputsOf(syncSession).length).toBe(2));
    expect(api.inputsOf(syncSession)[1]).toEqual({ sessionId: 'session-2', duration: BOOK_DURATION, timeListened: 20, currentTime: 20 });
    audio.end();
    expect(audio.src).toBe('/public/session/session-2/track/2');
  });

  test('a session that is lost while paused is replaced, and what was heard is saved at once', async () => {
    const { api, context, play, listen, send } = startPlayer();
    await play();
    listen(6);
    api.refuseOnce(syncSession, { kind: 'notFound', message: 'Not Found' });
    api.answerOnce(playItem, bookSession({ id: 'session-2' }));
    send({ type: 'player.pause' });
    await vi.waitFor(() => expect(context().opened?.session.id).toBe('session-2'));
    await vi.waitFor(() => expect(api.inputsOf(syncSession)[1]).toEqual({ sessionId: 'session-2', duration: BOOK_DURATION, timeListened: 6, currentTime: 6 }));
  });

  test('sound that breaks off with the server goes on where it was when the server is back', async () => {
    const { api, audio, clock, context, media, play, transport } = startPlayer();
    await play();
    media.playFor(9);
    api.refuseOnce(playItem, { kind: 'network' });
    api.answerOnce(playItem, bookSession({ id: 'session-2', currentTime: 0 }));
    audio.fail(2);
    expect(transport()).toBe('stalled');
    await vi.waitFor(() => expect(api.inputsOf(playItem).length).toBe(2));
    await vi.waitFor(() => expect(clock.pending.length).toBeGreaterThan(0));
    await vi.waitFor(() => {
      clock.advance(1000);
      expect(context().opened?.session.id).toBe('session-2');
    });
    audio.becomeReady(26);
    expect({ transport: transport(), src: audio.src, at: audio.currentTime }).toEqual({
      transport: 'playing', src: '/public/session/session-2/track/1', at: 9,
    });
  });
});

describe('transport', () => {
  test('toggles, and every state is read back from the element', async () => {
    const { audio, play, send, transport } = startPlayer();
    await play();
    send({ type: 'player.toggle' });
    expect({ transport: transport(), paused: audio.paused }).toEqual({ transport: 'paused', paused: true });
    send({ type: 'player.toggle' });
    expect(transport()).toBe('playing');
    audio.stall();
    expect(transport()).toBe('stalled');
    audio.recover();
    expect(transport()).toBe('playing');
  });

  test('jumps by the amounts of the settings, within the item', async () => {
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

  test('goes through chapters', async () => {
    const { play, send, time } = startPlayer();
    await play();
    send({ type: 'player.nextChapter' });
    expect(time()).toBe(30.5);
    send({ type: 'player.nextChapter' });
    expect(time()).toBe(30.5);
    send({ type: 'player.previousChapter' });
    expect(time()).toBe(0);
  });

  test('refuses a time that is no number', async () => {
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
    await vi.waitFor(() => expect(api.inputsOf(syncSession)).toEqual([{ sessionId: 'session-1', duration: BOOK_DURATION, timeListened: 0, currentTime: 21 }]));
  });

  test('after the end play begins again', async () => {
    const { audio, play, send, transport, time } = startPlayer();
    await play(170);
    audio.end();
    expect(transport()).toBe('ended');
    send({ type: 'player.toggle' });
    expect({ src: audio.src, time: time() }).toEqual({ src: '/public/session/session-1/track/1', time: 0 });
  });

  test('begun again after the end and paused at once, the book stays finished (pitfall 9)', async () => {
    const { api, audio, play, listen, send, transport } = startPlayer();
    await play(170);
    audio.becomeReady(26);
    audio.end();
    await vi.waitFor(() => expect(api.inputsOf(syncSession).length).toBe(1));
    send({ type: 'player.toggle' });
    audio.becomeReady(26);
    listen(3);
    send({ type: 'player.pause' });
    expect(transport()).toBe('paused');
    expect(api.inputsOf(syncSession).map((input) => (input as { currentTime: number }).currentTime)).toEqual([182.395]);
  });
});

describe('speed and volume', () => {
  test('come from the settings of this device and hold over files (pitfall 30)', async () => {
    const { audio, play, send, system } = startPlayer();
    system().get('preferences').send({ type: 'preferences.set', change: { playbackRate: 1.3, volume: 0.4 } });
    await play();
    expect({ rate: audio.playbackRate, volume: audio.volume }).toEqual({ rate: 1.3, volume: 0.4 });
    send({ type: 'player.rateUp' });
    audio.end();
    audio.becomeReady(26);
    expect(audio.playbackRate).toBe(1.4);
  });

  test('a change is kept for the next time', async () => {
    const { ports, send } = startPlayer();
    send({ type: 'player.setRate', rate: 1.777 });
    send({ type: 'player.volumeDown' });
    expect(JSON.parse(ports.storage.texts.get('userSettings') ?? '')).toEqual(expect.objectContaining({ playbackRate: 1.78, volume: 0.9 }));
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
    [' ', {}, 'pause'],
    ['ArrowRight', {}, 'seek 10'],
    ['ArrowDown', {}, 'volume 0.9'],
    ['m', {}, 'volume 0'],
    ['ArrowUp', { shift: true }, 'rate 1.1'],
    ['ArrowDown', { shift: true }, 'rate 0.9'],
  ])('%s %o does %s', async (key, options, call) => {
    const { audio, play, ports } = startPlayer();
    await play();
    expect(ports.hotkeys.press(key, options)).toBe(true);
    expect(audio.calls.at(-1)).toBe(call);
  });

  test('Escape closes the sheet first, then the player', async () => {
    const { play, ports, send, subject, transport } = startPlayer();
    await play();
    send({ type: 'player.expand' });
    ports.hotkeys.press('Escape');
    expect({ sheet: subject.getSnapshot().value.sheet, transport: transport() }).toEqual({ sheet: 'collapsed', transport: 'playing' });
    const { dockLeft } = ports.page.shown;
    ports.hotkeys.press('Escape');
    expect(transport()).toBe('empty');
    expect(ports.page.shown.dockLeft).toBe(dockLeft + 1);
  });

  test('mean nothing while nothing is open', () => {
    const { ports } = startPlayer();
    expect(ports.hotkeys.press(' ')).toBe(false);
  });
});

describe('the player of the operating system', () => {
  test('shows what plays and takes its keys', async () => {
    const { play, ports, transport } = startPlayer();
    await play();
    expect(ports.systemPlayer.shown).toEqual({
      playing: {
        title: 'A Study in Scarlet',
        author: 'Arthur Conan Doyle',
        album: 'A Study in Scarlet',
        artwork: expect.stringContaining(`/api/items/${BOOK.libraryItemId}/cover?width=512&height=512&format=jpeg`),
      },
      state: 'playing',
      position: { duration: BOOK_DURATION, position: 0, rate: 1 },
    });
    ports.systemPlayer.press({ kind: 'pause' });
    expect({ transport: transport(), state: ports.systemPlayer.shown.state }).toEqual({ transport: 'paused', state: 'paused' });
  });
});

describe('other devices and tabs', () => {
  test('another device that plays the same is told for 20 s with its name', async () => {
    const { clock, context, play, send, transport, time } = startPlayer();
    await play();
    send(otherDevice({ currentTime: 99, lastUpdate: 5000 }));
    expect({ notice: context().notice, transport: transport(), time: time() }).toEqual({
      notice: { kind: 'otherDevice', device: 'Phone / v2.26.0', sessionId: 'session-phone' }, transport: 'playing', time: 0,
    });
    clock.advance(19_999);
    expect(context().notice).not.toBe(null);
    clock.advance(1);
    expect(context().notice).toBe(null);
  });

  test('the warning goes when that session closes', async () => {
    const { context, play, send } = startPlayer();
    await play();
    send(otherDevice({ currentTime: 99, lastUpdate: 5000 }));
    send({ type: 'server.session.closed', sessionId: 'session-phone' });
    expect(context().notice).toBe(null);
  });

  test('while paused the position follows, is not saved back, and can be undone (pitfall 8)', async () => {
    const { api, context, play, send, time } = startPlayer();
    await play(12);
    send({ type: 'player.pause' });
    send(otherDevice({ currentTime: 24, lastUpdate: 5000 }));
    expect({ time: time(), notice: context().notice }).toEqual({
      time: 24, notice: { kind: 'moved', device: 'Phone / v2.26.0', sessionId: 'session-phone', from: 12 },
    });
    expect(api.inputsOf(syncSession)).toEqual([]);
    send({ type: 'player.undoMove' });
    expect({ time: time(), notice: context().notice }).toEqual({ time: 12, notice: null });
    await vi.waitFor(() => expect(api.inputsOf(syncSession)).toEqual([{ sessionId: 'session-1', duration: BOOK_DURATION, timeListened: 0, currentTime: 12 }]));
  });

  test('a device that goes on playing is told once, and the undo goes back to the first position', async () => {
    const { context, play, send, time } = startPlayer();
    await play(12);
    send({ type: 'player.pause' });
    send(otherDevice({ currentTime: 20, lastUpdate: 5000 }));
    send(otherDevice({ currentTime: 24, lastUpdate: 6000 }));
    expect({ time: time(), notice: context().notice }).toEqual({
      time: 24, notice: { kind: 'moved', device: 'Phone / v2.26.0', sessionId: 'session-phone', from: 12 },
    });
    send({ type: 'player.dismissNotice' });
    send(otherDevice({ currentTime: 25.5, lastUpdate: 7000 }));
    expect({ time: time(), notice: context().notice }).toEqual({ time: 25.5, notice: null });
  });

  test('late news of a session that was ours are not another device', async () => {
    const { api, context, play, send } = startPlayer();
    await play();
    api.answerOnce(playItem, bookSession({ id: 'session-2' }));
    send({ type: 'engine.failed', failure: 'network', time: 0 });
    await vi.waitFor(() => expect(context().opened?.session.id).toBe('session-2'));
    send(otherDevice({ currentTime: 99, lastUpdate: 5000 }, 'session-1'));
    expect(context().notice).toBe(null);
  });

  test('older news and news of the own session change nothing', async () => {
    const { context, play, send, time } = startPlayer();
    await play(12);
    send({ type: 'player.pause' });
    send(otherDevice({ currentTime: 20, lastUpdate: 5000 }, 'session-1'));
    send(otherDevice({ currentTime: 24, lastUpdate: 4000 }));
    send(otherDevice({ currentTime: 30, lastUpdate: 9000, libraryItemId: 'other' }));
    expect({ time: time(), notice: context().notice }).toEqual({ time: 12, notice: null });
  });

  test('an account that the server sends while playing does not move the position (pitfall 7)', async () => {
    const { play, listen, owner, system, time } = startPlayer();
    await play(10);
    listen(8);
    system().get('progress').send({ type: 'server.user.updated', user: { ...owner, mediaProgress: { items: [bookProgress({ currentTime: 3, lastUpdate: 9000 })], dropped: [] } } });
    expect(time()).toBe(18);
  });

  test('a second tab that starts pauses the first with a notice (pitfall 6)', async () => {
    const shared = createFakePorts();
    const { audio, context, play, transport } = startPlayer({ ports: shared });
    await play();
    expect(shared.storage.read(PLAYING_SINCE)).toEqual({ at: shared.clock.now() });
    shared.storage.changeElsewhere(PLAYING_SINCE, { at: shared.clock.now() + 1 });
    expect({ transport: transport(), paused: audio.paused, notice: context().notice }).toEqual({
      transport: 'paused', paused: true, notice: { kind: 'takenOver' },
    });
  });

  test('a session that the server ended for another one of this device pauses with a notice; playing on opens a new one', async () => {
    const { api, context, listen, play, send, transport } = startPlayer();
    await play();
    listen(3);
    send({ type: 'server.session.closed', sessionId: 'session-1' });
    expect({ transport: transport(), notice: context().notice }).toEqual({ transport: 'paused', notice: { kind: 'takenOver' } });
    expect(api.inputsOf(syncSession)).toEqual([]);
    api.answerOnce(playItem, bookSession({ id: 'session-2' }));
    send({ type: 'player.toggle' });
    await vi.waitFor(() => expect(context().opened?.session.id).toBe('session-2'));
    expect({ transport: transport(), notice: context().notice }).toEqual({ transport: 'playing', notice: null });
    await vi.waitFor(() => expect(api.inputsOf(syncSession)).toEqual([{ sessionId: 'session-2', duration: BOOK_DURATION, timeListened: 3, currentTime: 3 }]));
  });
});

describe('the end', () => {
  test('closing goes silent at once, saves, and closes', async () => {
    const { api, audio, play, listen, send, subject } = startPlayer();
    await play();
    listen(4);
    send({ type: 'player.close' });
    expect({ src: audio.src, value: subject.getSnapshot().value.transport }).toEqual({ src: '', value: 'empty' });
    await vi.waitFor(() => expect(subject.getSnapshot().value).toEqual({ engine: 'html5', transport: 'empty', session: 'absent', notice: 'hidden', sheet: 'collapsed' }));
    expect(api.inputsOf(syncSession)).toEqual([{ sessionId: 'session-1', duration: BOOK_DURATION, timeListened: 4, currentTime: 4 }]);
    expect(api.inputsOf(closeSession)).toEqual([{ sessionId: 'session-1', listened: null }]);
  });

  test('15 s heard and the page closed: the position is on its way at once (pitfall 2)', async () => {
    const { api, page, play, listen } = startPlayer();
    await play();
    listen(15);
    page.hide();
    expect(api.inputsOf(syncSession)).toEqual([{ sessionId: 'session-1', duration: BOOK_DURATION, timeListened: 15, currentTime: 15 }]);
  });

  test('signing out while playing saves and closes', async () => {
    const { api, play, listen, stop } = startPlayer();
    await play();
    listen(6);
    stop();
    await vi.waitFor(() => expect(api.inputsOf(closeSession)).toEqual([{ sessionId: 'session-1', listened: null }]));
    expect(api.inputsOf(syncSession)).toEqual([{ sessionId: 'session-1', duration: BOOK_DURATION, timeListened: 6, currentTime: 6 }]);
  });

  test('a finished book started and stopped at once stays finished (pitfall 9)', async () => {
    const { api, play, listen, send, subject } = startPlayer({ progress: [bookProgress({ isFinished: true, progress: 1 })] });
    await play();
    listen(3);
    send({ type: 'player.close' });
    await vi.waitFor(() => expect(subject.getSnapshot().value.session).toBe('absent'));
    expect(api.inputsOf(syncSession)).toEqual([]);
  });
});
