import type { DeviceInfo } from '../../../schemas/api/playback-session.ts';
import type { ListeningSession, ListeningSessionsPage } from '../../../schemas/api/listening-session.ts';
import type { Api } from '../../../services/api.ts';
import { listMySessions } from '../../../services/endpoints/account.ts';
import { listOpenSessions, listSessions } from '../../../services/endpoints/sessions.ts';
import { getUser, listUsers, listUserSessions } from '../../../services/endpoints/users.ts';
import { fold } from '../../kit/text.logic.ts';
import type { MediaRef } from '../../kit/media.logic.ts';
import type { Route } from '../../kit/router/routes.ts';

/** Sessions of all users or of one user (both for administrators), or one's own. */
export type SessionScope =
  { readonly kind: 'all' } | { readonly kind: 'user'; readonly id: string } | { readonly kind: 'own' };

export const SORTS = ['updatedAt', 'timeListening', 'displayTitle', 'playMethod', 'currentTime'] as const;
export type SessionSort = (typeof SORTS)[number];

export const PAGE_SIZES = ['10', '25', '50', '100'] as const;
export type PageSize = (typeof PAGE_SIZES)[number];

/** What the server can't filter by. `words`: of title, author and device; `from`, `to`: `yyyy-MM-dd`, '' open. */
export interface SessionFind {
  readonly words: string;
  readonly from: string;
  readonly to: string;
}

export const NO_FIND: SessionFind = { words: '', from: '', to: '' };

/** Sort and `userId` apply to the scope `all` only; `userId` null for all users. */
export interface SessionQuery extends SessionFind {
  /** From 0. */
  readonly page: number;
  readonly size: PageSize;
  readonly sort: SessionSort;
  readonly isDescending: boolean;
  readonly userId: string | null;
}

export const FIRST_QUERY: SessionQuery = {
  ...NO_FIND,
  page: 0,
  size: '10',
  sort: 'updatedAt',
  isDescending: true,
  userId: null,
};

export type SessionsRoute = Extract<Route, { name: 'configSessions' | 'configUserSessions' | 'accountSessions' }>;

/** Missing and invalid parts get their defaults. */
export function queryOf(route: SessionsRoute): SessionQuery {
  const page = Number(route.page ?? 1) - 1;
  const query = {
    ...FIRST_QUERY,
    page: Number.isSafeInteger(page) ? Math.max(0, page) : 0,
    size: PAGE_SIZES.find((size) => size === route.size) ?? FIRST_QUERY.size,
    words: route.find ?? '',
    from: dayIn(route.from),
    to: dayIn(route.to),
  };
  if (route.name !== 'configSessions') return query;
  return {
    ...query,
    sort: SORTS.find((sort) => sort === route.sort) ?? FIRST_QUERY.sort,
    isDescending: route.desc !== '0',
    userId: route.user || null,
  };
}

const dayIn = (text: string | undefined): string => (text !== undefined && startOf(text) !== null ? text : '');

export function routeTo(route: SessionsRoute, query: SessionQuery): SessionsRoute {
  const { page, size, sort, isDescending, userId, words, from, to } = query;
  const part = {
    find: words || undefined,
    from: from || undefined,
    to: to || undefined,
    page: page === 0 ? undefined : String(page + 1),
    size: size === FIRST_QUERY.size ? undefined : size,
  };
  if (route.name !== 'configSessions') return { ...route, ...part };
  return {
    ...route,
    user: userId ?? undefined,
    sort: sort === FIRST_QUERY.sort ? undefined : sort,
    desc: isDescending ? undefined : '0',
    ...part,
  };
}

/** Local midnight of a day, in ms; null for other texts. */
function startOf(day: string, daysLater = 0): number | null {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  return date === undefined ? null : new Date(Number(year), Number(month) - 1, Number(date) + daysLater).getTime();
}

export const isFinding = ({ words, from, to }: SessionFind): boolean => `${words}${from}${to}`.trim() !== '';

/** Sessions that have all words, and sounded between the two days, ends included. */
export function matcherOf({ words, from, to }: SessionFind): (session: ListeningSession) => boolean {
  const wanted = fold(words).split(/\s+/).filter(Boolean);
  const [begin, end] = [startOf(from) ?? -Infinity, startOf(to, 1) ?? Infinity];
  return (session) => {
    if (session.updatedAt < begin || session.startedAt >= end) return false;
    const { displayTitle, displayAuthor, deviceInfo } = session;
    const text = fold([displayTitle, displayAuthor, ...deviceParts(deviceInfo)].join(' '));
    return wanted.every((word) => text.includes(word));
  };
}

/** The query to use if the user is unknown or the page too high; null if the query is valid. */
export function queryInstead(query: SessionQuery, { listed, listeners }: SessionList): SessionQuery | null {
  if (query.userId !== null && !listeners.some(({ id }) => id === query.userId))
    return { ...query, page: 0, userId: null };
  return listed.numPages > 0 && query.page >= listed.numPages ? { ...query, page: listed.numPages - 1 } : null;
}

export interface Listener {
  readonly id: string;
  readonly username: string;
}

