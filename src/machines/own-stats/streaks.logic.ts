import { dayAfter } from './own-stats.logic.ts';

/** Days in a row with sound. `from` and `to` are `yyyy-MM-dd`, both counted. */
export interface Streak {
  readonly days: number;
  readonly from: string;
  readonly to: string;
}

export interface Streaks {
  /** Up to today, or up to yesterday while today has nothing yet; null when there is none. */
  readonly current: Streak | null;
  /** The latest of the longest. */
  readonly longest: Streak | null;
}

type Days = Readonly<Record<string, number>>;

/** Streaks of days with sound. `days`: seconds by `yyyy-MM-dd`. */
export function streaksOf(days: Days, today: string): Streaks {
  const heard = Object.keys(days)
    .filter((day) => (days[day] ?? 0) > 0)
    .toSorted();
  const runs: Streak[] = [];
  for (const day of heard) {
    const last = runs.at(-1);
    if (last && dayAfter(last.to, 1) === day) runs[runs.length - 1] = { ...last, days: last.days + 1, to: day };
    else runs.push({ days: 1, from: day, to: day });
  }
  const yesterday = dayAfter(today, -1);
  return {
    current: runs.findLast(({ from, to }) => from <= today && to >= yesterday) ?? null,
    longest: runs.reduce<Streak | null>((best, run) => (best && best.days > run.days ? best : run), null),
  };
}

/**
 * Days by the own time zone as far as sessions are loaded; days before the first of these as the server counts them.
 * `isWhole`: all sessions are loaded.
 */
export function ownDays(loaded: Days, server: Days, isWhole: boolean): Days {
  const first = Object.keys(loaded).toSorted()[0];
  if (first === undefined) return server;
  if (isWhole) return loaded;
  return { ...Object.fromEntries(Object.entries(server).filter(([day]) => day < first)), ...loaded };
}
