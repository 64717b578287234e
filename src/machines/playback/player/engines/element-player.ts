import type { OpenStream, StreamFailure } from '../../../../services/hls-stream.ts';
import type { Media, PlayableElement, PreparedFile } from '../../../../services/media-element.ts';
import { toItemTime, toTrackPosition, type TrackPosition } from '../player.logic.ts';
import type { PlayheadRef } from '../playhead.actor.ts';
import { elementEvents, FAILURES } from './element-events.ts';
import { createSettings, type ElementSettings } from './element-settings.ts';
import type { EngineReport, EngineTrack } from './engine.protocol.ts';
import { createNextFile, type NextFile } from './next-file.ts';
import { createStallWatch, type StallWatch } from './stall-watch.ts';

/** What plays, on which element. */
export interface Playback {
  element: PlayableElement;
  tracks: readonly EngineTrack[];
  index: number;
  url: string;
  /** Wanted second of a file that is not loaded yet; null: it is loaded. */
  start: number | null;
  /** Kept here, as the element forgets it when a file fails. */
  wanted: boolean;
  /** Another element may play without a press. */
  mayChange: boolean;
  /** The element has not played yet. */
  isUntried: boolean;
}

export interface ElementPlayer {
  readonly playback: Playback;
  readonly settings: ElementSettings;
  readonly nextFile: NextFile;
  readonly stalls: StallWatch;
  readonly report: (event: EngineReport) => void;
  now(): number;
  tick(): void;
  moved(time: number): void;
  open(position: TrackPosition, playing: boolean): void;
  play(): void;
  seek(time: number): void;
  fail(): void;
  changeTo(file: PreparedFile, playing: boolean): void;
  restartStream(): void;
  end(): void;
}

export interface PlayerOptions {
  readonly source: 'files' | 'stream';
  readonly media: Media;
  readonly playhead: PlayheadRef;
  readonly report: (event: EngineReport) => void;
}

/** End (s) of the loaded range around a second; that second if there is none. */
function bufferedEnd(ranges: PlayableElement['buffered'], time: number): number {
  for (let range = 0; range < ranges.length; range += 1) {
    if (ranges.start(range) <= time && ranges.end(range) >= time) return ranges.end(range);
  }
  return time;
}

const startOn = (element: PlayableElement): Playback => ({
  element,
  tracks: [],
  index: 0,
  url: '',
  start: null,
  wanted: false,
  mayChange: true,
  isUntried: false,
});

/** Loads a file or a stream into an element, from this second on. */
function createLoader(source: PlayerOptions['source'], media: Media, onFailed: (failure: StreamFailure) => void) {
  let stream: OpenStream | null = null;
  return {
    load(element: PlayableElement, url: string, time: number) {
      if (source === 'stream') {
        stream?.close();
        stream = media.openStream(url, time, onFailed);
        return;
      }
      element.src = url;
      element.load();
      if (time > 0) element.currentTime = time;
    },
    restart: (time: number) => stream?.restart(time),
    close: () => stream?.close(),
  };
}

type PlaceOptions = Pick<PlayerOptions, 'source' | 'media' | 'playhead'> &
  Pick<ElementPlayer, 'playback' | 'settings' | 'nextFile'>;

/** Where it plays, for the playhead; near the end of a file the next one begins. */
function createPlace({ source, media, playhead, playback, settings, nextFile }: PlaceOptions) {
  const itemTime = (time: number) => toItemTime(playback.tracks, { index: playback.index, time });
  const now = () => itemTime(playback.start ?? playback.element.currentTime);
  const moved = (time: number) => playhead.send({ type: 'engine.moved', time, at: media.now() });

  function tick() {
    const { element, tracks, index, start } = playback;
    if (tracks.length === 0 || start !== null || element.seeking) return;
    const { currentTime, playbackRate: rate } = element;
    const end = itemTime(bufferedEnd(element.buffered, currentTime));
    playhead.send({ type: 'engine.ticked', time: now(), bufferedEnd: end, rate, at: media.now() });
    if (source !== 'files') return;
    nextFile.follow(tracks, index, currentTime, rate);
    nextFile.awaitEnd(leftToEnd, begin);
  }

  function leftToEnd(): number | null {
    const { element, mayChange, wanted, start } = playback;
    const goesOn = mayChange && wanted && start === null && !element.paused && !element.seeking;
    return goesOn ? (element.duration - element.currentTime) / element.playbackRate : null;
  }

  function begin(next: PlayableElement) {
    settings.applyTo(next);
    next.play().catch((cause: unknown) => {
      if (nameOf(cause) !== 'NotAllowedError') return;
      playback.mayChange = false;
      nextFile.holdBack();
    });
  }

  return { now, tick, moved };
}

