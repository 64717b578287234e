import { dayAfter } from './own-stats.logic.ts';

/** Days in a row with sound. `from` and `to` are `yyyy-MM-dd`, inclusive. */
export interface Streak {
  readonly days: number;
  readonly from: string;
  readonly to: string;
}

export interface Streaks {
  /** Up to today, or up to yesterday while today has no sound. */
  readonly current: Streak | null;
  readonly longest: Streak | null;
}

type Days = Readonly<Record<string, number>>;

/** `days`: seconds by `yyyy-MM-dd`. */
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

/** Days in the local time zone as far as sessions are loaded, before them the server's days. */
export function ownDays(loaded: Days, server: Days, isWhole: boolean): Days {
  const first = Object.keys(loaded).toSorted()[0];
  if (first === undefined) return server;
  if (isWhole) return loaded;
  return { ...Object.fromEntries(Object.entries(server).filter(([day]) => day < first)), ...loaded };
}
