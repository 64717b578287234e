import type { Media } from '../../../src/services/media-element.ts';
import { FakeMediaElement } from './media-element.ts';

/** A page's sound whose element and even clock the test moves. */
export interface FakeMedia extends Media {
  readonly audio: FakeMediaElement;
  /** So many seconds pass, and the sound moves on by as much, or by so much. */
  playFor(seconds: number, moved?: number): void;
}

export function createFakeMedia(): FakeMedia {
  const audio = new FakeMediaElement();
  let now = 1000;
  return {
    audio,
    element: () => audio,
    playableTypes: () => ['audio/mpeg', 'audio/mp4'],
    now: () => now,
    playFor(seconds, moved = seconds * audio.playbackRate) {
      now += seconds * 1000;
      audio.playTo(audio.currentTime + moved);
    },
  };
}
