import type { LibraryItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import type { BookItemMinified, LibraryItemMinified } from '../../../schemas/api/library-item-minified.ts';
import type { QueueItem } from '../../../schemas/queue.ts';

type DayText = (moment: number) => string;

interface Episode {
  readonly id: string;
  readonly title: string;
  readonly publishedAt?: number | null | undefined;
  /** Seconds. */
  readonly duration: number;
}

export function bookToQueue(item: Book): QueueItem {
  const { title, authorName, seriesName } = item.media.metadata;
  const { duration } = item.media;
  return { ...aboutOf(item), episodeId: null, title, subtitle: authorName, caption: seriesName, duration };
}

export function cardToQueue(item: LibraryItemMinified, dayText: DayText): QueueItem | null {
  if (item.mediaType === 'book') return bookToQueue(item);
  const episode = item.recentEpisode;
  return episode ? episodeToQueue(item, { ...episode, duration: episode.audioFile?.duration ?? 0 }, dayText) : null;
}

export function pageToQueue(item: LibraryItemExpanded, episodeId: string | null, dayText: DayText): QueueItem | null {
  if (item.mediaType === 'book') return bookToQueue(item);
  const episode = item.media.episodes.items.find(({ id }) => id === episodeId);
  return episode ? episodeToQueue(item, { ...episode, duration: episode.duration ?? 0 }, dayText) : null;
}

type Item = Pick<LibraryItemMinified, 'id' | 'libraryId' | 'updatedAt'> & {
  readonly media: { readonly coverPath: string | null };
};
type Book = Item & {
  readonly media: Pick<BookItemMinified['media'], 'duration'> & {
    readonly metadata: Pick<BookItemMinified['media']['metadata'], 'title' | 'authorName' | 'seriesName'>;
  };
};
type Podcast = Item & { readonly media: { readonly metadata: { readonly title: string } } };

function aboutOf({ id, libraryId, updatedAt, media }: Item) {
  return { libraryItemId: id, libraryId, updatedAt, coverPath: media.coverPath };
}

export function episodeToQueue(item: Podcast, episode: Episode, dayText: DayText): QueueItem {
  const { id, title, publishedAt, duration } = episode;
  const caption = publishedAt ? dayText(publishedAt) : '';
  return { ...aboutOf(item), episodeId: id, title, subtitle: item.media.metadata.title, caption, duration };
}
