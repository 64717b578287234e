import type { ListeningSession, ListeningSessionsPage } from '../../../schemas/api/listening-session.ts';
import { zonedTime } from './zoned-time.logic.ts';

/** Times in ms, durations and positions in seconds. */
export interface HeardSession {
  readonly id: string;
  readonly startedAt: number;
  readonly updatedAt: number;
  readonly seconds: number;
  readonly from: number;
  readonly to: number;
}

export interface HeardHour {
  /** `yyyy-MM-dd`. */
  readonly day: string;
  /** 0 for Sunday. */
  readonly weekday: number;
  /** 0..23. */
  readonly hour: number;
  readonly seconds: number;
}

/** Seconds by weekday (0 for Sunday) and hour (0..23). */
export type WeekHours = readonly (readonly number[])[];

const HOUR = 3600;
/** Most hours of one session; the rest counts in the last one. */
const MOST_HOURS = 48;

export const toHeard = (session: ListeningSession): HeardSession => ({
  id: session.id,
  startedAt: session.startedAt,
  updatedAt: session.updatedAt,
  seconds: Math.max(0, session.timeListening),
  from: session.startTime,
  to: session.currentTime,
});

/** Adds a page, newest first. Known sessions of the first page's period that are not in it were deleted. */
export function withPage(
  known: readonly HeardSession[],
  { page, total, sessions }: ListeningSessionsPage,
): readonly HeardSession[] {
  const fresh = sessions.items.map(toHeard);
  const ids = new Set(fresh.map(({ id }) => id));
  const oldest = page === 0 ? Math.min(...fresh.map(({ updatedAt }) => updatedAt)) : Infinity;
  const isAll = page === 0 && fresh.length >= total;
  const kept = isAll ? [] : known.filter(({ id, updatedAt }) => !ids.has(id) && updatedAt <= oldest);
  return [...fresh, ...kept].toSorted((a, b) => b.updatedAt - a.updatedAt);
}

/** Spreads a session over consecutive hours from its start. */
export function hoursOfSession({ startedAt, seconds }: HeardSession, zone: string): readonly HeardHour[] {
  const hours: HeardHour[] = [];
  let rest = seconds;
  for (let moment = startedAt; rest > 0;) {
    const time = zonedTime(moment, zone);
    if (!time) return [];
    const isLast = hours.length === MOST_HOURS - 1;
    const part = isLast ? rest : Math.min(rest, HOUR - time.intoHour);
    hours.push({ day: time.day, weekday: time.weekday, hour: time.hour, seconds: part });
    rest -= part;
    moment = Math.round(moment + part * 1000);
  }
  return hours;
}

export function weekHoursOf(hours: readonly HeardHour[]): WeekHours {
  const week = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
  for (const { weekday, hour, seconds } of hours) {
    const day = week[weekday];
    if (day) day[hour] = (day[hour] ?? 0) + seconds;
  }
  return week;
}

/** Seconds by `yyyy-MM-dd`. */
export function daysOfHours(hours: readonly HeardHour[]): Readonly<Record<string, number>> {
  const days: Record<string, number> = {};
  for (const { day, seconds } of hours) days[day] = (days[day] ?? 0) + seconds;
  return days;
}

export function busiestHour(week: WeekHours): Pick<HeardHour, 'weekday' | 'hour' | 'seconds'> | null {
  const all = week.flatMap((day, weekday) => day.map((seconds, hour) => ({ weekday, hour, seconds })));
  const most = Math.max(...all.map(({ seconds }) => seconds));
  return most > 0 ? (all.find(({ seconds }) => seconds === most) ?? null) : null;
}
