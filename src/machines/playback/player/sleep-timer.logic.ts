import type { Chapter } from '../../../schemas/api/audio-file.ts';
import { nextChapterTime } from './chapters.logic.ts';

export const SLEEP_PRESETS: readonly number[] = [5, 15, 20, 30, 45, 60, 90, 120];
export const SLEEP_CHAPTERS: readonly number[] = [1, 2, 3, 5];
export const SLEEP_STEPS: readonly number[] = [300, 1800];
/** Minutes. */
export const LEAST_SLEEP_MIN = 0.1;
/** In seconds: the timer offers more time and fades this long before its end. */
export const FADE_S = 30;
/** Seconds. */
export const EXTENSION_S = 300;

const FALLBACK_S = 60;
const SMALL_FALLBACK_S = 5;
const LEAST_LEFT_S = 3;
const SHOWN_IN_SECONDS_BELOW_S = 90;
const SHOWN_IN_MINUTES_UP_TO_S = 90 * 60;
const NOISE_S = 0.001;
/** In seconds: sound may lag behind the clock and still count as playing. */
const LAG_S = 0.25;

/** Seconds of the whole item; ms of a monotonic clock. */
export interface Reading {
  readonly time: number;
  readonly at: number;
}

/** Real seconds with sound between two readings: the clock's time, or the sound's where that moved less. */
export function soundedBetween(from: Reading, to: Reading, rate: number): number {
  const passed = Math.max(0, (to.at - from.at) / 1000);
  const moved = Math.max(0, (to.time - from.time) / rate);
  return passed - moved > LAG_S ? moved : passed;
}

/** Seconds of a custom time in minutes; null when invalid. */
export function customSeconds(text: string): number | null {
  const minutes = text.trim() === '' ? Number.NaN : Number(text);
  const seconds = Math.round(minutes * 60);
  return Number.isFinite(seconds) && minutes >= LEAST_SLEEP_MIN ? seconds : null;
}

export function decreaseOf(left: number, step: number): number {
  if (step <= left) return step;
  return left > FALLBACK_S ? FALLBACK_S : SMALL_FALLBACK_S;
}

/** Seconds; the small step is always allowed. */
export function mayDecrease(left: number, step: number): boolean {
  return step === SLEEP_STEPS[0] || left >= step;
}

export function decreased(left: number, amount: number): number {
  return left < amount ? LEAST_LEFT_S : Math.max(0, left - amount);
}

export interface ShownLeft {
  readonly unit: 'seconds' | 'minutes' | 'hours';
  readonly amount: number;
}

/** Started seconds and minutes count whole, hours in tenths. */
export function shownLeft(seconds: number): ShownLeft {
  const whole = Math.ceil(Math.max(0, seconds) - NOISE_S);
  if (whole < SHOWN_IN_SECONDS_BELOW_S) return { unit: 'seconds', amount: Math.max(0, whole) };
  if (whole <= SHOWN_IN_MINUTES_UP_TO_S) return { unit: 'minutes', amount: Math.ceil(whole / 60) };
  return { unit: 'hours', amount: Math.round(whole / 360) / 10 };
}

/** Start of the chapter after `count` chapters; null: the end of the media. */
export function endOfChapters(chapters: readonly Chapter[], time: number, count: number): number | null {
  let end: number | null = time;
  for (let ended = 0; ended < count && end !== null; ended += 1) end = nextChapterTime(chapters, end);
  return end;
}

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

/** Real seconds between two positions; 0 within rounding error. */
export function secondsUntil(time: number, end: number, rate: number): number {
  return end - time <= NOISE_S ? 0 : (end - time) / rate;
}

/** 0..1, by the rest of the fade. */
export function gainOf(left: number, fadeLength: number): number {
  return fadeLength <= 0 ? 0 : Math.min(1, Math.max(0, left / fadeLength));
}
