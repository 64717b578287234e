import type { PodcastOutline } from '../episodes/outline.logic.ts';
import type { EpisodeMark } from './feed-rows.logic.ts';

export interface FindEpisodesInput {
  readonly podcast: PodcastOutline;
  readonly feedUrl: string;
  readonly have: readonly EpisodeMark[];
}

export interface FindEpisodesOutput {
  readonly queued: number;
}
