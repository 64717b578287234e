import { setup, type ActorRefFrom } from 'xstate';
import { describe, expect, test, vi } from 'vitest';
import { hlsEngine, html5Engine } from '../../../../src/machines/playback/player/engines/element.engine.ts';
import type {
  EngineCommand,
  EngineReport,
  EngineTrack,
} from '../../../../src/machines/playback/player/engines/engine.protocol.ts';
import { playheadLogic, type Playhead } from '../../../../src/machines/playback/player/playhead.actor.ts';
import { createHost } from '../../../support/host.ts';

const TRACKS: readonly EngineTrack[] = [
  { url: '/one.mp3', mimeType: 'audio/mpeg', startOffset: 0, duration: 30 },
  { url: '/two.mp3', mimeType: 'audio/mpeg', startOffset: 30, duration: 20 },
  { url: '/three.mp3', mimeType: 'audio/mpeg', startOffset: 50, duration: 10 },
];

/** An engine below a small player that records its reports. */
function startEngine(logic = html5Engine) {
  const reports: EngineReport[] = [];
  const machine = setup({
    types: {
      context: {} as { playhead: ActorRefFrom<typeof playheadLogic> },
      events: {} as EngineCommand | EngineReport | { type: 'test.leave' },
    },
    actors: { playhead: playheadLogic, engine: logic },
  }).createMachine({
    context: ({ spawn }) => ({ playhead: spawn('playhead', { id: 'playhead' }) }),
    initial: 'on',
    states: {
      on: {
        invoke: { src: 'engine', id: 'engine', input: ({ context }) => ({ playhead: context.playhead }) },
        on: { 'test.leave': 'off' },
      },
      off: {},
    },
    on: { '*': { actions: ({ event }) => void reports.push(event as EngineReport) } },
  });
  const { subject, ports, stop } = createHost(machine);
  const { audio } = ports.media;
  const { children, context } = subject.getSnapshot();
  return {
    audio,
    media: ports.media,
    reports,
    stop,
    leave: () => subject.send({ type: 'test.leave' }),
    send: (command: EngineCommand) => children['engine']?.send(command),
    playhead: () => context.playhead.getSnapshot().context,
    watch: (listener: (state: Playhead) => void) =>
      context.playhead.subscribe((snapshot) => listener(snapshot.context)),
  };
}

function startPlaying(time = 0, tracks = TRACKS) {
  const engine = startEngine();
  engine.send({ type: 'engine.load', tracks, time, playing: true });
  engine.audio.becomeReady(30);
  engine.reports.length = 0;
  return engine;
}

describe('loading', () => {
  test("starts at the wanted second of the right file and reports the element's state (ENU-006)", () => {
    const { audio, reports, send, playhead } = startEngine();
    send({ type: 'engine.load', tracks: TRACKS, time: 42, playing: true });
    audio.becomeReady(20);
    expect({ src: audio.src, at: audio.currentTime }).toEqual({ src: '/two.mp3', at: 12 });
    expect(playhead().time).toBe(42);
    expect(reports.map(({ type }) => type)).toEqual([
      'engine.stalled',
      'engine.stalled',
      'engine.loaded',
      'engine.seeked',
      'engine.seeked',
      'engine.started',
    ]);
  });

  test('sets the position again when the browser lost it on the way', () => {
    const { audio, send } = startEngine();
    send({ type: 'engine.load', tracks: TRACKS, time: 12, playing: false });
    vi.spyOn(audio, 'currentTime', 'get').mockReturnValueOnce(0);
    audio.becomeReady(30);
    expect(audio.calls.filter((call) => call === 'seek 12')).toEqual(['seek 12', 'seek 12']);
  });

  test('without playing only reports that it is ready (ENU-006)', () => {
    const { audio, reports, send } = startEngine();
    send({ type: 'engine.load', tracks: TRACKS, time: 0, playing: false });
    audio.becomeReady(30);
    expect(reports.map(({ type }) => type)).toEqual(['engine.loaded', 'engine.seeked']);
    expect(audio.paused).toBe(true);
  });

  test('an item without sound fails at once', () => {
    const { reports, send } = startEngine();
    send({ type: 'engine.load', tracks: [], time: 0, playing: true });
    expect(reports).toEqual([{ type: 'engine.failed', failure: 'unsupported', time: 0 }]);
  });
});

