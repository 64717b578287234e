import type { SnapshotFrom } from 'xstate';
import type { addPodcastMachine } from './add-podcast.machine.ts';
import type { feedImportMachine } from './feed-import.machine.ts';

type AddPodcastSnapshot = SnapshotFrom<typeof addPodcastMachine>;

/** Results of the last search stay during another one. */
export function selectSearchState(snapshot: AddPodcastSnapshot): 'empty' | 'loading' | 'failed' | 'none' | 'shown' {
  const { results } = snapshot.context;
  if (snapshot.matches({ searching: 'failed' })) return 'failed';
  if (selectIsSearching(snapshot)) return results.length > 0 ? 'shown' : 'loading';
  if (!snapshot.matches({ searching: 'shown' })) return 'empty';
  return results.length > 0 ? 'shown' : 'none';
}

export const selectIsSearching = (snapshot: AddPodcastSnapshot) => snapshot.matches({ searching: 'loading' });
export const selectTyped = ({ context }: AddPodcastSnapshot) => context.typed;
export const selectTerm = ({ context }: AddPodcastSnapshot) => context.requested?.term ?? '';
export const selectResults = ({ context }: AddPodcastSnapshot) => context.results;
export const selectSelected = ({ context }: AddPodcastSnapshot) => context.selected;
export const selectKnown = ({ context }: AddPodcastSnapshot) => context.known;
export const selectSearchError = ({ context }: AddPodcastSnapshot) => context.error;
/** Null while loading. */
export const selectTitlesError = ({ context }: AddPodcastSnapshot) => context.titlesError;
export const selectFileProblem = ({ context }: AddPodcastSnapshot) => context.fileProblem;
export const selectFileError = ({ context }: AddPodcastSnapshot) => context.fileError;
export const selectIsReading = (snapshot: AddPodcastSnapshot) => snapshot.matches({ adding: 'reading' });
/** Adding or finished; blocks another import until dismissed. */
export const selectFeedImport = (snapshot: AddPodcastSnapshot) =>
  snapshot.matches({ adding: 'following' }) ? snapshot.children.feedImport : undefined;
export const selectIsImportSettled = (snapshot: AddPodcastSnapshot) =>
  snapshot.matches({ adding: { following: 'settled' } });

type FeedImportSnapshot = SnapshotFrom<typeof feedImportMachine>;

export const selectImportedFeeds = ({ context }: FeedImportSnapshot) => context.feeds;
export const selectImportError = ({ context }: FeedImportSnapshot) => context.error;
