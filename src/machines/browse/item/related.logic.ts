import type { LibraryItemExpanded, SeriesSequence } from '../../../schemas/api/library-item-expanded.ts';
import type { BookItemMinified, LibraryItemMinified } from '../../../schemas/api/library-item-minified.ts';
import { bookAfter } from '../../playback/queue/next-in-series.logic.ts';
import type { Route } from '../../kit/router/routes.ts';

export const MOST_BY_AUTHOR = 10;
const MOST_SERIES = 4;

export interface RelatedRequest {
  readonly libraryId: string;
  readonly itemId: string;
  /** Series in which the book has a number. */
  readonly series: readonly SeriesSequence[];
  readonly author: { readonly id: string; readonly name: string } | null;
}

export interface RelatedRow {
  readonly kind: 'series' | 'author';
  readonly name: string;
  readonly to: Route;
  readonly books: readonly BookItemMinified[];
}

export function relatedRequest(item: LibraryItemExpanded): RelatedRequest {
  const { id: itemId, libraryId } = item;
  if (item.mediaType === 'podcast') return { libraryId, itemId, series: [], author: null };
  const { series, authors } = item.media.metadata;
  const [author = null] = authors;
  return {
    libraryId,
    itemId,
    series: series.filter(({ sequence }) => !!sequence).slice(0, MOST_SERIES),
    author: author && { id: author.id, name: author.name },
  };
}

export const isSameRequest = (one: RelatedRequest, other: RelatedRequest): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The next book of a series. `books`: the whole series. */
export function nextRow(series: SeriesSequence, libraryId: string, books: readonly BookItemMinified[]): RelatedRow {
  const next = bookAfter(books, series, () => true);
  const to = { name: 'series', libraryId, seriesId: series.id } as const;
  return { kind: 'series', name: series.name, to, books: next ? [next] : [] };
}

export const authorRow = (
  { id, name }: { readonly id: string; readonly name: string },
  books: readonly BookItemMinified[],
): RelatedRow => ({ kind: 'author', name, to: { name: 'author', id }, books });

/** At most ten books per row, no empty rows. Each book stands in one row, this item in none. */
export function withoutRepeats(rows: readonly RelatedRow[], itemId: string): readonly RelatedRow[] {
  const seen = new Set([itemId]);
  return rows
    .map((row) => {
      const books = row.books.filter(({ id }) => !seen.has(id)).slice(0, MOST_BY_AUTHOR);
      for (const { id } of books) seen.add(id);
      return { ...row, books };
    })
    .filter(({ books }) => books.length > 0);
}

export const isShown = (id: string, rows: readonly RelatedRow[]): boolean =>
  rows.some(({ books }) => books.some((book) => book.id === id));

/** Whether a changed item may change a row: it is in one, or shares a series or the author. */
export function mayConcern(
  item: LibraryItemMinified,
  { libraryId, series, author }: RelatedRequest,
  rows: readonly RelatedRow[],
): boolean {
  if (isShown(item.id, rows)) return true;
  if (item.libraryId !== libraryId || item.mediaType !== 'book') return false;
  const { seriesName, authorName } = item.media.metadata;
  return series.some(({ name }) => seriesName.includes(name)) || (author !== null && authorName.includes(author.name));
}