test('when the browser wants a press first, it reports a pause (pitfall 29)', async () => {
  const { audio, reports, send } = startEngine();
  audio.playRefusal = new DOMException('not allowed', 'NotAllowedError');
  send({ type: 'engine.load', tracks: TRACKS, time: 0, playing: true });
  await vi.waitFor(() => expect(reports).toEqual([{ type: 'engine.paused', reason: 'blocked' }]));
});

test('the next file starts inside the ended handler (pitfall 28, PLR-038)', () => {
  const { audio, reports } = startPlaying();
  audio.end();
  expect({ src: audio.src, paused: audio.paused }).toEqual({ src: '/two.mp3', paused: false });
  audio.becomeReady(20);
  expect(reports.map(({ type }) => type)).toEqual([
    'engine.stalled',
    'engine.stalled',
    'engine.loaded',
    'engine.seeked',
    'engine.started',
  ]);
});

describe('an element that plays without advancing', () => {
  const actsOf = ({ calls }: ReturnType<typeof startEngine>['audio']) =>
    calls.filter((call) => call.startsWith('seek') || call === 'load');

  test('is sent to where it is after two seconds, and has its file opened again two seconds later', () => {
    const { audio, media } = startPlaying();
    audio.playTo(7);
    media.playFor(2, 0);
    const before = actsOf(audio).length;
    media.playFor(2, 0);
    expect(actsOf(audio).slice(before)).toEqual(['seek 7']);
    media.playFor(2, 0);
    expect(actsOf(audio).slice(before)).toEqual(['seek 7', 'load', 'seek 7']);
    expect(audio.paused).toBe(false);
  });

  test('is noticed from the start, also where neither a start nor a stall ends by an event', () => {
    const engine = startEngine();
    engine.send({ type: 'engine.load', tracks: TRACKS, time: 7, playing: true });
    // Its data comes, and no event says so.
    Object.assign(engine.audio, { readyState: 4, duration: 30 });
    engine.audio.dispatchEvent(new Event('loadedmetadata'));
    const before = actsOf(engine.audio).length;
    for (let seconds = 0; seconds < 4; seconds += 2) engine.media.playFor(2, 0);
    expect(actsOf(engine.audio).slice(before)).toEqual(['seek 7']);
    expect(engine.audio.paused).toBe(false);
  });

  test('is let be while its data is on the way, and for two seconds after', () => {
    const { audio, media } = startPlaying();
    audio.stall();
    const before = actsOf(audio).length;
    for (let seconds = 0; seconds < 20; seconds += 2) media.playFor(2, 0);
    audio.readyState = 4;
    media.playFor(2, 0);
    expect(actsOf(audio)).toHaveLength(before);
    media.playFor(2, 0);
    expect(actsOf(audio)).toHaveLength(before + 1);
  });

  test.each([
    ['moves', (engine: ReturnType<typeof startEngine>) => engine.media.playFor(5)],
    ['is paused', (engine: ReturnType<typeof startEngine>) => engine.send({ type: 'engine.pause' })],
  ])('is let be when it %s', (_, act) => {
    const engine = startPlaying();
    engine.media.playFor(4);
    act(engine);
    const before = actsOf(engine.audio).length;
    engine.media.playFor(4, engine.audio.paused ? 0 : 4);
    expect(actsOf(engine.audio)).toHaveLength(before);
  });
});

