import type { Media } from '../../../../services/media-element.ts';
import type { Playback } from './element-player.ts';
import { CAN_PLAY } from './next-file.ts';

/** Check interval in ms: some elements stand still without an event, as WebKit's at a start or after a seek. */
const WATCH_MS = 2000;
/** In seconds of the file: so much sound after a stall ends it, in steps that are no seeks. */
const HEARD_S = 1;
const MAX_STEP_S = 1;

/** Notices stalls and their ends that the element does not report. */
export interface StallWatch {
  /** From now on, as long as the element plays. */
  watch(): void;
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
  let isWatching = false;
  /** At the last check, in seconds of the file. */
  let seen = { time: Number.NaN, isReady: false };
  let isNudged = false;

  const look = () => {
    const { element, start } = playback;
    const { currentTime, readyState, seeking } = element;
    return { time: currentTime, isReady: readyState >= CAN_PLAY && !seeking && start === null };
  };

  function watch() {
    if (isWatching) return;
    seen = look();
    isWatching = true;
    callOff = media.wait(WATCH_MS, check);
  }

  /** What stands still with all its data is sent to where it is, then opened again. */
  function check() {
    const { element, tracks, start } = playback;
    isWatching = false;
    if (tracks.length === 0 || element.paused || element.error) return;
    const before = seen;
    const { time, isReady } = look();
    const isStill = time === before.time;
    watch();
    if (!isStill) isNudged = false;
    else if (isReady && before.isReady) recover(time);
    else if (!isReady && !element.seeking && start === null && stall === null) stalled();
  }

  function recover(time: number) {
    console.info(`The sound stands still at ${time} s`);
    isNudged = !isNudged;
    if (isNudged) playback.element.currentTime = time;
    else reopen(time);
  }

  function stalled() {
    stall = { at: playback.element.currentTime, played: 0 };
    watch();
    report({ type: 'engine.stalled' });
  }

  return {
    watch,
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
    end() {
      callOff();
      isWatching = false;
    },
  };
}
