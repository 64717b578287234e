import type { PodcastEpisode } from '../../schemas/api/podcast-episode.ts';
import type { LatestEpisode } from '../../schemas/api/podcast-lists.ts';
import type { QueueItem } from '../../schemas/queue.ts';
import type { PodcastOfEpisode } from '../library/shown-item.logic.ts';
import type { PlayPreview } from '../player/player.protocol.ts';
import { keyOf } from '../progress/media-key.logic.ts';
import { episodeToQueue } from '../queue/queue-item.logic.ts';
import type { PickedItem } from '../selection/selection.protocol.ts';
import type { PodcastOutline } from './outline.logic.ts';

/** An episode as lists and its view know it; `duration` in seconds. */
export type Episode = PodcastEpisode & { readonly duration?: number | null | undefined };

/** The podcast of a latest episode. The server does not tell when its cover changed last. */
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

/** The same as its page shows it until it has read all. */
export function podcastOfLatest(episode: LatestEpisode): PodcastOfEpisode {
  const { id, libraryId, title, author, coverPath, updatedAt } = outlineOfLatest(episode);
  const metadata = { title, author, explicit: episode.podcast.metadata.explicit ?? false };
  const media = { coverPath, metadata, numEpisodes: null };
  return { id, libraryId, mediaType: 'podcast', updatedAt, isMissing: false, isInvalid: false, media };
}

/** Seconds; 0 when nothing is known of it. */
export const lengthOf = ({ duration, audioFile }: Episode): number => duration ?? audioFile?.duration ?? 0;

/** What the player bar shows of an episode until the server has answered. */
export function previewOf(podcast: PodcastOutline, episode: Episode): PlayPreview {
  return {
    title: episode.title,
    author: podcast.author,
    podcast: podcast.title,
    coverUpdatedAt: podcast.coverPath === null ? null : podcast.updatedAt,
    duration: lengthOf(episode),
  };
}

/** What the queue keeps of an episode. `dayText` writes the day of a moment (ms). */
export function toQueue(podcast: PodcastOutline, episode: Episode, dayText: (moment: number) => string): QueueItem {
  const { id, libraryId, updatedAt, coverPath, title } = podcast;
  const item = { id, libraryId, updatedAt, media: { coverPath, metadata: { title } } };
  return episodeToQueue(item, { ...episode, duration: lengthOf(episode) }, dayText);
}

/** What the selection keeps of an episode. */
export function pickedEpisode(
  podcast: PodcastOutline,
  episode: Episode,
  dayText: (moment: number) => string,
): PickedItem {
  const queued = toQueue(podcast, episode, dayText);
  const id = keyOf(queued);
  return { id, item: { ...queued, id, mediaType: 'podcast', hasTracks: true, folder: null, size: null } };
}