describe('an element that plays after a stall and does not say so, as WebKit after quick seeks', () => {
  const typesOf = ({ reports }: ReturnType<typeof startEngine>) => reports.map(({ type }) => type);
  const stalled = () => {
    const engine = startPlaying();
    engine.audio.stall();
    return engine;
  };

  test('plays after a second of sound', () => {
    const engine = stalled();
    engine.media.playFor(0.5);
    expect(typesOf(engine)).toEqual(['engine.stalled']);
    engine.media.playFor(0.5);
    expect(typesOf(engine)).toEqual(['engine.stalled', 'engine.started']);
    engine.media.playFor(1);
    expect(typesOf(engine)).toEqual(['engine.stalled', 'engine.started']);
  });

  test('has stalled again when it then stands still, and plays again when it moves', () => {
    const engine = stalled();
    for (const moved of [0.5, 0.5, 0, 0]) engine.media.playFor(moved || 5, moved);
    expect(typesOf(engine)).toEqual(['engine.stalled', 'engine.started', 'engine.stalled']);
    engine.media.playFor(1);
    expect(typesOf(engine).slice(3)).toEqual(['engine.started']);
  });

  test('a seek meanwhile is no sound', () => {
    const engine = stalled();
    engine.media.playFor(0.5);
    engine.audio.playTo(20);
    engine.media.playFor(0.5);
    expect(typesOf(engine)).toEqual(['engine.stalled']);
  });

  test('stands still: nothing is tried, as its data is on the way', () => {
    const engine = stalled();
    const before = engine.audio.calls.length;
    for (let second = 0; second < 20; second += 1) engine.media.playFor(1, 0);
    expect([typesOf(engine), engine.audio.calls.length]).toEqual([['engine.stalled'], before]);
  });
});

describe('the next file', () => {
  const ahead = ({ media }: ReturnType<typeof startEngine>) => [...media.ahead];

  test('is loaded in the last 20 seconds of the one before, and let go when that has given way to it', () => {
    const engine = startPlaying();
    engine.audio.playTo(9.9);
    expect(ahead(engine)).toEqual([]);
    engine.audio.playTo(10);
    engine.audio.playTo(11);
    expect(ahead(engine)).toEqual(['/two.mp3']);
    engine.audio.end();
    expect(ahead(engine)).toEqual(['/two.mp3']);
    engine.audio.becomeReady(20);
    expect(ahead(engine)).toEqual(['/three.mp3']);
  });

  test('comes sooner at a higher speed: seconds on the wall count', () => {
    const engine = startPlaying();
    engine.send({ type: 'engine.setRate', rate: 1.4 });
    engine.audio.playTo(2);
    expect(ahead(engine)).toEqual(['/two.mp3']);
  });

  test('is let go by a jump away from the border, in the file or into another', () => {
    const engine = startPlaying();
    engine.audio.playTo(25);
    engine.send({ type: 'engine.seek', time: 2 });
    engine.audio.playTo(2);
    expect(ahead(engine)).toEqual([]);
    engine.audio.playTo(25);
    engine.send({ type: 'engine.seek', time: 55 });
    engine.audio.becomeReady(10);
    expect(ahead(engine)).toEqual([]);
  });

  test('of a stream there is none, and it goes with the engine', () => {
    const stream = startEngine(hlsEngine);
    stream.send({ type: 'engine.load', tracks: TRACKS, time: 0, playing: true });
    stream.audio.becomeReady(30);
    stream.audio.playTo(25);
    expect(ahead(stream)).toEqual([]);
    const files = startPlaying();
    files.audio.playTo(25);
    files.leave();
    expect(ahead(files)).toEqual([]);
  });
});

