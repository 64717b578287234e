import type { LibraryItemExpanded } from '../../schemas/api/library-item-expanded.ts';

export const countOfTracks = (item: LibraryItemExpanded): number =>
  item.mediaType === 'book' ? item.media.tracks.items.length : 0;
