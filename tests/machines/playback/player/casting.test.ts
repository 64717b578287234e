import { describe, expect, test, vi } from 'vitest';
import { playerMachine } from '../../../../src/machines/playback/player/player.machine.ts';
import type { PlayerEvent } from '../../../../src/machines/playback/player/player.context.ts';
import type { PlayerCommand } from '../../../../src/machines/playback/player/player.protocol.ts';
import { preferencesMachine } from '../../../../src/machines/account/preferences/preferences.machine.ts';
import { ledgerMachine } from '../../../../src/machines/playback/progress/ledger.machine.ts';
import { progressMachine } from '../../../../src/machines/playback/progress/progress.machine.ts';
import { closeSession, playItem, syncSession } from '../../../../src/services/endpoints/playback.ts';
import { createFakePorts } from '../../../support/fakes/ports.ts';
import { createHost } from '../../../support/host.ts';
import { account, BOOK, BOOK_DURATION, bookSession, USER_ID } from '../../../support/player-fixtures.ts';
import { withInput } from '../../../support/with-input.ts';
import { transportOf } from '../../../support/state-values.ts';

/** A player beside a receiver. The book has seven files of 26 s and some. */
async function start() {
  const ports = createFakePorts({ baseUrl: 'https://books.test/abs/' });
  const { api, cast, clock, media } = ports;
  await cast.load();
  cast.connect();
  let sessions = 0;
  api.answer(playItem, () => bookSession({ id: `session-${(sessions += 1)}` }));
  api.answer(syncSession, 'OK');
  api.answer(closeSession, 'OK');
  const host = createHost(playerMachine, {
    ports,
    named: {
      toasts: null,
      menus: null,
      ledger: withInput(ledgerMachine, { userId: USER_ID }),
      preferences: preferencesMachine,
      pendingChanges: null,
      progress: withInput(progressMachine, { user: account([]) }),
    },
  });
  const { subject } = host;
  const playhead = () => subject.getSnapshot().context.playhead.getSnapshot().context;
  const transport = () => transportOf(subject);
  const engine = () => subject.getSnapshot().value.engine;
  const engineIs = (name: 'cast' | 'html5') =>
    vi.waitFor(() => expect(JSON.stringify(engine())).toBe(JSON.stringify({ running: { [name]: 'loaded' } })));
  const openings = () => api.inputsOf(playItem) as { mediaPlayer: string; supportedMimeTypes: string[] }[];
  return {
    ...host,
    api,
    cast,
    clock,
    media,
    playhead,
    transport,
    engineIs,
    openings,
    send: (command: PlayerCommand) => subject.send(command),
    context: () => subject.getSnapshot().context,
    async playsHere() {
      subject.send({ type: 'player.play', ...BOOK, startTime: 30 });
      await engineIs('html5');
      media.audio.becomeReady(26);
      expect(transport()).toBe('playing');
    },
    /** The receiver plays the first thing it received. */
    async playsThere() {
      subject.send({ type: 'player.moveToReceiver' });
      subject.send({ type: 'player.play', ...BOOK, startTime: 30 });
      await engineIs('cast');
      await vi.waitFor(() => expect(cast.queues).toHaveLength(1));
      cast.say({ state: 'playing' });
      expect(transport()).toBe('playing');
    },
    /** So many seconds pass on the receiver. */
    listenThere(seconds: number) {
      const status = { index: cast.queues.at(-1)?.index ?? 0, time: playhead().time };
      const { opened } = subject.getSnapshot().context;
      const offset = opened?.tracks[status.index]?.startOffset ?? 0;
      const from = playhead().time - offset;
      for (let second = 1; second <= seconds; second += 1) {
        media.passSilently(1);
        clock.advance(1000);
        cast.say({ state: 'playing', index: status.index, time: from + second });
      }
    },
  };
}