describe('at the border of two files, with the next one ready', () => {
  const FILES = TRACKS.with(1, { url: '/two.mp3', mimeType: 'audio/mpeg', startOffset: 30, duration: 60 }).with(2, {
    url: '/three.mp3',
    mimeType: 'audio/mpeg',
    startOffset: 90,
    duration: 10,
  });

  /** A position in the first file at which the next one is loaded, and ready unless `ready` is false. */
  function nearBorder({ ready = true } = {}) {
    const engine = startPlaying(0, FILES);
    engine.audio.playTo(25);
    if (ready) engine.media.spare.becomeReady(60);
    engine.reports.length = 0;
    return { ...engine, first: engine.audio, second: engine.media.spare };
  }

  test('the element that has it sounds inside the ended handler, and takes the place of the first', () => {
    const { first, media, playhead, reports, second } = nearBorder();
    first.end();
    expect([media.audio === second, second.src, second.paused, second.currentTime]).toEqual([
      true,
      '/two.mp3',
      false,
      0,
    ]);
    expect(second.calls.filter((call) => call === 'load')).toEqual(['load']);
    expect(reports).toEqual([{ type: 'engine.started' }]);
    expect(playhead().time).toBe(30);
    media.playFor(1);
    expect([playhead().time, playhead().listened]).toEqual([31, 1]);
  });

  test('the first element releases its memory, and is silent', () => {
    const { first, playhead, reports } = nearBorder();
    first.end();
    expect([first.src, first.readyState]).toEqual(['', 0]);
    const [said, { time }] = [reports.length, playhead()];
    first.playTo(3);
    first.fail(2);
    expect([reports.length, playhead().time]).toEqual([said, time]);
  });

  test('the next but one is loaded by the first element, and both swap again', () => {
    const { first, media, playhead, second } = nearBorder();
    first.end();
    second.playTo(45);
    expect(first.src).toBe('/three.mp3');
    first.becomeReady(10);
    second.end();
    expect([media.audio === first, first.paused, second.src, playhead().time]).toEqual([true, false, '', 90]);
    first.playTo(4);
    expect(playhead().time).toBe(94);
  });

  test('speed, volume and a fade hold, set before and after the next file was loaded (pitfall 30)', () => {
    const { first, second, send } = nearBorder();
    send({ type: 'engine.setRate', rate: 1.5 });
    send({ type: 'engine.setVolume', volume: 0.8 });
    send({ type: 'engine.setGain', gain: 0.5 });
    first.end();
    expect([second.playbackRate, second.defaultPlaybackRate, second.volume]).toEqual([1.5, 1.5, 0.4]);
    send({ type: 'engine.setVolume', volume: 0.2 });
    send({ type: 'engine.pause' });
    expect([second.volume, second.paused]).toEqual([0.1, true]);
  });

  test('commands and reports are about the one that sounds', () => {
    const { first, reports, second, send } = nearBorder();
    first.end();
    send({ type: 'engine.seek', time: 40 });
    expect(second.currentTime).toBe(10);
    reports.length = 0;
    second.fail(3);
    expect(reports).toEqual([{ type: 'engine.failed', failure: 'decode', time: 40 }]);
    send({ type: 'engine.load', tracks: FILES, time: 3, playing: true });
    expect([second.src, first.src]).toEqual(['/one.mp3', '']);
  });

  test('a pause that comes with the end holds', () => {
    const { first, reports, second, send, watch } = nearBorder();
    let pauses = 0;
    watch(({ time }) => {
      if (time !== 30 || pauses > 0) return;
      pauses += 1;
      send({ type: 'engine.pause' });
    });
    first.end();
    expect([second.src, second.paused, reports.at(-1)]).toEqual([
      '/two.mp3',
      true,
      { type: 'engine.paused', reason: 'requested' },
    ]);
    send({ type: 'engine.play' });
    expect(second.paused).toBe(false);
  });

  test('one that cannot play yet, or is broken, is opened by the first element', () => {
    const slow = nearBorder({ ready: false });
    slow.first.end();
    expect([slow.media.audio === slow.first, slow.first.src]).toEqual([true, '/two.mp3']);
    const broken = nearBorder();
    broken.second.fail(4);
    broken.first.end();
    expect([broken.media.audio === broken.first, broken.first.src]).toEqual([true, '/two.mp3']);
  });

  test('one at an address that changed meanwhile is not used', () => {
    const { first, media, send } = nearBorder();
    send({ type: 'engine.replaceTrackUrls', tracks: FILES.map((track) => ({ ...track, url: `/new${track.url}` })) });
    first.end();
    expect([media.audio === first, first.src]).toEqual([true, '/new/two.mp3']);
  });

  test('a browser that needs a press for the second element continues with the first one, at each border', async () => {
    const { first, media, reports, second } = nearBorder();
    second.playRefusal = new DOMException('not allowed', 'NotAllowedError');
    first.end();
    await vi.waitFor(() => expect(media.audio === first).toBe(true));
    expect([first.src, first.paused, second.src]).toEqual(['/two.mp3', false, '']);
    first.becomeReady(60);
    expect(reports.at(-1)).toEqual({ type: 'engine.started' });
    expect(reports.filter(({ type }) => type === 'engine.paused')).toEqual([]);
    first.playTo(45);
    media.spare.becomeReady(10);
    first.end();
    expect([media.audio === first, first.src]).toEqual([true, '/three.mp3']);
  });

  test('one that was sought in while silent, and is refused, is opened there by the first element', async () => {
    const { first, media, second, send, watch } = nearBorder();
    let isPaused = false;
    watch(({ time }) => {
      if (time !== 30 || isPaused) return;
      isPaused = true;
      send({ type: 'engine.pause' });
    });
    first.end();
    send({ type: 'engine.seek', time: 50 });
    second.playRefusal = new DOMException('not allowed', 'NotAllowedError');
    send({ type: 'engine.play' });
    await vi.waitFor(() => expect(media.audio === first).toBe(true));
    expect([first.src, first.currentTime, first.paused]).toEqual(['/two.mp3', 20, false]);
  });

  test('a browser that refuses both is believed', async () => {
    const { first, reports, second } = nearBorder();
    first.playRefusal = new DOMException('not allowed', 'NotAllowedError');
    second.playRefusal = first.playRefusal;
    first.end();
    await vi.waitFor(() => expect(reports.at(-1)).toEqual({ type: 'engine.paused', reason: 'blocked' }));
  });

  /** A position with half a second of the first file left, as the engine knows. */
  function justBefore() {
    const engine = nearBorder();
    engine.media.playFor(4.5);
    engine.reports.length = 0;
    return engine;
  }

  test('the next file begins a moment before the end, as loud and as fast, and is the one that sounds after it', () => {
    const { first, media, playhead, reports, second, send } = justBefore();
    send({ type: 'engine.setVolume', volume: 0.8 });
    media.passSilently(0.43);
    expect([second.paused, media.audio === first]).toEqual([true, true]);
    media.passSilently(0.02);
    expect([second.paused, second.volume, first.paused, media.audio === first]).toEqual([false, 0.8, false, true]);
    second.moveTo(0.04);
    first.end();
    expect([media.audio === second, second.paused, playhead().time]).toEqual([true, false, 30]);
    expect(reports).toEqual([{ type: 'engine.started' }]);
    media.playFor(1);
    expect(playhead().time).toBeCloseTo(31.04, 5);
  });

  test.each([
    ['a pause', { type: 'engine.pause' }, '/two.mp3'],
    ['a jump', { type: 'engine.seek', time: 3 }, ''],
    ['another load', { type: 'engine.load', tracks: TRACKS, time: 3, playing: true }, '/two.mp3'],
  ] as const)('%s in that moment silences the next file', (_name, command, src) => {
    const { media, second, send } = justBefore();
    media.passSilently(0.45);
    second.moveTo(0.05);
    expect(second.paused).toBe(false);
    send(command);
    expect([second.paused, second.currentTime, second.src]).toEqual([true, 0, src]);
  });

  test('sound that stalls before the end starts nothing', () => {
    const { media, second } = justBefore();
    media.playFor(0.45, 0);
    expect(second.paused).toBe(true);
  });

  test('a browser that refuses that start loads the next file into the first element, without a word', async () => {
    const { first, media, reports, second } = justBefore();
    second.playRefusal = new DOMException('not allowed', 'NotAllowedError');
    media.passSilently(0.45);
    await Promise.resolve().then(() => undefined);
    first.end();
    expect([media.audio === first, first.src, first.paused]).toEqual([true, '/two.mp3', false]);
    expect(reports.filter(({ type }) => type === 'engine.paused')).toEqual([]);
  });

  test('with the engine both are emptied', () => {
    const { first, leave, media, second } = nearBorder();
    first.end();
    second.playTo(45);
    expect(media.spare.src).toBe('/three.mp3');
    leave();
    expect([first.src, second.src, second.paused]).toEqual(['', '', true]);
  });
});

