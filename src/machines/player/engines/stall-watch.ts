import type { Media } from '../../../services/media-element.ts';
import type { Playback } from './element-player.ts';
import { CAN_PLAY } from './next-file.ts';

/** Check interval in ms: some elements stall without an event, as WebKit's after a seek. */
const WATCH_MS = 5000;
/** In seconds of the file: so much sound after a stall ends it, in steps that are no seeks. */
const HEARD_S = 1;
const MAX_STEP_S = 1;

/** Notices stalls and their ends that the element does not report. */
export interface StallWatch {
  stalled(): void;
  started(): void;
  /** After quick seeks WebKit's element may play without its data, and without `playing`. */
  noticeSound(): void;
  forget(): void;
  end(): void;
}

interface Options {
  readonly media: Media;
  readonly playback: Playback;
  readonly report: (event: { type: 'engine.stalled' } | { type: 'engine.started' }) => void;
  readonly reopen: (time: number) => void;
}

export function createStallWatch({ media, playback, report, reopen }: Options): StallWatch {
  /** Where a reported stall was last seen, and what has played since. */
  let stall: { readonly at: number; readonly played: number } | null = null;
  let callOff = () => {};

  function stalled() {
    stall = { at: playback.element.currentTime, played: 0 };
    report({ type: 'engine.stalled' });
  }

  function watch(last = playback.element.currentTime, isSecond = false) {
    callOff();
    callOff = media.wait(WATCH_MS, () => {
      const { element, tracks, start } = playback;
      const { currentTime, paused, seeking, readyState, error } = element;
      if (tracks.length === 0 || paused || seeking || start !== null || stall !== null || error) return;
      if (currentTime !== last) return watch();
      if (readyState < CAN_PLAY) return stalled();
      console.info(`The sound stands still at ${currentTime} s`);
      if (isSecond) return reopen(currentTime);
      element.currentTime = currentTime;
      watch(currentTime, true);
    });
  }

  return {
    stalled,
    started() {
      stall = null;
      watch();
    },
    noticeSound() {
      const { element, start } = playback;
      if (stall === null || start !== null || element.paused || element.seeking) return;
      const { currentTime, playbackRate } = element;
      const step = currentTime - stall.at;
      const isPlayed = step > 0 && step <= MAX_STEP_S * playbackRate;
      stall = { at: currentTime, played: isPlayed ? stall.played + step : 0 };
      if (stall.played < HEARD_S) return;
      stall = null;
      watch();
      report({ type: 'engine.started' });
    },
    forget: () => (stall = null),
    end: () => callOff(),
  };
}