describe('playback with a connected receiver', () => {
  test('is opened for it and loaded there, from its second, with absolute addresses (PLR-035, PLR-107)', async () => {
    const { cast, media, openings, playsThere, playhead } = await start();
    await playsThere();
    expect(openings()).toMatchObject([{ mediaPlayer: 'chromecast', supportedMimeTypes: ['audio/mpeg'] }]);
    const [queue] = cast.queues;
    expect(queue).toMatchObject({
      index: 1,
      isPlaying: true,
      shown: {
        title: expect.any(String),
        artwork: [192, 512].map((size) => ({
          url: expect.stringMatching(/^https:\/\/books\.test\/abs\/api\/items\//),
          size,
          type: 'image/jpeg',
        })),
      },
    });
    expect(queue?.tracks).toHaveLength(7);
    expect(queue?.tracks[1]?.url).toBe('https://books.test/abs/public/session/session-1/track/2');
    expect(playhead().time).toBe(30);
    expect(media.audio.src).toBe('');
  });

  test('counts played seconds and saves them like local sound', async () => {
    const { api, listenThere, playhead, playsThere, send, cast } = await start();
    await playsThere();
    listenThere(21);
    expect(playhead()).toMatchObject({ time: 51, listened: 21 });
    send({ type: 'player.pause' });
    cast.say({ state: 'paused' });
    await vi.waitFor(() =>
      expect(api.inputsOf(syncSession).at(-1)).toMatchObject({ sessionId: 'session-1', currentTime: 51 }),
    );
  });

  test.each<[string, 'playing' | 'paused' | 'waiting', PlayerEvent, readonly unknown[]]>([
    ['play', 'paused', { type: 'player.toggle' }, ['paused', true]],
    ['play on', 'paused', { type: 'player.resume' }, ['paused', true]],
    ['toggle', 'waiting', { type: 'player.toggle' }, ['stalled', false]],
    ['pause', 'waiting', { type: 'player.pause' }, ['stalled', false]],
    ['yield to another tab', 'waiting', { type: 'player.startedElsewhere' }, ['stalled', false]],
    ['yield to another device', 'waiting', { type: 'playback.takenOver' }, ['stalled', false]],
  ])('shows that it is to %s before a receiver that is %s has done it', async (_what, state, event, expected) => {
    const { cast, clock, context, playsThere, subject, transport } = await start();
    await playsThere();
    clock.advance(1000);
    cast.say({ state });
    subject.send(event);
    expect([transport(), context().wantsSound]).toEqual(expected);
  });

  test('shows as paused once it has loaded what was paused meanwhile', async () => {
    const { cast, playsThere, subject, transport } = await start();
    await playsThere();
    cast.say({ state: 'waiting' });
    subject.send({ type: 'player.pause' });
    expect(transport()).toBe('stalled');
    subject.send({ type: 'engine.loaded' });
    expect(transport()).toBe('paused');
  });

  test("follows the listener's actions here", async () => {
    const { cast, context, playsThere, send } = await start();
    await playsThere();
    cast.calls.splice(0);
    send({ type: 'player.pause' });
    cast.say({ state: 'paused' });
    send({ type: 'player.resume' });
    cast.say({ state: 'playing' });
    send({ type: 'player.seekBy', seconds: 5 });
    send({ type: 'player.setRate', rate: 1.5 });
    send({ type: 'player.setVolume', volume: 0.4 });
    send({ type: 'player.setGain', gain: 0.1 } as never);
    expect(cast.calls).toEqual(['pause', 'play', expect.stringMatching(/^seek /), 'rate 1.5', 'volume 0.4']);
    expect(context().wantsSound).toBe(true);
  });

  test('keeps the volume of the receiver until the listener sets one', async () => {
    const { cast, playsThere } = await start();
    await playsThere();
    expect(cast.calls.filter((call) => call.startsWith('volume'))).toEqual([]);
  });

  test('does not jump back while the receiver still reports the place before a seek', async () => {
    const { cast, playhead, playsThere, send } = await start();
    await playsThere();
    send({ type: 'player.seek', time: 45 });
    cast.say({ state: 'playing', index: 1, time: 4 });
    expect(playhead().time).toBe(45);
    cast.say({ state: 'playing', index: 1, time: 18.9 });
    expect(playhead().time).toBeGreaterThan(44);
  });

  test('in another file is reloaded from there; the end of the last file is the end', async () => {
    const { cast, playsThere, send, transport, playhead } = await start();
    await playsThere();
    send({ type: 'player.seek', time: 170 });
    await vi.waitFor(() => expect(cast.queues).toHaveLength(2));
    expect(cast.queues[1]).toMatchObject({ index: 6, isPlaying: true });
    cast.say({ state: 'playing', index: 6, time: 20 });
    cast.say({ state: 'finished', index: 6 });
    expect(transport()).toBe('ended');
    expect(playhead().time).toBeCloseTo(BOOK_DURATION, 3);
  });

  test('continues with the next files when the receiver has played its own', async () => {
    const { cast, playsThere } = await start();
    await playsThere();
    cast.say({ state: 'playing', index: 3, time: 20 });
    cast.say({ state: 'finished', index: 3 });
    await vi.waitFor(() => expect(cast.queues).toHaveLength(2));
    expect(cast.queues[1]).toMatchObject({ index: 4, time: 0, isPlaying: true });
  });

  test('is silenced there when it is closed', async () => {
    const { cast, playsThere, send } = await start();
    await playsThere();
    send({ type: 'player.close' });
    expect(cast.calls.at(-1)).toBe('stop');
  });

  test('refused by the receiver is retried, then reported', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const { cast, context, send, transport } = await start();
    cast.refusesFiles = true;
    send({ type: 'player.moveToReceiver' });
    send({ type: 'player.play', ...BOOK });
    await vi.waitFor(() => expect(transport()).toBe('failed'));
    expect([context().failure, cast.queues.length]).toEqual([{ kind: 'sound', failure: 'receiver' }, 3]);
  });
});

