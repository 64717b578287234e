import type { AuthorDetail } from '../../schemas/api/author-detail.ts';
import type { LibraryItemMinified } from '../../schemas/api/library-item-minified.ts';

/** Whether a book is one of the author's, or names him among its authors, by its text: events carry no more. */
export function isBookOf(item: LibraryItemMinified, { name, libraryId, libraryItems }: AuthorDetail): boolean {
  if (libraryItems?.items.some(({ id }) => id === item.id)) return true;
  return item.libraryId === libraryId && item.mediaType === 'book' && item.media.metadata.authorName.includes(name);
}
