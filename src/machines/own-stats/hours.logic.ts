import type { ListeningSession, ListeningSessionsPage } from '../../schemas/api/listening-session.ts';
import { zonedTime } from './zoned-time.logic.ts';

/** What the figures need of a listening session. Times in ms, lengths and places in seconds. */
export interface HeardSession {
  readonly id: string;
  readonly startedAt: number;
  readonly updatedAt: number;
  readonly seconds: number;
  /** Where it began and ended in the book or episode. */
  readonly from: number;
  readonly to: number;
}

/** Seconds that were heard in one hour of the clock. */
export interface HeardHour {
  /** `yyyy-MM-dd` */
  readonly day: string;
  /** 0 for Sunday. */
  readonly weekday: number;
  /** 0..23 */
  readonly hour: number;
  readonly seconds: number;
}

/** Seconds by weekday (0 for Sunday) and hour (0..23). */
export type WeekHours = readonly (readonly number[])[];

const HOUR = 3600;
/** More hours than anybody listens without a break: what is over counts in the last one. */
const MOST_HOURS = 48;

/** A session as the figures keep it. */
export const toHeard = (session: ListeningSession): HeardSession => ({
  id: session.id,
  startedAt: session.startedAt,
  updatedAt: session.updatedAt,
  seconds: Math.max(0, session.timeListening),
  from: session.startTime,
  to: session.currentTime,
});

/**
 * The sessions with those of another page of the history, latest first. A session that is known already is replaced.
 * The first page is the whole of the latest: one as late as these that is not on it was deleted.
 */
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

/** The hours of a session in a time zone: it counts from its start for as long as was listened, without breaks. */
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

/** By weekday and hour. */
export function weekHoursOf(hours: readonly HeardHour[]): WeekHours {
  const week = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
  for (const { weekday, hour, seconds } of hours) {
    const day = week[weekday];
    if (day) day[hour] = (day[hour] ?? 0) + seconds;
  }
  return week;
}

/** By day, `yyyy-MM-dd`. */
export function daysOfHours(hours: readonly HeardHour[]): Readonly<Record<string, number>> {
  const days: Record<string, number> = {};
  for (const { day, seconds } of hours) days[day] = (days[day] ?? 0) + seconds;
  return days;
}

/** The hour of the week with most; null while there is none. */
export function busiestHour(week: WeekHours): Pick<HeardHour, 'weekday' | 'hour' | 'seconds'> | null {
  const all = week.flatMap((day, weekday) => day.map((seconds, hour) => ({ weekday, hour, seconds })));
  const most = Math.max(...all.map(({ seconds }) => seconds));
  return most > 0 ? (all.find(({ seconds }) => seconds === most) ?? null) : null;
}
