import type { PodcastEpisode } from '../../schemas/api/podcast-episode.ts';

export interface MatchEpisodesInput {
  readonly podcast: { readonly id: string; readonly title: string };
  readonly feedUrl: string;
  readonly episodes: readonly PodcastEpisode[];
}

export interface MatchEpisodesOutput {
  readonly updated: number;
}
