import type { EpisodeId } from './episode-form.logic.ts';

/** An episode as a list names it. */
export interface ListedEpisode extends EpisodeId {
  readonly title: string;
}

export interface EditEpisodeInput extends ListedEpisode {
  /** The table that it was opened from, in its order: one can step through it (EDT-026). Empty where there is none. */
  readonly list: readonly ListedEpisode[];
}

/** It says what it did by itself; the pages hear of changes from the server. */
export type EditEpisodeOutput = 'closed';
