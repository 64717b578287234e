import type { BookItemExpanded, PodcastItemExpanded } from '../../schemas/api/library-item-expanded.ts';
import type {
  BookItemMinified,
  LibraryItemMinified,
  PodcastItemMinified,
} from '../../schemas/api/library-item-minified.ts';

// An item is shown whole on its page, and as a list has it before that: what both have alike is read here.

/** A book as a page shows it: whole, or as a list has it. */
export type ShownBook = BookItemExpanded | BookItemMinified;
/** The podcast of an episode in a list. */
export type PodcastOfEpisode = Pick<
  PodcastItemMinified,
  'id' | 'libraryId' | 'mediaType' | 'updatedAt' | 'isMissing' | 'isInvalid'
> & {
  readonly media: Pick<PodcastItemMinified['media'], 'coverPath' | 'metadata'> & { readonly numEpisodes: null };
};
/** The same of a podcast. */
export type ShownPodcast = PodcastItemExpanded | PodcastItemMinified | PodcastOfEpisode;
/** What a link knows of the item that it leads to. */
export type LinkedItem = LibraryItemMinified | PodcastOfEpisode;
export type ShownItem = ShownBook | ShownPodcast;

/** The whole book; null while only what a list has is known. */
export const wholeBook = (book: ShownBook): BookItemExpanded | null => ('libraryFiles' in book ? book : null);
/** The same of a podcast. */
export const wholePodcast = (podcast: ShownPodcast): PodcastItemExpanded | null =>
  'libraryFiles' in podcast ? podcast : null;

/** How many audio tracks a book has. */
export function trackCount({ media }: ShownBook): number {
  return 'tracks' in media ? media.tracks.items.length : media.numTracks;
}

/** How many episodes a podcast has; null while that is not known. */
export function episodeCount({ media }: ShownPodcast): number | null {
  return 'episodes' in media ? media.episodes.items.length : media.numEpisodes;
}

/** Format of the main ebook of a book; null: it has none. */
export function ebookFormatOf({ media }: ShownBook): string | null {
  return ('ebookFile' in media ? media.ebookFile?.ebookFormat : media.ebookFormat) ?? null;
}
