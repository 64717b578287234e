import type { LibraryItemExpanded } from '../../schemas/api/library-item-expanded.ts';

/** How many audio files an item has. */
export const countOfTracks = (item: LibraryItemExpanded): number =>
  item.mediaType === 'book' ? item.media.tracks.items.length : 0;
