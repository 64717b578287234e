import type { AuthorDetail } from '../../schemas/api/author-detail.ts';
import type { LibraryItemMinified } from '../../schemas/api/library-item-minified.ts';

/** By id, or by name in the text: events carry no author ids. */
export function isBookOf(item: LibraryItemMinified, { name, libraryId, libraryItems }: AuthorDetail): boolean {
  if (libraryItems?.items.some(({ id }) => id === item.id)) return true;
  return item.libraryId === libraryId && item.mediaType === 'book' && item.media.metadata.authorName.includes(name);
}
