import type { FastifyRequest } from 'fastify';
import type { ServerContext } from '../context.ts';
import { queryCount } from '../http/input.ts';
import type { SessionFilter, StoredSession } from '../store/playback-sessions.repo.ts';

/** A stored session as lists show it; only the answer to play has chapters. */
export function storedSessionJson(session: StoredSession) {
  const {
    displayTitle,
    displayAuthor,
    coverPath,
    duration,
    playMethod,
    mediaPlayer,
    deviceInfo,
    serverVersion,
    ...rest
  } = session;
  const { date, dayOfWeek, timeListening, startTime, currentTime, startedAt, updatedAt, ...head } = rest;
  return {
    ...head,
    chapters: [],
    displayTitle,
    displayAuthor,
    coverPath,
    duration,
    playMethod,
    mediaPlayer,
    deviceInfo,
    serverVersion,
    date,
    dayOfWeek,
    timeListening,
    startTime,
    currentTime,
    startedAt,
    updatedAt,
  };
}

export const MOST_SESSIONS = 5000;

/** `listening-sessions`: one page of the history, latest first. */
export function listeningSessions(ctx: ServerContext, request: FastifyRequest, filter: SessionFilter) {
  const [page, itemsPerPage] = [
    queryCount(request, 'page', 0),
    Math.min(queryCount(request, 'itemsPerPage', 10) || 10, MOST_SESSIONS),
  ];
  const { total, sessions } = ctx.store.sessions.page(filter, page, itemsPerPage);
  return {
    total,
    numPages: Math.ceil(total / itemsPerPage),
    page,
    itemsPerPage,
    sessions: sessions.map(storedSessionJson),
  };
}

/** `listening-stats`: seconds in all, per item, per day and per day of the week. */
export function listeningStats(ctx: ServerContext, userId: string) {
  const days = ctx.store.sessions.daysOf(userId);
  const sumBy = (key: 'date' | 'dayOfWeek') => {
    const sums: Record<string, number> = {};
    for (const day of days) sums[day[key]] = (sums[day[key]] ?? 0) + day.time;
    return sums;
  };
  const perDay = sumBy('date');
  return {
    totalTime: days.reduce((sum, day) => sum + day.time, 0),
    items: Object.fromEntries(ctx.store.sessions.itemsOf(userId).map((item) => [item.id, item])),
    days: perDay,
    dayOfWeek: sumBy('dayOfWeek'),
    today: perDay[localDay(new Date()).date] ?? 0,
    recentSessions: ctx.store.sessions.page({ userId }, 0, 10).sessions.map(storedSessionJson),
  };
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** `date` (yyyy-MM-dd) and `dayOfWeek` of a session, in the time zone of the server. */
export function localDay(now: Date): { date: string; dayOfWeek: string } {
  const two = (value: number) => String(value).padStart(2, '0');
  return {
    date: `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`,
    dayOfWeek: weekdays[now.getDay()] ?? 'Sunday',
  };
}