/** `listeners`: all users, or the one of the scope; empty for one's own list. */
export interface SessionList {
  readonly listed: ListeningSessionsPage;
  readonly open: readonly ListeningSession[];
  readonly shared: readonly ListeningSession[];
  readonly listeners: readonly Listener[];
}

export interface SessionRequest {
  readonly scope: SessionScope;
  readonly query: SessionQuery;
  /** If known, they are not requested again. */
  readonly listeners: readonly Listener[];
}

/** `page` from 0. Sort and `userId` apply to the scope `all` only. */
export interface SessionRange {
  readonly page: number;
  readonly itemsPerPage: number;
  readonly sort: SessionSort | 'createdAt';
  readonly isDescending: boolean;
  readonly userId: string | null;
}

/** @throws AppException */
export function readPage(
  api: Api,
  scope: SessionScope,
  { page, itemsPerPage, sort, isDescending, userId }: SessionRange,
  signal: AbortSignal,
): Promise<ListeningSessionsPage> {
  const range = { page, itemsPerPage };
  switch (scope.kind) {
    case 'own':
      return api.call(listMySessions, range, signal);
    case 'user':
      return api.call(listUserSessions, { id: scope.id, ...range }, signal);
    case 'all':
      return api.call(
        listSessions,
        { ...range, sort, desc: isDescending, ...(userId === null ? {} : { userId }) },
        signal,
      );
  }
}

/** Sessions of one request: a few large pages are less work for the server. */
export const LARGE_PAGE = 500;
/** Most sessions that are looked through. */
export const MOST_READ = 20_000;

/** A page of the sessions that match; all are looked through, as the server can't. */
async function readFound(
  api: Api,
  scope: SessionScope,
  query: SessionQuery,
  signal: AbortSignal,
): Promise<ListeningSessionsPage> {
  const matches = matcherOf(query);
  const found: ListeningSession[] = [];
  for (let page = 0, pages = 1; page < Math.min(pages, MOST_READ / LARGE_PAGE); page += 1) {
    const read = await readPage(api, scope, { ...query, page, itemsPerPage: LARGE_PAGE }, signal);
    found.push(...read.sessions.items.filter(matches));
    pages = read.numPages;
  }
  const itemsPerPage = Number(query.size);
  const first = query.page * itemsPerPage;
  return {
    total: found.length,
    numPages: Math.ceil(found.length / itemsPerPage),
    page: query.page,
    itemsPerPage,
    sessions: { items: found.slice(first, first + itemsPerPage), dropped: [] },
  };
}

export async function readSessions(
  api: Api,
  { scope, query, listeners }: SessionRequest,
  signal: AbortSignal,
): Promise<SessionList> {
  const page = isFinding(query)
    ? readFound(api, scope, query, signal)
    : readPage(api, scope, { ...query, itemsPerPage: Number(query.size) }, signal);
  if (scope.kind === 'own') return { listed: await page, open: [], shared: [], listeners: [] };
  if (scope.kind === 'user') {
    const [listed, known] = await Promise.all([
      page,
      listeners.length > 0 ? listeners : api.call(getUser, { id: scope.id }, signal).then((user) => [listenerOf(user)]),
    ]);
    return { listed, open: [], shared: [], listeners: known };
  }
  const [listed, { sessions, shareSessions }, known] = await Promise.all([
    page,
    api.call(listOpenSessions, undefined, signal),
    listeners.length > 0
      ? listeners
      : api.call(listUsers, undefined, signal).then(({ users }) => users.items.map(listenerOf)),
  ]);
  return { listed, open: sessions.items, shared: shareSessions?.items ?? [], listeners: known };
}

const listenerOf = ({ id, username }: Listener): Listener => ({ id, username });

export function sortedBy(query: SessionQuery, sort: SessionSort): SessionQuery {
  const isDescending = query.sort === sort ? !query.isDescending : sort !== 'displayTitle';
  return { ...query, page: 0, sort, isDescending };
}

/** Null if unknown or deleted. */
export function mediaOf({ libraryItemId, episodeId }: ListeningSession): MediaRef | null {
  return libraryItemId === null ? null : { libraryItemId, episodeId: episodeId || null };
}

export function listenerName({ user, userId }: ListeningSession, listeners: readonly Listener[]): string | null {
  return user?.username ?? listeners.find(({ id }) => id === userId)?.username ?? null;
}

/** By the server's number. */
export const METHODS = ['directPlay', 'directStream', 'transcode', 'local'] as const;
export type PlayMethod = (typeof METHODS)[number];
export const methodOf = ({ playMethod }: ListeningSession): PlayMethod | null =>
  playMethod === null ? null : (METHODS[playMethod] ?? null);

const joined = (...parts: readonly (string | number | null | undefined)[]): string =>
  parts.filter((part) => part !== null && part !== undefined && part !== '').join(' ');

export function deviceParts(device: DeviceInfo | null | undefined): readonly string[] {
  if (!device) return [];
  return [
    joined(device.clientName, device.clientVersion),
    joined(device.browserName, device.browserVersion),
    joined(device.osName, device.osVersion),
    joined(device.manufacturer, device.model),
    device.sdkVersion ? `SDK ${device.sdkVersion}` : '',
  ].filter((part) => part !== '');
}