test('a pause that comes with the end of a file holds: the next file is opened and stays silent', () => {
  const { audio, reports, send, watch } = startPlaying();
  watch(({ time }) => {
    if (time === 30) send({ type: 'engine.pause' });
  });
  audio.end();
  expect([audio.src, audio.paused]).toEqual(['/two.mp3', true]);
  expect(reports.at(-1)).toEqual({ type: 'engine.paused', reason: 'requested' });
  audio.becomeReady(20);
  expect(audio.paused).toBe(true);
});

test('the end of the last file is the end (PLR-039)', () => {
  const { audio, reports, playhead } = startPlaying(55);
  audio.becomeReady(10);
  reports.length = 0;
  audio.end();
  expect(reports).toEqual([{ type: 'engine.ended' }]);
  expect(playhead().time).toBe(60);
});

test('the speed holds over files (pitfall 30)', () => {
  const { audio, send } = startPlaying();
  send({ type: 'engine.setRate', rate: 1.5 });
  audio.end();
  audio.becomeReady(20);
  expect(audio.playbackRate).toBe(1.5);
});

describe('the gain', () => {
  test('lowers the sound and not the volume that was set', () => {
    const { audio, send } = startPlaying();
    send({ type: 'engine.setVolume', volume: 0.8 });
    send({ type: 'engine.setGain', gain: 0.5 });
    expect(audio.volume).toBe(0.4);
    send({ type: 'engine.setVolume', volume: 0.2 });
    expect(audio.volume).toBe(0.1);
    send({ type: 'engine.setGain', gain: 1 });
    expect(audio.volume).toBe(0.2);
  });

  test.each([{ type: 'engine.play' }, { type: 'engine.load', tracks: TRACKS, time: 3, playing: true }] as const)(
    'is whole again with $type',
    (command) => {
      const { audio, send } = startPlaying();
      send({ type: 'engine.setVolume', volume: 0.8 });
      send({ type: 'engine.setGain', gain: 0 });
      send({ type: 'engine.pause' });
      expect(audio.volume).toBe(0);
      send(command);
      expect(audio.volume).toBe(0.8);
    },
  );
});