describe('what sounds moves', () => {
  test('to a receiver at its second, in a session for it (PLR-036)', async () => {
    const { api, cast, engineIs, media, openings, playsHere, send, transport } = await start();
    await playsHere();
    media.playFor(4);
    send({ type: 'player.moveToReceiver' });
    expect(media.audio.paused).toBe(false);
    await engineIs('cast');
    await vi.waitFor(() => expect(cast.queues).toHaveLength(1));
    expect(cast.queues[0]).toMatchObject({ index: 1, isPlaying: true });
    expect([media.audio.paused, openings().map(({ mediaPlayer }) => mediaPlayer)]).toEqual([
      true,
      ['html5', 'chromecast'],
    ]);
    // The server closes the session of the device when that opens another one.
    expect(api.inputsOf(closeSession)).toEqual([]);
    cast.say({ state: 'playing' });
    expect(transport()).toBe('playing');
  });

  test('to a receiver paused when it was paused', async () => {
    const { cast, engineIs, playsHere, send, transport } = await start();
    await playsHere();
    send({ type: 'player.pause' });
    send({ type: 'player.moveToReceiver' });
    await engineIs('cast');
    await vi.waitFor(() => expect(cast.queues).toMatchObject([{ isPlaying: false }]));
    cast.say({ state: 'paused' });
    expect(transport()).toBe('paused');
  });

  test.each([
    [true, 'paused'],
    [false, 'playing'],
  ] as const)('back to here from a lost receiver, paused: %s', async (isPaused, expected) => {
    const { engineIs, listenThere, media, openings, playhead, playsThere, ports, send, transport } = await start();
    await playsThere();
    listenThere(10);
    send({ type: 'player.moveHere', isPaused });
    expect(ports.systemPlayer.shown.state).toBe(isPaused ? 'paused' : 'playing');
    await engineIs('html5');
    media.audio.becomeReady(26);
    expect(transport()).toBe(expected);
    expect([playhead().time, media.audio.paused]).toEqual([40, isPaused]);
    expect(openings().map(({ mediaPlayer }) => mediaPlayer)).toEqual(['chromecast', 'html5']);
  });

  test('back to here in silence when the receiver went away before it was loaded', async () => {
    const { api, context, engineIs, media, send, transport } = await start();
    const answer = api.defer(playItem);
    send({ type: 'player.moveToReceiver' });
    send({ type: 'player.play', ...BOOK });
    send({ type: 'player.moveHere', isPaused: true });
    answer.resolve(bookSession());
    await engineIs('html5');
    media.audio.becomeReady(26);
    expect([transport(), context().wantsSound, media.audio.paused]).toEqual(['paused', false, true]);
  });

  test('keeps its speed', async () => {
    const { cast, engineIs, media, playsHere, send } = await start();
    await playsHere();
    send({ type: 'player.setRate', rate: 1.5 });
    send({ type: 'player.moveToReceiver' });
    await engineIs('cast');
    expect(cast.calls).toContain('rate 1.5');
    send({ type: 'player.moveHere', isPaused: false });
    await engineIs('html5');
    media.audio.becomeReady(26);
    expect(media.audio.playbackRate).toBe(1.5);
  });
});
