import type { BookItemMinified, LibraryItemMinified } from '../../../schemas/api/library-item-minified.ts';
import type { PlayTarget } from '../../playback/player/player.protocol.ts';
import { slotAt, type Pages } from '../../kit/windowed-list/window.logic.ts';

/** `isKnown`: false if the book may be beyond the loaded pages. */
export interface NextBook {
  readonly book: BookItemMinified | null;
  readonly isKnown: boolean;
}

/** The first unfinished book; the first of all if every one is finished. */
export function nextBook(
  books: readonly LibraryItemMinified[],
  isFinished: (libraryItemId: string) => boolean,
): BookItemMinified | null {
  const playable = books.filter(isPlayable);
  return playable.find(({ id }) => !isFinished(id)) ?? playable[0] ?? null;
}

/** The next book of a partly loaded list. Of a collapsed series, only the first book is loaded. */
export function nextOfPages(
  pages: Pages<LibraryItemMinified>,
  total: number,
  isFinished: (libraryItemId: string) => boolean,
): NextBook {
  const books: LibraryItemMinified[] = [];
  for (let index = 0; index < total; index += 1) {
    const slot = slotAt(pages, index);
    if (slot === undefined) return { book: null, isKnown: false };
    if (slot && isPlayable(slot) && !isFinished(slot.id)) return { book: slot, isKnown: true };
    if (slot?.mediaType === 'book' && slot.collapsedSeries?.libraryItemIds.some((id) => !isFinished(id)))
      return { book: null, isKnown: false };
    if (slot) books.push(slot);
  }
  return { book: nextBook(books, isFinished), isKnown: true };
}

function isPlayable(item: LibraryItemMinified): item is BookItemMinified {
  return item.mediaType === 'book' && item.media.numTracks > 0 && !item.isMissing && !item.isInvalid;
}

export function targetOf({ id, media, updatedAt }: BookItemMinified): PlayTarget {
  const { title, authorName } = media.metadata;
  const coverUpdatedAt = media.coverPath === null ? null : updatedAt;
  return { libraryItemId: id, preview: { title, author: authorName, coverUpdatedAt, duration: media.duration } };
}

export function isInSeries(item: LibraryItemMinified, libraryId: string): boolean {
  return item.libraryId === libraryId && item.mediaType === 'book' && item.media.metadata.seriesName !== '';
}

/** Compares text ('Greek #1, Short'): events carry no series ids. */
export function namesSeries(item: LibraryItemMinified, name: string): boolean {
  return item.mediaType === 'book' && item.media.metadata.seriesName.includes(name);
}
