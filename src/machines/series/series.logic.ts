import type { BookItemMinified, LibraryItemMinified } from '../../schemas/api/library-item-minified.ts';
import type { PlayTarget } from '../player/player.protocol.ts';
import { slotAt, type Pages } from '../windowed-list/window.logic.ts';

/** Which book of a series plays next. `isKnown` is false while that stands beyond what is loaded. */
export interface NextBook {
  readonly book: BookItemMinified | null;
  readonly isKnown: boolean;
}

/** The first book in order that is not finished; the first one of all when the whole series is (SER-002). */
export function nextBook(
  books: readonly LibraryItemMinified[],
  isFinished: (libraryItemId: string) => boolean,
): BookItemMinified | null {
  const playable = books.filter(isPlayable);
  return playable.find(({ id }) => !isFinished(id)) ?? playable[0] ?? null;
}

/**
 * The same of a list, as far as it is loaded from its start. Of a collapsed series only the first book is known: the
 * others matter once that one is finished.
 */
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

/** What the player is told of a book of a list. */
export function targetOf({ id, media, updatedAt }: BookItemMinified): PlayTarget {
  const { title, authorName } = media.metadata;
  const coverUpdatedAt = media.coverPath === null ? null : updatedAt;
  return { libraryItemId: id, preview: { title, author: authorName, coverUpdatedAt, duration: media.duration } };
}

/** Whether it is a book of this library that names a series. */
export function isInSeries(item: LibraryItemMinified, libraryId: string): boolean {
  return item.libraryId === libraryId && item.mediaType === 'book' && item.media.metadata.seriesName !== '';
}

/** Whether a book names this series among its own ('Greek #1, Short'), by its text: events carry no more. */
export function namesSeries(item: LibraryItemMinified, name: string): boolean {
  return item.mediaType === 'book' && item.media.metadata.seriesName.includes(name);
}
