import type { Chapter } from '../../schemas/api/chapter.ts';
import { nextChapterTime } from './chapters.logic.ts';

/** Minutes offered by the sleep timer (SLP-003). */
export const SLEEP_PRESETS: readonly number[] = [5, 15, 20, 30, 45, 60, 90, 120];
/** After how many chapters the sleep timer offers to stop; the first is the preset 'End of chapter' (SLP-004). */
export const SLEEP_CHAPTERS: readonly number[] = [1, 2, 3, 5];
/** Steps of changing a countdown that runs, in seconds (SLP-019). */
export const SLEEP_STEPS: readonly number[] = [300, 1800];
/** Least custom time, in minutes (SLP-010). */
export const LEAST_SLEEP_MIN = 0.1;
/** How long before its end the timer offers more time and the sound fades, in seconds. */
export const FADE_S = 30;
/** What extending adds to a countdown, in seconds. */
export const EXTENSION_S = 300;

/** The longest step that a decrease falls back to, the seconds above which it does, and the one below (SLP-020). */
const FALLBACK_S = 60;
const SMALL_FALLBACK_S = 5;
/** What a decrease by more than there is leaves (SLP-016). */
const LEAST_LEFT_S = 3;
/** Up to here what is left is shown in seconds, and up to there in minutes (SLP-022, SLP-023, AMB-52). */
const SHOWN_IN_SECONDS_BELOW_S = 90;
const SHOWN_IN_MINUTES_UP_TO_S = 90 * 60;
/** Sums of floats miss a border by this much at most. */
const NOISE_S = 0.001;
/** The sound may lag behind the clock by so many seconds, as it does when it starts, and still count as going on. */
const LAG_S = 0.25;

/** When sound was at a place: seconds of the whole item, ms of a clock that runs evenly. */
export interface Reading {
  readonly time: number;
  readonly at: number;
}

/**
 * Seconds on the wall between two readings while there was sound. The clock counts; where the sound moved on by less
 * (a pause, missing data, a computer asleep), the sound does.
 */
export function soundedBetween(from: Reading, to: Reading, rate: number): number {
  const passed = Math.max(0, (to.at - from.at) / 1000);
  const moved = Math.max(0, (to.time - from.time) / rate);
  return passed - moved > LAG_S ? moved : passed;
}

/** The seconds of a custom time in minutes; null for what is empty, no number or too short (SLP-005 to SLP-010). */
export function customSeconds(text: string): number | null {
  const minutes = text.trim() === '' ? Number.NaN : Number(text);
  const seconds = Math.round(minutes * 60);
  return Number.isFinite(seconds) && minutes >= LEAST_SLEEP_MIN ? seconds : null;
}

/** What a press on a decrease by `step` takes off, all in seconds (SLP-020). */
export function decreaseOf(left: number, step: number): number {
  if (step <= left) return step;
  return left > FALLBACK_S ? FALLBACK_S : SMALL_FALLBACK_S;
}

/** Whether the button of this decrease can be pressed, in seconds (SLP-021): the small step always can. */
export function mayDecrease(left: number, step: number): boolean {
  return step === SLEEP_STEPS[0] || left >= step;
}

/** What is left after a decrease, in seconds (SLP-016, SLP-017). */
export function decreased(left: number, amount: number): number {
  return left < amount ? LEAST_LEFT_S : Math.max(0, left - amount);
}

/** How what is left is shown. */
export interface ShownLeft {
  readonly unit: 'seconds' | 'minutes' | 'hours';
  readonly amount: number;
}

/** Seconds as they are shown: begun seconds and minutes count whole, hours in tenths (SLP-022 to SLP-024). */
export function shownLeft(seconds: number): ShownLeft {
  const whole = Math.ceil(Math.max(0, seconds) - NOISE_S);
  if (whole < SHOWN_IN_SECONDS_BELOW_S) return { unit: 'seconds', amount: Math.max(0, whole) };
  if (whole <= SHOWN_IN_MINUTES_UP_TO_S) return { unit: 'minutes', amount: Math.ceil(whole / 60) };
  return { unit: 'hours', amount: Math.round(whole / 360) / 10 };
}

/**
 * Where a timer of so many chapters ends that is set at this place: the start of the chapter that follows them; null:
 * with the media.
 */
export function endOfChapters(chapters: readonly Chapter[], time: number, count: number): number | null {
  let end: number | null = time;
  for (let ended = 0; ended < count && end !== null; ended += 1) end = nextChapterTime(chapters, end);
  return end;
}

/** How many chapters end on the way from here to there (null: to the end of the media); 1 to `most`. */
export function chaptersUntil(
  chapters: readonly Chapter[],
  time: number,
  end: number | null,
  most = Number.POSITIVE_INFINITY,
): number {
  const last = end ?? Number.POSITIVE_INFINITY;
  let count = 1;
  let next = nextChapterTime(chapters, time);
  while (count < most && next !== null && next < last) {
    count += 1;
    next = nextChapterTime(chapters, next);
  }
  return count;
}

/** Seconds on the wall until the sound gets from one place to the other. Nothing is left of what rounding leaves. */
export function secondsUntil(time: number, end: number, rate: number): number {
  return end - time <= NOISE_S ? 0 : (end - time) / rate;
}

/** Share of the volume that sounds, 0 to 1, with so many of so many seconds of the fade left. */
export function gainOf(left: number, fadeLength: number): number {
  return fadeLength <= 0 ? 0 : Math.min(1, Math.max(0, left / fadeLength));
}
