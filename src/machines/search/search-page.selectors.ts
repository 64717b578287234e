import type { SnapshotFrom } from 'xstate';
import { mayHaveMore, shownGroups } from './search-page.logic.ts';
import type { searchPageMachine } from './search-page.machine.ts';

type SearchPageSnapshot = SnapshotFrom<typeof searchPageMachine>;

export function selectResultsState(
  snapshot: SearchPageSnapshot,
): 'empty' | 'loading' | 'failed' | 'nothing' | 'filled' {
  const { answer, group } = snapshot.context;
  if (snapshot.matches('empty')) return 'empty';
  if (snapshot.matches({ searching: 'failed' })) return 'failed';
  if (answer === null) return 'loading';
  return shownGroups(answer, group).length > 0 ? 'filled' : 'nothing';
}

/** State of the request for more results. */
export function selectExtension(snapshot: SearchPageSnapshot): 'none' | 'possible' | 'running' | 'failed' {
  if (snapshot.matches({ searching: 'extending' })) return 'running';
  if (snapshot.matches({ searching: 'unextended' })) return 'failed';
  const { answer, group, shownLimit } = snapshot.context;
  return answer && group && mayHaveMore(answer, group, shownLimit) ? 'possible' : 'none';
}

export const selectAnswer = ({ context }: SearchPageSnapshot) => context.answer;
export const selectPageText = ({ context }: SearchPageSnapshot) => context.text;
export const selectPageGroup = ({ context }: SearchPageSnapshot) => context.group;
export const selectPageLibrary = ({ context }: SearchPageSnapshot) => context.libraryId;
export const selectShownLimit = ({ context }: SearchPageSnapshot) => context.shownLimit;
export const selectResultsError = ({ context }: SearchPageSnapshot) => context.error;
