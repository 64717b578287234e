import { z } from '../../../schemas/zod.ts';
import type { Preferences } from '../../../schemas/preferences.ts';
import { parseFilter } from '../../../services/filter-value.ts';
import type { SeriesPageInput } from '../../../services/endpoints/library-lists.ts';
import { hasDirection } from '../bookshelf/query.logic.ts';
import { PAGE_SIZE } from '../../kit/windowed-list/window.logic.ts';

const seriesQuery = z.object({
  libraryId: z.string(),
  sort: z.string(),
  desc: z.boolean(),
  filter: z.nullable(z.string()),
  /** Number of reshuffles: each one gives another random order. */
  shuffle: z.optional(z.number()),
});

/** `filter` in the server's format; null for all. */
export type SeriesQuery = Readonly<z.output<typeof seriesQuery>>;

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

/** From the preferences of this device. `kept`: the query shown before. */
export function seriesQueryOf(
  libraryId: string,
  { seriesSortBy: sort, seriesSortDesc: desc, seriesFilterBy }: Preferences,
  kept: SeriesQuery | null = null,
): SeriesQuery {
  const filter = parseFilter(seriesFilterBy) === null ? null : seriesFilterBy;
  const shuffle = hasDirection(sort) ? undefined : kept?.shuffle;
  return { libraryId, sort, desc, filter, ...(shuffle === undefined ? {} : { shuffle }) };
}

export const isSeriesQuery = (query: unknown): query is SeriesQuery => z.safeParse(seriesQuery, query).success;

export function toSeriesInput(
  { libraryId, sort, desc, filter }: SeriesQuery,
  page: number,
  limit: number = PAGE_SIZE,
): SeriesPageInput {
  return { libraryId, limit, page, sort, desc, ...(filter === null ? {} : { filter }) };
}