describe('seeking', () => {
  test('within a file sets the element and counts no listening', () => {
    const { audio, media, reports, send, playhead } = startPlaying();
    media.playFor(3);
    send({ type: 'engine.seek', time: 20 });
    media.playFor(1);
    expect({ at: audio.currentTime, listened: playhead().listened }).toEqual({ at: 21, listened: 4 });
    expect(reports).toEqual([
      { type: 'engine.stalled' },
      { type: 'engine.seeked', time: 20 },
      { type: 'engine.started' },
    ]);
  });

  test('over a border opens the other file and keeps playing', () => {
    const { audio, send, playhead } = startPlaying();
    send({ type: 'engine.seek', time: 53 });
    expect({ src: audio.src, paused: audio.paused, time: playhead().time }).toEqual({
      src: '/three.mp3',
      paused: false,
      time: 53,
    });
    audio.becomeReady(10);
    expect(audio.currentTime).toBe(3);
  });

  test('over a border while paused stays paused', () => {
    const { audio, send } = startPlaying();
    send({ type: 'engine.pause' });
    send({ type: 'engine.seek', time: 31 });
    expect({ src: audio.src, paused: audio.paused }).toEqual({ src: '/two.mp3', paused: true });
  });
});

describe('errors', () => {
  test.each([
    [2, 'network'],
    [3, 'decode'],
    [4, 'unsupported'],
  ] as const)(
    'code %i of the element is logged and reported as %s with the position (PLR-044, ERR-006)',
    (code, failure) => {
      const info = vi.spyOn(console, 'info').mockReturnValue();
      const { audio, media, reports } = startPlaying();
      media.playFor(7);
      audio.fail(code);
      expect(reports).toEqual([{ type: 'engine.failed', failure, time: 7 }]);
      expect(info.mock.calls).toEqual([[`The audio element failed with code ${code}: ${failure}`]]);
    },
  );

  test('is reported once: neither the pause after it nor the refused start is new', async () => {
    const { audio, reports, send } = startEngine();
    send({ type: 'engine.load', tracks: TRACKS, time: 0, playing: true });
    reports.length = 0;
    audio.fail(4);
    await Promise.resolve().then(() => undefined);
    expect(reports).toEqual([{ type: 'engine.failed', failure: 'unsupported', time: 0 }]);
  });

  test('a start refused without an error is logged and reported (PLR-027, ERR-039)', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const { audio, reports, send } = startEngine();
    audio.playRefusal = new DOMException('operation is not supported', 'NotSupportedError');
    send({ type: 'engine.load', tracks: TRACKS, time: 0, playing: true });
    await vi.waitFor(() => expect(reports).toEqual([{ type: 'engine.failed', failure: 'unsupported', time: 0 }]));
    expect(warn.mock.calls).toEqual([['The browser refused to play', audio.playRefusal]]);
  });

  test('a start replaced by another load is no failure', async () => {
    const { audio, reports, send } = startEngine();
    send({ type: 'engine.load', tracks: TRACKS, time: 0, playing: true });
    send({ type: 'engine.load', tracks: TRACKS, time: 40, playing: true });
    audio.becomeReady(20);
    await Promise.resolve().then(() => undefined);
    expect(reports.map(({ type }) => type)).not.toContain('engine.failed');
  });

  test('an aborted load is none', () => {
    const { audio, reports } = startPlaying();
    audio.fail(1);
    expect(reports).toEqual([]);
  });

  test('at a changed address it continues from the new one silently', () => {
    const { audio, media, reports, send } = startPlaying();
    media.playFor(7);
    send({ type: 'engine.replaceTrackUrls', tracks: TRACKS.map((track) => ({ ...track, url: `/new${track.url}` })) });
    expect(audio.src).toBe('/one.mp3');
    audio.fail(2);
    expect({ src: audio.src, at: audio.currentTime, paused: audio.paused }).toEqual({
      src: '/new/one.mp3',
      at: 7,
      paused: false,
    });
    expect(reports.filter(({ type }) => type === 'engine.failed')).toEqual([]);
  });
});

