import type { PodcastOutline } from '../episodes/outline.logic.ts';
import type { EpisodeMark } from './feed-rows.logic.ts';

export interface FindEpisodesInput {
  readonly podcast: PodcastOutline;
  readonly feedUrl: string;
  /** What the library has of it. */
  readonly have: readonly EpisodeMark[];
}

/** How many episodes were put into the queue. */
export interface FindEpisodesOutput {
  readonly queued: number;
}
