import type { Episode } from './episode.logic.ts';
import type { PodcastOutline } from './outline.logic.ts';

export interface EpisodeViewInput {
  readonly podcast: PodcastOutline;
  readonly episodeId: string;
  /** What the opener knows of it: shown at once. Null: it is fetched first. */
  readonly known: Episode | null;
}

/** A person closed it. */
export type EpisodeViewOutput = 'dismissed';
