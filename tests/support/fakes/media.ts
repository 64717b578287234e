import type { StreamFailure } from '../../../src/services/hls-stream.ts';
import type { Media } from '../../../src/services/media-element.ts';
import { FakeMediaElement } from './media-element.ts';

/** A stream that was opened, at this second; `restarts`: the seconds from which it was loaded again. */
export interface FakeStream {
  readonly time: number;
  readonly restarts: readonly number[];
  fail(failure: StreamFailure): void;
}

/** A page's sound whose element and even clock the test moves. */
export interface FakeMedia extends Media {
  readonly audio: FakeMediaElement;
  /** Streams that are open, by address, with the second they were asked to begin at. */
  readonly streams: ReadonlyMap<string, FakeStream>;
  /** Addresses of files that are loaded ahead. */
  readonly ahead: ReadonlySet<string>;
  /** How often the element was made ready in a press. */
  prepared: number;
  /** So many seconds pass, and the sound moves on by as much, or by so much. */
  playFor(seconds: number, moved?: number): void;
  /** So many seconds are heard of which the element has not told yet. */
  passSilently(seconds: number): void;
}

export function createFakeMedia(): FakeMedia {
  const audio = new FakeMediaElement();
  const streams = new Map<string, FakeStream>();
  const ahead = new Set<string>();
  let now = 1000;
  return {
    audio,
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
      ahead.add(url);
      return () => void ahead.delete(url);
    },
    prepared: 0,
    element: () => audio,
    prepare() {
      this.prepared += 1;
    },
    playableTypes: () => ['audio/mpeg', 'audio/mp4'],
    now: () => now,
    playFor(seconds, moved = seconds * audio.playbackRate) {
      now += seconds * 1000;
      audio.playTo(audio.currentTime + moved);
    },
    passSilently(seconds) {
      now += seconds * 1000;
      audio.moveTo(audio.currentTime + seconds);
    },
  };
}
