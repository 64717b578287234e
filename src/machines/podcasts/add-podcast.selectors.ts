import type { SnapshotFrom } from 'xstate';
import type { addPodcastMachine } from './add-podcast.machine.ts';

type AddPodcastSnapshot = SnapshotFrom<typeof addPodcastMachine>;

/** What fills the page below the field. While another search runs, the results of the last one stay. */
export function selectSearchState(snapshot: AddPodcastSnapshot): 'empty' | 'loading' | 'failed' | 'none' | 'shown' {
  const { results } = snapshot.context;
  if (snapshot.matches('failed')) return 'failed';
  if (snapshot.matches('searching')) return results.length > 0 ? 'shown' : 'loading';
  if (!snapshot.matches('shown')) return 'empty';
  return results.length > 0 ? 'shown' : 'none';
}

export const selectIsSearching = (snapshot: AddPodcastSnapshot) => snapshot.matches('searching');
export const selectText = ({ context }: AddPodcastSnapshot) => context.typed;
/** What was searched for last; '' before the first search. */
export const selectTerm = ({ context }: AddPodcastSnapshot) => context.asked?.term ?? '';
export const selectResults = ({ context }: AddPodcastSnapshot) => context.results;
/** The podcasts of the library; null until they are known. */
export const selectKnown = ({ context }: AddPodcastSnapshot) => context.known;
export const selectSearchError = ({ context }: AddPodcastSnapshot) => context.error;
/** Why it is not known what the library has; null when it is, or is being asked. */
export const selectTitlesError = ({ context }: AddPodcastSnapshot) => context.titlesError;
