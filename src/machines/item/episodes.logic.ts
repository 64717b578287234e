import type { PodcastEpisodeExpanded } from '../../schemas/api/podcast-episode.ts';

/** Episodes as they are listed: the newest first, those without a date last. */
export function newestFirst(episodes: readonly PodcastEpisodeExpanded[]): readonly PodcastEpisodeExpanded[] {
  return episodes.toSorted((one, other) => (other.publishedAt ?? 0) - (one.publishedAt ?? 0));
}
