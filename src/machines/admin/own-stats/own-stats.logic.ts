import type { ListeningStats } from '../../../schemas/api/stats.ts';
import type { Route } from '../../kit/router/routes.ts';

/** Seconds by `yyyy-MM-dd`. */
type Days = ListeningStats['days'];

interface DayOfListening {
  readonly date: string;
  readonly seconds: number;
}

/** All values in seconds. */
interface WeekOfListening {
  readonly days: readonly DayOfListening[];
  readonly total: number;
  readonly average: number;
  readonly best: DayOfListening | null;
}

export interface CalendarDay extends DayOfListening {
  /** 0 for nothing, 1 to 4 by share of the longest day of the year. */
  readonly level: 0 | 1 | 2 | 3 | 4;
}

interface CalendarWeek {
  /** Begins on the first day of the week; the last week ends with today. */
  readonly days: readonly CalendarDay[];
  /** 0..11: the month that begins in this week. */
  readonly month: number | null;
}

interface MonthOfListening {
  /** `yyyy-MM`. */
  readonly month: string;
  readonly days: number;
  readonly seconds: number;
}

interface HeardItem {
  readonly id: string;
  readonly name: string | null;
  readonly route: Route;
  readonly seconds: number;
  /** 0..1 of the longest item. */
  readonly share: number;
}

const DAY_MS = 86_400_000;
const WEEK = 7;
const WEEKS = 52;
const MOST_ITEMS = 10;

export function dayAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

export const countDays = (days: Days): number => Object.values(days).filter((seconds) => seconds > 0).length;

export function weekOf(days: Days, today: string): WeekOfListening {
  const week = Array.from({ length: WEEK }, (_, index) => dayOf(days, dayAfter(today, index + 1 - WEEK)));
  const total = week.reduce((sum, { seconds }) => sum + seconds, 0);
  const [best] = week.filter(({ seconds }) => seconds > 0).toSorted((a, b) => b.seconds - a.seconds);
  return { days: week, total, average: total / WEEK, best: best ?? null };
}

/** The last 52 weeks, oldest first. `firstDay`: 0 for Sunday. */
export function calendarOf(days: Days, today: string, firstDay: number): readonly CalendarWeek[] {
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay();
  const start = dayAfter(today, -((weekday - firstDay + WEEK) % WEEK) - (WEEKS - 1) * WEEK);
  const all: DayOfListening[] = [];
  for (let date = start; date <= today; date = dayAfter(date, 1)) all.push(dayOf(days, date));
  const longest = Math.max(...all.map(({ seconds }) => seconds));
  return Array.from({ length: WEEKS }, (_, index) => {
    const week = all.slice(index * WEEK, (index + 1) * WEEK);
    const first = week.find(({ date }) => date.endsWith('-01'));
    return {
      days: week.map((day) => ({ ...day, level: levelOf(day.seconds, longest) })),
      month: first ? Number(first.date.slice(5, 7)) - 1 : null,
    };
  });
}

export function monthsOf(weeks: readonly CalendarWeek[]): readonly MonthOfListening[] {
  const months = new Map<string, MonthOfListening>();
  for (const { date, seconds } of weeks.flatMap((week) => week.days)) {
    if (seconds <= 0) continue;
    const month = date.slice(0, 7);
    const known = months.get(month) ?? { month, days: 0, seconds: 0 };
    months.set(month, { month, days: known.days + 1, seconds: known.seconds + seconds });
  }
  return [...months.values()];
}

export function topItems(items: ListeningStats['items']): readonly HeardItem[] {
  const heard = Object.values(items)
    .filter(({ timeListening }) => timeListening > 0)
    .toSorted((a, b) => b.timeListening - a.timeListening)
    .slice(0, MOST_ITEMS);
  const longest = heard[0]?.timeListening ?? 1;
  return heard.map(({ id, mediaMetadata, timeListening }) => ({
    id,
    name: mediaMetadata?.title ?? null,
    route: { name: 'item', id },
    seconds: timeListening,
    share: timeListening / longest,
  }));
}

interface WeekdayOfListening {
  readonly weekday: number;
  readonly seconds: number;
  /** 0..1 of the longest weekday. */
  readonly share: number;
}

/** The server's names of weekdays. */
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Seven weekdays from `firstDay` on, 0 for Sunday. */
export function weekdaysOf(dayOfWeek: ListeningStats['dayOfWeek'], firstDay: number): readonly WeekdayOfListening[] {
  const most = Math.max(...WEEKDAYS.map((name) => dayOfWeek[name] ?? 0));
  return WEEKDAYS.map((_, index) => {
    const weekday = (index + firstDay) % WEEK;
    const seconds = Math.max(0, dayOfWeek[WEEKDAYS[weekday] ?? ''] ?? 0);
    return { weekday, seconds, share: most > 0 ? seconds / most : 0 };
  });
}

const HOURS = [1, 2, 4, 6, 10, 20, 50, 100, 200, 500, 1000].map((hours) => hours * 3600);
const STEPS = [60, 120, 300, 600, 900, 1800, ...HOURS];
const MOST_STEPS = 5;

/** In seconds, in round steps from 0 to at least `longest`. */
export function axisOf(longest: number): readonly number[] {
  const step = STEPS.find((one) => longest <= one * MOST_STEPS) ?? Math.ceil(longest / MOST_STEPS / 3600) * 3600;
  return Array.from({ length: Math.max(1, Math.ceil(longest / step)) + 1 }, (_, index) => index * step);
}

const dayOf = (days: Days, date: string): DayOfListening => ({ date, seconds: Math.max(0, days[date] ?? 0) });

function levelOf(seconds: number, longest: number): CalendarDay['level'] {
  if (seconds <= 0) return 0;
  const quarter = Math.ceil((4 * seconds) / longest);
  return quarter <= 1 ? 1 : quarter === 2 ? 2 : quarter === 3 ? 3 : 4;
}

/** Consecutive days with listening. `from` and `to`: `yyyy-MM-dd`, inclusive. */
export interface Streak {
  readonly days: number;
  readonly from: string;
  readonly to: string;
}

interface Streaks {
  /** Up to today, or to yesterday if today has no listening. */
  readonly current: Streak | null;
  readonly longest: Streak | null;
}

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

/** Local days as far as sessions are loaded; the server's days before them. */
export function ownDays(loaded: Days, server: Days, isWhole: boolean): Days {
  const first = Object.keys(loaded).toSorted()[0];
  if (first === undefined) return server;
  if (isWhole) return loaded;
  return { ...Object.fromEntries(Object.entries(server).filter(([day]) => day < first)), ...loaded };
}
