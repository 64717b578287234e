import type { LibraryItemMinified } from '../../schemas/api/library-item-minified.ts';
import type { Shelf } from '../../schemas/api/shelf.ts';
import { keyOf } from '../progress/media-key.logic.ts';
import type { ProgressCommand } from '../progress/progress.protocol.ts';
import { CONTINUE_SHELVES, episodeOf } from './continue-item.logic.ts';
import { changeLists, itemsOf } from './shelves.logic.ts';

export interface Removal {
  readonly shelfId: string;
  readonly item: LibraryItemMinified;
  readonly id: string;
  readonly command: Extract<ProgressCommand, { type: 'progress.hide' | 'progress.hideSeries' }>;
}

export function removalOf(
  shelves: readonly Shelf[],
  { shelfId, item }: Pick<Removal, 'shelfId' | 'item'>,
): Removal | null {
  if (!shelves.some((shelf) => shelf.id === shelfId && itemsOf(shelf).some((shown) => isSame(shown, item))))
    return null;
  const episodeId = episodeOf(item);
  if (CONTINUE_SHELVES.includes(shelfId)) {
    const episode = item.mediaType === 'podcast' ? item.recentEpisode : undefined;
    const title = episode?.title ?? item.media.metadata.title;
    const media = { libraryItemId: item.id, episodeId };
    return { shelfId, item, id: keyOf(media), command: { type: 'progress.hide', ...media, title } };
  }
  const series = shelfId === 'continue-series' && item.mediaType === 'book' ? item.media.metadata.series : undefined;
  return series
    ? {
        shelfId,
        item,
        id: series.id,
        command: { type: 'progress.hideSeries', seriesId: series.id, title: series.name },
      }
    : null;
}

function isSame(one: LibraryItemMinified, other: LibraryItemMinified): boolean {
  return one.id === other.id && episodeOf(one) === episodeOf(other);
}

export function withoutRemoved(shelves: readonly Shelf[], removals: readonly Removal[]): readonly Shelf[] {
  if (removals.length === 0) return shelves;
  return changeLists(shelves, (shelf) => {
    const own = removals.filter(({ shelfId }) => shelfId === shelf.id);
    if (own.length === 0) return null;
    return (entities) =>
      entities.filter((entity) => !own.some(({ item }) => 'mediaType' in entity && isSame(entity, item)));
  });
}
