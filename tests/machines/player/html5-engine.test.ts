import { setup, type ActorRefFrom } from 'xstate';
import { describe, expect, test, vi } from 'vitest';
import { html5Engine } from '../../../src/machines/player/engines/html5.engine.ts';
import type { EngineCommand, EngineReport, EngineTrack } from '../../../src/machines/player/engines/engine.protocol.ts';
import { playheadLogic } from '../../../src/machines/player/playhead.actor.ts';
import { createHost } from '../../support/host.ts';

const TRACKS: readonly EngineTrack[] = [
  { url: '/one.mp3', mimeType: 'audio/mpeg', startOffset: 0, duration: 30 },
  { url: '/two.mp3', mimeType: 'audio/mpeg', startOffset: 30, duration: 20 },
  { url: '/three.mp3', mimeType: 'audio/mpeg', startOffset: 50, duration: 10 },
];

/** An engine below a small player that remembers what it reports. */
function startEngine() {
  const reports: EngineReport[] = [];
  const machine = setup({
    types: { context: {} as { playhead: ActorRefFrom<typeof playheadLogic> }, events: {} as EngineCommand | EngineReport },
    actors: { playhead: playheadLogic, html5Engine },
  }).createMachine({
    context: ({ spawn }) => ({ playhead: spawn('playhead', { id: 'playhead' }) }),
    initial: 'on',
    states: { on: { invoke: { src: 'html5Engine', id: 'engine', input: ({ context }) => ({ playhead: context.playhead }) } } },
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
    send: (command: EngineCommand) => children['engine']?.send(command),
    playhead: () => context.playhead.getSnapshot().context,
  };
}

function startPlaying(time = 0) {
  const engine = startEngine();
  engine.send({ type: 'engine.load', tracks: TRACKS, time, playing: true });
  engine.audio.becomeReady(30);
  engine.reports.length = 0;
  return engine;
}

describe('loading', () => {
  test('begins at the wanted second of the right file and reports what the element does', () => {
    const { audio, reports, send, playhead } = startEngine();
    send({ type: 'engine.load', tracks: TRACKS, time: 42, playing: true });
    audio.becomeReady(20);
    expect({ src: audio.src, at: audio.currentTime }).toEqual({ src: '/two.mp3', at: 12 });
    expect(playhead().time).toBe(42);
    expect(reports.map(({ type }) => type)).toEqual(['engine.waiting', 'engine.waiting', 'engine.ready', 'engine.seeked', 'engine.playing']);
  });

  test('sets the position again when the browser lost it on the way', () => {
    const { audio, send } = startEngine();
    send({ type: 'engine.load', tracks: TRACKS, time: 12, playing: false });
    vi.spyOn(audio, 'currentTime', 'get').mockReturnValueOnce(0);
    audio.becomeReady(30);
    expect(audio.calls.filter((call) => call === 'seek 12')).toEqual(['seek 12', 'seek 12']);
  });

  test('without playing only reports that it is ready', () => {
    const { audio, reports, send } = startEngine();
    send({ type: 'engine.load', tracks: TRACKS, time: 0, playing: false });
    audio.becomeReady(30);
    expect(reports.map(({ type }) => type)).toEqual(['engine.ready', 'engine.seeked']);
    expect(audio.paused).toBe(true);
  });

  test('nothing with sound in it fails at once', () => {
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

test('the next file starts inside the ended handler (pitfall 28)', () => {
  const { audio, reports } = startPlaying();
  audio.end();
  expect({ src: audio.src, paused: audio.paused }).toEqual({ src: '/two.mp3', paused: false });
  audio.becomeReady(20);
  expect(reports.map(({ type }) => type)).toEqual(['engine.waiting', 'engine.waiting', 'engine.ready', 'engine.seeked', 'engine.playing']);
});

test('the end of the last file is the end', () => {
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

describe('seeking', () => {
  test('within a file sets the element and counts nothing as heard', () => {
    const { audio, media, reports, send, playhead } = startPlaying();
    media.playFor(3);
    send({ type: 'engine.seek', time: 20 });
    media.playFor(1);
    expect({ at: audio.currentTime, listened: playhead().listened }).toEqual({ at: 21, listened: 4 });
    expect(reports).toEqual([{ type: 'engine.seeked', time: 20 }]);
  });

  test('over a border opens the other file and goes on playing', () => {
    const { audio, send, playhead } = startPlaying();
    send({ type: 'engine.seek', time: 53 });
    expect({ src: audio.src, paused: audio.paused, time: playhead().time }).toEqual({ src: '/three.mp3', paused: false, time: 53 });
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
  ] as const)('code %i of the element is reported as %s with the position', (code, failure) => {
    const { audio, media, reports } = startPlaying();
    media.playFor(7);
    audio.fail(code);
    expect(reports).toEqual([{ type: 'engine.failed', failure, time: 7 }]);
  });

  test('an aborted load is none', () => {
    const { audio, reports } = startPlaying();
    audio.fail(1);
    expect(reports).toEqual([]);
  });

  test('at an address that changed meanwhile it goes on from the new one without a word', () => {
    const { audio, media, reports, send } = startPlaying();
    media.playFor(7);
    send({ type: 'engine.readdress', tracks: TRACKS.map((track) => ({ ...track, url: `/new${track.url}` })) });
    expect(audio.src).toBe('/one.mp3');
    audio.fail(2);
    expect({ src: audio.src, at: audio.currentTime, paused: audio.paused }).toEqual({ src: '/new/one.mp3', at: 7, paused: false });
    expect(reports.filter(({ type }) => type === 'engine.failed')).toEqual([]);
  });
});

test('unloading counts the last seconds and goes silent', () => {
  const { audio, media, reports, send, playhead } = startPlaying();
  media.playFor(2);
  send({ type: 'engine.unload' });
  expect({ src: audio.src, paused: audio.paused, listened: playhead().listened }).toEqual({ src: '', paused: true, listened: 2 });
  expect(reports).toEqual([]);
});

test('its end silences the element and stops listening to it', () => {
  const { audio, media, reports, stop } = startPlaying();
  media.playFor(2);
  stop();
  audio.end();
  expect({ src: audio.src, reports }).toEqual({ src: '', reports: [] });
});
