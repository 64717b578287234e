import type { SnapshotFrom } from 'xstate';
import type { addPodcastMachine } from './add-podcast.machine.ts';

type AddPodcastSnapshot = SnapshotFrom<typeof addPodcastMachine>;

/** What fills the page below the field. While another search runs, the results of the last one stay. */
export function selectSearchState(snapshot: AddPodcastSnapshot): 'empty' | 'loading' | 'failed' | 'none' | 'shown' {
  const { results } = snapshot.context;
  if (snapshot.matches({ searching: 'failed' })) return 'failed';
  if (selectIsSearching(snapshot)) return results.length > 0 ? 'shown' : 'loading';
  if (!snapshot.matches({ searching: 'shown' })) return 'empty';
  return results.length > 0 ? 'shown' : 'none';
}

export const selectIsSearching = (snapshot: AddPodcastSnapshot) => snapshot.matches({ searching: 'loading' });
export const selectTyped = ({ context }: AddPodcastSnapshot) => context.typed;
/** What was searched for last; '' before the first search. */
export const selectTerm = ({ context }: AddPodcastSnapshot) => context.asked?.term ?? '';
export const selectResults = ({ context }: AddPodcastSnapshot) => context.results;
export const selectSelected = ({ context }: AddPodcastSnapshot) => context.selected;
/** The podcasts of the library; null until they are known. */
export const selectKnown = ({ context }: AddPodcastSnapshot) => context.known;
export const selectSearchError = ({ context }: AddPodcastSnapshot) => context.error;
/** Why it is not known what the library has; null when it is, or is being asked. */
export const selectTitlesError = ({ context }: AddPodcastSnapshot) => context.titlesError;
export const selectFileProblem = ({ context }: AddPodcastSnapshot) => context.fileProblem;
export const selectFileError = ({ context }: AddPodcastSnapshot) => context.fileError;
export const selectIsReading = (snapshot: AddPodcastSnapshot) => snapshot.matches({ adding: 'reading' });
/** Feeds are being added, or were: no others can be until that is dismissed. */
export const selectFeedImport = (snapshot: AddPodcastSnapshot) =>
  snapshot.matches({ adding: 'following' }) ? snapshot.children.feedImport : undefined;
export const selectIsImportSettled = (snapshot: AddPodcastSnapshot) =>
  snapshot.matches({ adding: { following: 'settled' } });