test('when its state is left it counts the last seconds and goes silent', () => {
  const { audio, leave, media, reports, playhead } = startPlaying();
  media.playFor(1.5);
  media.passSilently(0.5);
  leave();
  expect({ src: audio.src, paused: audio.paused, listened: playhead().listened }).toEqual({
    src: '',
    paused: true,
    listened: 2,
  });
  expect(reports).toEqual([]);
});

test('its end silences the element and stops listening to it', () => {
  const { audio, media, reports, stop } = startPlaying();
  media.playFor(2);
  stop();
  audio.end();
  expect({ src: audio.src, reports }).toEqual({ src: '', reports: [] });
});

describe('a stream', () => {
  const URL = '/hls/session-1/output.m3u8';
  const stream: readonly EngineTrack[] = [
    { url: URL, mimeType: 'application/vnd.apple.mpegurl', startOffset: 0, duration: 60 },
  ];

  function startStream(time = 20) {
    const engine = startEngine(hlsEngine);
    engine.send({ type: 'engine.load', tracks: stream, time, playing: true });
    return engine;
  }

  test('begins at the wanted second and plays by the same element', () => {
    const { audio, media, playhead, reports } = startStream();
    expect(media.streams.get(URL)?.time).toBe(20);
    audio.becomeReady(60);
    expect([playhead().time, audio.paused, reports.at(-1)]).toEqual([20, false, { type: 'engine.started' }]);
  });

  test('that cannot go on is a failure at its place', () => {
    const { audio, media, reports } = startStream();
    audio.becomeReady(60);
    media.playFor(3);
    media.streams.get(URL)?.fail('network');
    expect(reports.at(-1)).toEqual({ type: 'engine.failed', failure: 'network', time: 23 });
  });

  test('is sought in without loading it again', () => {
    const { audio, media, send } = startStream();
    audio.becomeReady(60);
    const opened = media.streams.get(URL);
    send({ type: 'engine.seek', time: 50 });
    expect([audio.currentTime, media.streams.get(URL) === opened]).toEqual([50, true]);
  });

  test('is reloaded where the server transcodes again, while more remains to play', () => {
    const { audio, media, send } = startStream();
    audio.becomeReady(60);
    send({ type: 'engine.restartStream' });
    expect(media.streams.get(URL)?.restarts).toEqual([]);
    send({ type: 'engine.seek', time: 50 });
    audio.stall();
    send({ type: 'engine.restartStream' });
    expect(media.streams.get(URL)?.restarts).toEqual([50]);
  });

  test('is closed when its engine is left', () => {
    const { audio, leave, media } = startStream();
    audio.becomeReady(60);
    leave();
    expect([media.streams.size, audio.paused, audio.src]).toEqual([0, true, '']);
  });
});
