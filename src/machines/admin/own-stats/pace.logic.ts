import type { MediaProgress } from '../../../schemas/api/progress.ts';
import type { HeardSession } from './hours.logic.ts';
import { dayAfter } from './own-stats.logic.ts';
import { zonedTime } from './zoned-time.logic.ts';

export interface FinishedMonth {
  /** `yyyy-MM`. */
  readonly month: string;
  readonly count: number;
}

type Progress = Iterable<MediaProgress>;

/** Months with finished items, oldest first. Items without a finish date don't count. */
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

/** The twelve months up to today, oldest first, with empty ones. `today`: `yyyy-MM-dd`. */
export function lastMonths(finished: readonly FinishedMonth[], today: string): readonly FinishedMonth[] {
  const last = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1;
  return Array.from({ length: MONTHS }, (_, index) => {
    const number = last - (MONTHS - 1 - index);
    const month = `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}`;
    return { month, count: finished.find((one) => one.month === month)?.count ?? 0 };
  });
}

export const PACE_DAYS = 28;
const LEAST_SECONDS = 300;
/** Speeds outside this range come from skipping. */
const SLOWEST = 0.4;
const FASTEST = 4;
const LEAST_SESSIONS = 3;

/** Seconds per day of the last 28, including days without listening. `days`: seconds by `yyyy-MM-dd`. */
export function dailyAverage(days: Readonly<Record<string, number>>, today: string): number {
  let sum = 0;
  for (let back = 0; back < PACE_DAYS; back++) sum += Math.max(0, days[dayAfter(today, -back)] ?? 0);
  return sum / PACE_DAYS;
}

/** Median seconds of book per second of listening; null when fewer than three sessions qualify. */
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

export interface LeftToHear {
  readonly count: number;
  readonly seconds: number;
}

/** Audio in progress, without items removed from Continue Listening. */
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

/** Null when the account no longer listens. */
export function daysLeft({ seconds }: LeftToHear, daily: number, speed: number | null): number | null {
  if (seconds === 0) return 0;
  return daily > 0 ? Math.ceil(seconds / (speed ?? 1) / daily) : null;
}
