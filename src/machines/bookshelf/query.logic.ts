import type { MediaType } from '../../schemas/api/common.ts';
import type { Preferences } from '../../schemas/preferences.ts';
import type { Filter } from '../../services/filter-value.ts';
import { formatFilter, parseFilter } from '../../services/filter-value.ts';
import type { ItemsPageInput } from '../../services/endpoints/libraries.ts';
import type { Route } from '../router/routes.ts';
import { PAGE_SIZE } from '../windowed-list/window.logic.ts';

/** What a shelf shows, and in which order. */
export interface ShelfQuery {
  readonly libraryId: string;
  readonly sort: string;
  readonly desc: boolean;
  /** As the server takes it (`genres.U2NpLUZp`); null for everything. */
  readonly filter: string | null;
  readonly collapseSeries: boolean;
  /** How often random order was chosen again: each time is another order. */
  readonly shuffle?: number | undefined;
}

export type BookshelfRoute = Extract<Route, { name: 'bookshelf' }>;

/**
 * The address says what is filtered, and may say the order; the rest is as the user likes it on this device.
 * @param kept the query with which this history entry was left: a filter chosen since then elsewhere is not its own
 */
export function queryOf(route: BookshelfRoute, preferences: Preferences, kept: ShelfQuery | null = null): ShelfQuery {
  const filter = readable(route.filter ?? (kept ? kept.filter : preferences.filterBy));
  const liked = { sort: preferences.orderBy, desc: preferences.orderDesc };
  const { sort, desc } =
    route.sort === undefined ? (orderFor(liked, filter) ?? liked) : { sort: route.sort, desc: route.desc === '1' };
  return {
    libraryId: route.libraryId,
    sort,
    desc,
    filter,
    collapseSeries: isOfSeries(filter) ? preferences.collapseBookSeries : preferences.collapseSeries,
    ...(hasDirection(sort) || kept?.shuffle === undefined ? {} : { shuffle: kept.shuffle }),
  };
}

/** A filter that says something; null for `all` and for what cannot be read. */
function readable(filter: string | null): string | null {
  return filter !== null && parseFilter(filter) !== null ? filter : null;
}

/** Whether a filter leaves one series: others that its books belong to are collapsed by a setting of their own. */
export const isOfSeries = (filter: string | null): boolean => filter?.startsWith('series.') ?? false;

/** Whether both ask the server the same. */
export function isSameQuery(one: ShelfQuery, other: ShelfQuery): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The call for one page. `src/boot.js` makes the same address for the first one. */
export function toItemsInput(
  { libraryId, sort, desc, filter, collapseSeries }: ShelfQuery,
  page: number,
  limit: number = PAGE_SIZE,
): ItemsPageInput {
  return { libraryId, limit, page, sort, desc, collapseSeries, ...(filter === null ? {} : { filter }) };
}

/** Orders that begin with the newest. */
const NEWEST_FIRST: readonly string[] = [
  'media.metadata.publishedYear',
  'addedAt',
  'birthtimeMs',
  'mtimeMs',
  'progress',
  'updatedAt',
  'lastBookAdded',
  'lastBookUpdated',
];

/** The query after a press on a sort key: the same key reverses the direction, where it has one. */
export function toggleSort(current: Pick<ShelfQuery, 'sort' | 'desc'>, key: string): Pick<ShelfQuery, 'sort' | 'desc'> {
  if (!hasDirection(key)) return { sort: key, desc: false };
  return { sort: key, desc: current.sort === key ? !current.desc : NEWEST_FIRST.includes(key) };
}

/** The same query in another random order. */
export function shuffleAgain(query: ShelfQuery): ShelfQuery {
  return { ...query, shuffle: (query.shuffle ?? 0) + 1 };
}

/** Whether an order can be turned round. */
export function hasDirection(key: string): boolean {
  return key !== 'random';
}

const BOOK_SORTS = [
  'media.metadata.title',
  'media.metadata.authorName',
  'media.metadata.authorNameLF',
  'media.metadata.publishedYear',
  'addedAt',
  'size',
  'media.duration',
  'birthtimeMs',
  'mtimeMs',
  'random',
] as const;
const PODCAST_SORTS = [
  'media.metadata.title',
  'media.metadata.author',
  'addedAt',
  'size',
  'media.numTracks',
  'birthtimeMs',
  'mtimeMs',
  'random',
] as const;

export type SortKey = (typeof BOOK_SORTS)[number] | (typeof PODCAST_SORTS)[number] | 'sequence' | 'progress';

/**
 * The orders that a library knows; `sequence` only among the books of one series, `progress` only among begun books.
 */
export function sortsOf(mediaType: MediaType, filter: string | null): readonly SortKey[] {
  if (mediaType === 'podcast') return PODCAST_SORTS;
  if (filter?.startsWith('progress.')) return ['progress', ...BOOK_SORTS];
  return filter?.startsWith('series.') ? ['sequence', ...BOOK_SORTS] : BOOK_SORTS;
}

/** The order to fall back to under another filter, which does not know the present one; null when that can stay. */
export function orderFor(
  { sort }: Pick<ShelfQuery, 'sort'>,
  filter: string | null,
): Pick<ShelfQuery, 'sort' | 'desc'> | null {
  const group = sort === 'progress' ? 'progress.' : sort === 'sequence' ? 'series.' : '';
  return (filter ?? '').startsWith(group) ? null : { sort: 'media.metadata.title', desc: false };
}

/** The filter of a query taken apart; null for none. */
export function filterOf({ filter }: Pick<ShelfQuery, 'filter'>): Filter | null {
  return filter === null ? null : parseFilter(filter);
}

/** A filter as the server takes it. */
export const toFilterText = (filter: Filter): string => formatFilter(filter);
