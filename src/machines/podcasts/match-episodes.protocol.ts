import type { PodcastEpisode } from '../../schemas/api/podcast-episode.ts';

export interface MatchEpisodesInput {
  readonly podcast: { readonly id: string; readonly title: string };
  readonly feedUrl: string;
  /** What the library has of it. */
  readonly episodes: readonly PodcastEpisode[];
}

/** How many episodes were updated. */
export interface MatchEpisodesOutput {
  readonly updated: number;
}