export function createElementPlayer({ source, media, playhead, report }: PlayerOptions): ElementPlayer {
  const playback = startOn(media.element());
  const loader = createLoader(source, media, (failure) => fail(failure));
  let listening = new AbortController();
  let hasEnded = false;
  /** Reported already: a rejected play with the same error is not reported again. */
  let reported: PlayableElement['error'] = null;
  const settings = createSettings(playback.element);
  const nextFile = createNextFile(media);
  const stalls = createStallWatch({
    media,
    playback,
    report,
    reopen: (time) => open({ index: playback.index, time }, playback.wanted),
  });

  const { now, tick, moved } = createPlace({ source, media, playhead, playback, settings, nextFile });

  function open({ index, time }: TrackPosition, playing: boolean) {
    const track = playback.tracks[index];
    if (!track) return;
    nextFile.holdBack();
    const { url } = track;
    Object.assign(playback, { index, url, start: time });
    loader.load(playback.element, url, time);
    settings.applyRate();
    playback.wanted = playing;
    if (playing) play();
  }

  function play() {
    playback.wanted = true;
    const { element, url } = playback;
    element.play().catch((cause: unknown) => {
      const name = nameOf(cause);
      if (name === 'AbortError' || playback.url !== url || playback.tracks.length === 0 || hasEnded) return;
      if (name === 'NotAllowedError') refused();
      else if (reported !== playback.element.error || playback.element.error === null) {
        console.warn('The browser refused to play', cause);
        fail();
      }
    });
  }

  /** A new element may not play without a press: the one that was pressed can. */
  function refused() {
    const { isUntried, element, index, url } = playback;
    if (!isUntried) {
      playback.wanted = false;
      return report({ type: 'engine.paused', reason: 'blocked' });
    }
    Object.assign(playback, { isUntried: false, mayChange: false });
    const time = element.currentTime;
    changeTo(media.preload(url), false);
    open({ index, time }, playback.wanted);
  }

  function fail(failure = FAILURES[playback.element.error?.code ?? 0] ?? 'unsupported') {
    const { error } = playback.element;
    reported = error;
    if (error) console.info(`The audio element failed with code ${error.code}: ${failure}`);
    report({ type: 'engine.failed', failure, time: now() });
  }

  function changeTo(file: PreparedFile, playing: boolean) {
    listening.abort();
    playback.element = file.element;
    stalls.forget();
    file.take();
    listen();
    settings.moveTo(file.element);
    if (playing) play();
  }

  function seek(time: number) {
    const position = toTrackPosition(playback.tracks, time);
    if (!position) return;
    tick();
    nextFile.holdBack();
    moved(toItemTime(playback.tracks, position));
    if (position.index !== playback.index || playback.element.error) return open(position, playback.wanted);
    if (playback.start !== null) playback.start = position.time;
    playback.element.currentTime = position.time;
  }

  function end() {
    hasEnded = true;
    listening.abort();
    stalls.end();
    playback.tracks = [];
    nextFile.letGo();
    loader.close();
    playback.element.pause();
    playback.element.removeAttribute('src');
    playback.element.load();
  }

  const player: ElementPlayer = {
    playback,
    settings,
    nextFile,
    stalls,
    report,
    now,
    tick,
    moved,
    open,
    play,
    seek,
    changeTo,
    end,
    fail: () => fail(),
    restartStream: () => loader.restart(playback.start ?? playback.element.currentTime),
  };
  const events = Object.entries(elementEvents(player));
  function listen() {
    listening = new AbortController();
    for (const [type, handle] of events) {
      const handler = () => playback.tracks.length > 0 && handle();
      playback.element.addEventListener(type, handler, { signal: listening.signal });
    }
  }
  listen();
  return player;
}

const nameOf = (cause: unknown) => (cause instanceof DOMException ? cause.name : '');
