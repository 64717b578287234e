import type { MediaType } from '../../schemas/api/common.ts';
import type { Preferences } from '../../schemas/preferences.ts';
import type { Filter } from '../../services/filter-value.ts';
import { parseFilter } from '../../services/filter-value.ts';
import type { ItemsPageInput } from '../../services/endpoints/libraries.ts';
import type { Route } from '../router/routes.ts';
import { PAGE_SIZE } from './window.logic.ts';

/** What a shelf shows, and in which order. */
export interface ShelfQuery {
  readonly libraryId: string;
  readonly sort: string;
  readonly desc: boolean;
  /** As the server takes it (`genres.U2NpLUZp`); null for everything. */
  readonly filter: string | null;
  readonly collapseSeries: boolean;
}

export type BookshelfRoute = Extract<Route, { name: 'bookshelf' }>;

/**
 * The address says what is filtered, and may say the order; the rest is as the user likes it on this device.
 * @param kept the query with which this history entry was left: a filter chosen since then elsewhere is not its own
 */
export function queryOf(route: BookshelfRoute, preferences: Preferences, kept: ShelfQuery | null = null): ShelfQuery {
  const filter = readable(route.filter ?? (kept ? kept.filter : preferences.filterBy));
  return {
    libraryId: route.libraryId,
    sort: route.sort ?? preferences.orderBy,
    desc: route.sort === undefined ? preferences.orderDesc : route.desc === '1',
    filter,
    collapseSeries: preferences.collapseSeries && !(filter ?? '').startsWith('series.'),
  };
}

/** A filter that says something; null for `all` and for what cannot be read. */
function readable(filter: string | null): string | null {
  return filter !== null && parseFilter(filter) !== null ? filter : null;
}

/** Whether both ask the server the same. */
export function isSameQuery(one: ShelfQuery, other: ShelfQuery): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The call for one page. `src/boot.js` makes the same address for the first one. */
export function toItemsInput({ libraryId, sort, desc, filter, collapseSeries }: ShelfQuery, page: number): ItemsPageInput {
  return { libraryId, limit: PAGE_SIZE, page, sort, desc, collapseSeries, ...(filter === null ? {} : { filter }) };
}

/** What a press on a sort key asks for: the same key turns the direction round (areas 28.1). */
export function pressSort(current: Pick<ShelfQuery, 'sort' | 'desc'>, key: string): Pick<ShelfQuery, 'sort' | 'desc'> {
  return current.sort === key ? { sort: key, desc: !current.desc } : { sort: key, desc: false };
}

const BOOK_SORTS = [
  'media.metadata.title', 'media.metadata.authorName', 'media.metadata.authorNameLF', 'media.metadata.publishedYear', 'addedAt',
  'size', 'media.duration', 'birthtimeMs', 'mtimeMs', 'random',
] as const;
const PODCAST_SORTS = [
  'media.metadata.title', 'media.metadata.author', 'addedAt', 'size', 'media.numTracks', 'birthtimeMs', 'mtimeMs', 'random',
] as const;

export type SortKey = (typeof BOOK_SORTS)[number] | (typeof PODCAST_SORTS)[number] | 'sequence' | 'progress';

/** The orders that a library knows (areas 28.1); `sequence` only among the books of one series, `progress` only among begun books. */
export function sortsOf(mediaType: MediaType, filter: string | null): readonly SortKey[] {
  if (mediaType === 'podcast') return PODCAST_SORTS;
  if (filter?.startsWith('progress.')) return ['progress', ...BOOK_SORTS];
  return filter?.startsWith('series.') ? ['sequence', ...BOOK_SORTS] : BOOK_SORTS;
}

/** The filter of a query taken apart; null for none. */
export function filterOf({ filter }: Pick<ShelfQuery, 'filter'>): Filter | null {
  return filter === null ? null : parseFilter(filter);
}
