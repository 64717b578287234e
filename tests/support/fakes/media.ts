import type { StreamFailure } from '../../../src/services/hls-stream.ts';
import type { Media } from '../../../src/services/media-element.ts';
import { FakeMediaElement } from './media-element.ts';

/** An opened stream, at this second; `restarts`: the seconds from which it was reloaded. */
export interface FakeStream {
  readonly time: number;
  readonly restarts: readonly number[];
  fail(failure: StreamFailure): void;
}

/** A page's sound whose elements and even clock the test moves. */
export interface FakeMedia extends Media {
  /** The element of the page; another one after a file border where both swap. */
  readonly audio: FakeMediaElement;
  /** Loads the next file. */
  readonly spare: FakeMediaElement;
  /** The sound beside that of the player. */
  aside(): FakeMedia;
  /** Open streams, by address, with their requested start second. */
  readonly streams: ReadonlyMap<string, FakeStream>;
  /** Addresses of preloaded files. */
  readonly ahead: ReadonlySet<string>;
  /** How often a press unlocked the element. */
  prepared: number;
  /** So many seconds pass, and the sound moves on by as much, or by so much. */
  playFor(seconds: number, moved?: number): void;
  /** So many seconds play before the element reports them. */
  passSilently(seconds: number): void;
}

export function createFakeMedia(): FakeMedia {
  let audio = new FakeMediaElement();
  let spare = new FakeMediaElement();
  const empty = (element: FakeMediaElement) => {
    element.removeAttribute('src');
    element.load();
  };
  const streams = new Map<string, FakeStream>();
  const ahead = new Set<string>();
  let now = 1000;
  let beside: FakeMedia | null = null;
  const waits = new Set<{ readonly due: number; readonly listener: () => void }>();
  const pass = (seconds: number) => {
    now += seconds * 1000;
    for (const wait of waits) {
      if (wait.due > now) continue;
      waits.delete(wait);
      wait.listener();
    }
  };
  return {
    get audio() {
      return audio;
    },
    get spare() {
      return spare;
    },
    streams,
    openStream(url, time, onFailed) {
      audio.src = `blob:${url}`;
      audio.load();
      audio.moveTo(time);
      const restarts: number[] = [];
      streams.set(url, { time, restarts, fail: onFailed });
      return { restart: (from) => void restarts.push(from), close: () => void streams.delete(url) };
    },
    ahead,
    preload(url) {
      const element = spare;
      ahead.add(url);
      element.src = url;
      element.load();
      return {
        element,
        take() {
          ahead.delete(url);
          [audio, spare] = [element, audio];
          empty(spare);
        },
        free() {
          ahead.delete(url);
          empty(element);
        },
      };
    },
    aside: () => (beside ??= createFakeMedia()),
    prepared: 0,
    element: () => audio,
    prepare() {
      this.prepared += 1;
    },
    playableTypes: () => ['audio/mpeg', 'audio/mp4'],
    wait(ms, listener) {
      const wait = { due: now + ms, listener };
      waits.add(wait);
      return () => void waits.delete(wait);
    },
    now: () => now,
    playFor(seconds, moved = seconds * audio.playbackRate) {
      audio.moveTo(audio.currentTime + moved);
      pass(seconds);
      audio.playTo(audio.currentTime);
    },
    passSilently(seconds) {
      audio.moveTo(audio.currentTime + seconds);
      pass(seconds);
    },
  };
}
