import type { MediaType } from '../../../schemas/api/common.ts';
import type { Preferences } from '../../../schemas/preferences.ts';
import { z } from '../../../schemas/zod.ts';
import type { ItemsPageInput } from '../../../services/endpoints/libraries.ts';
import { type Filter, formatFilter, parseFilter } from '../../../services/filter-value.ts';
import type { Route } from '../../kit/router/routes.ts';
import { PAGE_SIZE } from '../../kit/windowed-list/window.logic.ts';

export interface ShelfQuery {
  readonly libraryId: string;
  readonly sort: string;
  readonly desc: boolean;
  /** In the server's format (`genres.U2NpLUZp`); null: none. */
  readonly filter: string | null;
  readonly collapseSeries: boolean;
  /** Counts repeated choices of random order: each loads a new order. */
  readonly shuffle?: number | undefined;
}

export type BookshelfRoute = Extract<Route, { name: 'bookshelf' }>;

/** Filter and order from the URL, else the device. `kept`, of this history entry, wins over a filter chosen since. */
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

function readable(filter: string | null): string | null {
  return filter !== null && parseFilter(filter) !== null ? filter : null;
}

/** Series in such a list have their own collapse setting. */
export const isOfSeries = (filter: string | null): boolean => filter?.startsWith('series.') ?? false;

export function isSameQuery(one: ShelfQuery, other: ShelfQuery): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The call for one page. `src/boot.js` builds the same URL for the first one. */
export function toItemsInput(
  { libraryId, sort, desc, filter, collapseSeries }: ShelfQuery,
  page: number,
  limit: number = PAGE_SIZE,
): ItemsPageInput {
  return { libraryId, limit, page, sort, desc, collapseSeries, ...(filter === null ? {} : { filter }) };
}

/** Sort keys that begin descending. */
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

export function toggleSort(current: Pick<ShelfQuery, 'sort' | 'desc'>, key: string): Pick<ShelfQuery, 'sort' | 'desc'> {
  if (!hasDirection(key)) return { sort: key, desc: false };
  return { sort: key, desc: current.sort === key ? !current.desc : NEWEST_FIRST.includes(key) };
}

export function shuffleAgain(query: ShelfQuery): ShelfQuery {
  return { ...query, shuffle: (query.shuffle ?? 0) + 1 };
}

/** Random order has no direction. */
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

/** Sort keys; `sequence` only within one series, `progress` only among started books. */
export function sortsOf(mediaType: MediaType, filter: string | null): readonly SortKey[] {
  if (mediaType === 'podcast') return PODCAST_SORTS;
  if (filter?.startsWith('progress.')) return ['progress', ...BOOK_SORTS];
  return filter?.startsWith('series.') ? ['sequence', ...BOOK_SORTS] : BOOK_SORTS;
}

/** The order to use if the new filter lacks the current one; null to keep it. */
export function orderFor(
  { sort }: Pick<ShelfQuery, 'sort'>,
  filter: string | null,
): Pick<ShelfQuery, 'sort' | 'desc'> | null {
  const group = sort === 'progress' ? 'progress.' : sort === 'sequence' ? 'series.' : '';
  return (filter ?? '').startsWith(group) ? null : { sort: 'media.metadata.title', desc: false };
}

export function filterOf({ filter }: Pick<ShelfQuery, 'filter'>): Filter | null {
  return filter === null ? null : parseFilter(filter);
}

export const toFilterText = (filter: Filter): string => formatFilter(filter);

const shelfQuery = z.object({
  libraryId: z.string(),
  sort: z.string(),
  desc: z.boolean(),
  filter: z.nullable(z.string()),
  collapseSeries: z.boolean(),
});

export const isShelfQuery = (query: unknown): query is ShelfQuery => z.safeParse(shelfQuery, query).success;
