import type { BookItemExpanded, PodcastItemExpanded } from '../../schemas/api/library-item-expanded.ts';
import type {
  BookItemMinified,
  LibraryItemMinified,
  PodcastItemMinified,
} from '../../schemas/api/library-item-minified.ts';
import type { ReportedItem } from '../../schemas/api/library-item-reduced.ts';

// Common access to whole items (item page) and minified ones (lists).

export type ShownBook = BookItemExpanded | BookItemMinified;
export type PodcastOfEpisode = Pick<
  PodcastItemMinified,
  'id' | 'libraryId' | 'mediaType' | 'updatedAt' | 'isMissing' | 'isInvalid'
> & {
  readonly media: Pick<PodcastItemMinified['media'], 'coverPath' | 'metadata'> & { readonly numEpisodes: null };
};
export type ShownPodcast = PodcastItemExpanded | PodcastItemMinified | PodcastOfEpisode;
export type LinkedItem = LibraryItemMinified | PodcastOfEpisode;
export type ShownItem = ShownBook | ShownPodcast;

export const wholeBook = (book: ShownBook): BookItemExpanded | null => ('libraryFiles' in book ? book : null);
export const wholePodcast = (podcast: ShownPodcast): PodcastItemExpanded | null =>
  'libraryFiles' in podcast ? podcast : null;

export function trackCount({ media }: ShownBook): number {
  return 'tracks' in media ? media.tracks.items.length : media.numTracks;
}

export function episodeCount({ media }: ShownPodcast): number | null {
  return 'episodes' in media ? media.episodes.items.length : media.numEpisodes;
}

export function ebookFormatOf({ media }: ShownBook): string | null {
  return ('ebookFile' in media ? media.ebookFile?.ebookFormat : media.ebookFormat) ?? null;
}

/** Keeps what only the list has: collapsed series, episode of the shelf, number in the series. */
export function patchItem<Item extends LibraryItemMinified>(shown: Item, update: LibraryItemMinified): Item {
  if (shown.mediaType !== update.mediaType) return shown;
  // Lists keep no episode ids.
  const { episodeIds: _ids, ...report }: ReportedItem & { episodeIds?: unknown } = update;
  return {
    ...shown,
    ...report,
    media: { ...shown.media, ...update.media, metadata: { ...shown.media.metadata, ...update.media.metadata } },
  };
}

export type ItemUpdates = ReadonlyMap<string, LibraryItemMinified>;

/** Returns the same array if nothing changes. */
export function patchItems<Item extends LibraryItemMinified>(
  items: readonly Item[],
  updates: ItemUpdates,
): readonly Item[] {
  if (!items.some(({ id }) => updates.has(id))) return items;
  return items.map((item) => {
    const update = updates.get(item.id);
    return update ? patchItem(item, update) : item;
  });
}
