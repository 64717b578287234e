import type { SeriesSequence } from '../../../schemas/api/library-item-expanded.ts';
import type { BookItemMinified } from '../../../schemas/api/library-item-minified.ts';

/** 2 before 10, 1.5 between 1 and 2, without a number last. */
export function bySequence(one: string | null | undefined, other: string | null | undefined): number {
  if (!one || !other) return Number(!one) - Number(!other);
  const difference = Number.parseFloat(one) - Number.parseFloat(other);
  return Number.isNaN(difference) || difference === 0 ? one.localeCompare(other, 'en', { numeric: true }) : difference;
}

export function bookAfter(
  books: readonly BookItemMinified[],
  { id, sequence }: SeriesSequence,
  isWanted: (book: BookItemMinified) => boolean,
): BookItemMinified | null {
  if (!sequence) return null;
  const placeOf = (book: BookItemMinified) =>
    book.media.metadata.series?.id === id ? book.media.metadata.series.sequence : null;
  const isNext = (book: BookItemMinified) => {
    const place = placeOf(book);
    return !!place && bySequence(sequence, place) < 0 && isWanted(book);
  };
  return books.filter(isNext).sort((one, other) => bySequence(placeOf(one), placeOf(other)))[0] ?? null;
}

export function nextInSeries(
  books: readonly BookItemMinified[],
  series: SeriesSequence,
  isFinished: (libraryItemId: string) => boolean,
): BookItemMinified | null {
  const isPlayable = ({ media, isMissing, isInvalid }: BookItemMinified) =>
    media.numTracks > 0 && !isMissing && !isInvalid;
  return bookAfter(books, series, (book) => isPlayable(book) && !isFinished(book.id));
}
