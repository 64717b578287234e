import type { SnapshotFrom } from 'xstate';
import { countRows } from './results.logic.ts';
import type { searchMachine } from './search.machine.ts';

type SearchSnapshot = SnapshotFrom<typeof searchMachine>;

export function selectSearchState(
  snapshot: SearchSnapshot,
): 'empty' | 'typing' | 'fetching' | 'found' | 'nothing' | 'failed' {
  if (snapshot.matches({ searching: 'shown' })) return countRows(snapshot.context.groups) > 0 ? 'found' : 'nothing';
  if (snapshot.matches({ searching: 'fetching' })) return 'fetching';
  return (['empty', 'typing'] as const).find((state) => snapshot.matches(state)) ?? 'failed';
}

export const selectGroups = ({ context }: SearchSnapshot) => context.groups;
export const selectRecent = ({ context }: SearchSnapshot) => context.recent;
export const selectActive = ({ context }: SearchSnapshot) => context.active;
export const selectSearchError = ({ context }: SearchSnapshot) => context.error;
export const selectSearchedText = ({ context }: SearchSnapshot) => context.text.trim();
export const selectSearchedLibrary = ({ context }: SearchSnapshot) => context.libraryId;
