import type { MediaProgress } from '../../schemas/api/media-progress.ts';
import type { HeardSession } from './hours.logic.ts';
import { dayAfter } from './own-stats.logic.ts';
import { zonedTime } from './zoned-time.logic.ts';

/** Books and episodes that were finished in a month. */
export interface FinishedMonth {
  /** `yyyy-MM` */
  readonly month: string;
  readonly count: number;
}

type Progress = Iterable<MediaProgress>;

/** How many were finished in each month that has some, oldest first. Those without a day of finishing count in none. */
export function finishedMonths(progress: Progress, zone: string): readonly FinishedMonth[] {
  const months = new Map<string, number>();
  for (const { isFinished, finishedAt } of progress) {
    const day = isFinished && finishedAt !== null ? zonedTime(finishedAt, zone)?.day : undefined;
    if (day === undefined) continue;
    const month = day.slice(0, 7);
    months.set(month, (months.get(month) ?? 0) + 1);
  }
  return [...months].map(([month, count]) => ({ month, count })).toSorted((a, b) => (a.month < b.month ? -1 : 1));
}

const MONTHS = 12;

/** The twelve months up to today's, oldest first, those with nothing too. `today`: `yyyy-MM-dd`. */
export function lastMonths(finished: readonly FinishedMonth[], today: string): readonly FinishedMonth[] {
  const last = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1;
  return Array.from({ length: MONTHS }, (_, index) => {
    const number = last - (MONTHS - 1 - index);
    const month = `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}`;
    return { month, count: finished.find((one) => one.month === month)?.count ?? 0 };
  });
}

/** Days that the daily average is over. */
export const PACE_DAYS = 28;
/** A session says something about the speed from this many seconds on. */
const LEAST_SECONDS = 300;
/** Slower or faster than anybody listens: then somebody skipped. */
const SLOWEST = 0.4;
const FASTEST = 4;
const LEAST_SESSIONS = 3;

/** Seconds heard on an average day of the last 28, those without sound too. `days`: seconds by `yyyy-MM-dd`. */
export function dailyAverage(days: Readonly<Record<string, number>>, today: string): number {
  let sum = 0;
  for (let back = 0; back < PACE_DAYS; back++) sum += Math.max(0, days[dayAfter(today, -back)] ?? 0);
  return sum / PACE_DAYS;
}

/**
 * How fast the account listens: seconds of book per second, the median over sessions of five minutes and more in which
 * nobody skipped far. Null while fewer than three say something.
 */
export function usualSpeed(sessions: readonly HeardSession[]): number | null {
  const speeds = sessions
    .filter(({ seconds }) => seconds >= LEAST_SECONDS)
    .map(({ from, to, seconds }) => (to - from) / seconds)
    .filter((speed) => speed >= SLOWEST && speed <= FASTEST)
    .toSorted((a, b) => a - b);
  if (speeds.length < LEAST_SESSIONS) return null;
  const middle = (speeds.length - 1) / 2;
  return ((speeds[Math.floor(middle)] ?? 1) + (speeds[Math.ceil(middle)] ?? 1)) / 2;
}

/** What is begun and not finished. */
export interface LeftToHear {
  /** Books and episodes. */
  readonly count: number;
  /** Of sound that is left in them. */
  readonly seconds: number;
}

/** What is left of audio that is in progress; what was taken off Continue Listening does not count. */
export function leftToHear(progress: Progress): LeftToHear {
  let count = 0;
  let seconds = 0;
  for (const { isFinished, hideFromContinueListening, currentTime, duration } of progress) {
    if (isFinished || hideFromContinueListening || currentTime <= 0 || duration <= currentTime) continue;
    count += 1;
    seconds += duration - currentTime;
  }
  return { count, seconds };
}

/** Days until what is left is heard, at so many seconds a day and this speed; null when nothing is heard any more. */
export function daysLeft({ seconds }: LeftToHear, daily: number, speed: number | null): number | null {
  if (seconds === 0) return 0;
  return daily > 0 ? Math.ceil(seconds / (speed ?? 1) / daily) : null;
}
