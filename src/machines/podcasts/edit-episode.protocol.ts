import type { EpisodeId } from './episode-form.logic.ts';

export interface ListedEpisode extends EpisodeId {
  readonly title: string;
}

export interface EditEpisodeInput extends ListedEpisode {
  /** The table that it was opened from, for previous and next; may be empty. */
  readonly list: readonly ListedEpisode[];
}

export type EditEpisodeOutput = 'closed';
