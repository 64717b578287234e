import type { Episode } from './episode.logic.ts';
import type { PodcastOutline } from './outline.logic.ts';

export interface EpisodeViewInput {
  readonly podcast: PodcastOutline;
  readonly episodeId: string;
  readonly known: Episode | null;
}

export type EpisodeViewOutput = 'dismissed';
