import { z } from '../../schemas/zod.ts';
import type { Preferences } from '../../schemas/preferences.ts';
import { parseFilter } from '../../services/filter-value.ts';
import type { SeriesPageInput } from '../../services/endpoints/library-lists.ts';
import { hasDirection } from '../bookshelf/query.logic.ts';
import { PAGE_SIZE } from '../windowed-list/window.logic.ts';

const seriesQuery = z.object({
  libraryId: z.string(),
  sort: z.string(),
  desc: z.boolean(),
  filter: z.nullable(z.string()),
  /** How often random order was chosen again: each time is another order. */
  shuffle: z.optional(z.number()),
});

/** Which series of a library are shown, and in which order. `filter` as the server takes it; null for all. */
export type SeriesQuery = Readonly<z.output<typeof seriesQuery>>;

/** The orders that a list of series knows. */
export const SERIES_SORTS = [
  'name',
  'numBooks',
  'addedAt',
  'lastBookAdded',
  'lastBookUpdated',
  'totalDuration',
  'random',
] as const;
export type SeriesSort = (typeof SERIES_SORTS)[number];

/** What the user likes on this device (STO-011 to STO-013). `kept`: the query that was shown before. */
export function seriesQueryOf(
  libraryId: string,
  { seriesSortBy: sort, seriesSortDesc: desc, seriesFilterBy }: Preferences,
  kept: SeriesQuery | null = null,
): SeriesQuery {
  const filter = parseFilter(seriesFilterBy) === null ? null : seriesFilterBy;
  const shuffle = hasDirection(sort) ? undefined : kept?.shuffle;
  return { libraryId, sort, desc, filter, ...(shuffle === undefined ? {} : { shuffle }) };
}

/** Whether a stored value says which series are shown. */
export const isSeriesQuery = (query: unknown): query is SeriesQuery => z.safeParse(seriesQuery, query).success;

/** The call for one page. */
export function toSeriesInput(
  { libraryId, sort, desc, filter }: SeriesQuery,
  page: number,
  limit: number = PAGE_SIZE,
): SeriesPageInput {
  return { libraryId, limit, page, sort, desc, ...(filter === null ? {} : { filter }) };
}
