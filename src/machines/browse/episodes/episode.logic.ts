import type { PodcastItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import type { PodcastEpisode } from '../../../schemas/api/podcast-episode.ts';
import type { LatestEpisode } from '../../../schemas/api/podcast-lists.ts';
import type { QueueItem } from '../../../schemas/queue.ts';
import type { PodcastOfEpisode } from '../../kit/shown-item.logic.ts';
import type { PlayPreview } from '../../playback/player/player.protocol.ts';
import { keyOf } from '../../kit/media.logic.ts';
import { episodeToQueue } from '../../playback/queue/queue-item.logic.ts';
import type { PickedItem } from '../selection/selection.protocol.ts';

/** `duration` in seconds. */
export type Episode = PodcastEpisode & { readonly duration?: number | null | undefined };

/** The server does not report when the cover of this podcast changed. */
export function outlineOfLatest({ libraryItemId, libraryId, podcast, addedAt }: LatestEpisode): PodcastOutline {
  const { title, author } = podcast.metadata;
  return {
    id: libraryItemId,
    libraryId,
    title,
    author: author ?? '',
    coverPath: podcast.coverPath,
    updatedAt: addedAt,
  };
}

export function podcastOfLatest(episode: LatestEpisode): PodcastOfEpisode {
  const { id, libraryId, title, author, coverPath, updatedAt } = outlineOfLatest(episode);
  const metadata = { title, author, explicit: episode.podcast.metadata.explicit ?? false };
  const media = { coverPath, metadata, numEpisodes: null };
  return { id, libraryId, mediaType: 'podcast', updatedAt, isMissing: false, isInvalid: false, media };
}

/** Seconds; 0 when unknown. */
export const lengthOf = ({ duration, audioFile }: Episode): number => duration ?? audioFile?.duration ?? 0;

export function previewOf(podcast: PodcastOutline, episode: Episode): PlayPreview {
  return {
    title: episode.title,
    author: podcast.author,
    podcast: podcast.title,
    coverUpdatedAt: podcast.coverPath === null ? null : podcast.updatedAt,
    duration: lengthOf(episode),
  };
}

/** `dayText` formats a day from ms. */
export function toQueue(podcast: PodcastOutline, episode: Episode, dayText: (moment: number) => string): QueueItem {
  const { id, libraryId, updatedAt, coverPath, title } = podcast;
  const item = { id, libraryId, updatedAt, media: { coverPath, metadata: { title } } };
  return episodeToQueue(item, { ...episode, duration: lengthOf(episode) }, dayText);
}

export function pickedEpisode(
  podcast: PodcastOutline,
  episode: Episode,
  dayText: (moment: number) => string,
): PickedItem {
  const queued = toQueue(podcast, episode, dayText);
  const id = keyOf(queued);
  return { id, item: { ...queued, id, mediaType: 'podcast', hasTracks: true, folder: null, size: null } };
}

export interface PodcastOutline {
  /** Id of the library item. */
  readonly id: string;
  readonly libraryId: string;
  readonly title: string;
  readonly author: string;
  readonly coverPath: string | null;
  /** ms since 1970; changes with the cover. */
  readonly updatedAt: number;
}

const outlines = new WeakMap<PodcastItemExpanded, PodcastOutline>();

/** Stable reference for the same item. */
export function outlineOf(item: PodcastItemExpanded): PodcastOutline {
  const known = outlines.get(item);
  if (known) return known;
  const { id, libraryId, updatedAt, media } = item;
  const { title, author } = media.metadata;
  const outline = { id, libraryId, title, author: author ?? '', coverPath: media.coverPath, updatedAt };
  outlines.set(item, outline);
  return outline;
}
