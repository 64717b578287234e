import type { SnapshotFrom } from 'xstate';
import { countRows } from './results.logic.ts';
import type { searchBoxMachine } from './search-box.machine.ts';
import type { searchMachine } from './search.machine.ts';

type SearchBoxSnapshot = SnapshotFrom<typeof searchBoxMachine>;

export const selectIsOpen = (snapshot: SearchBoxSnapshot): boolean => snapshot.matches('open');
export const selectCodeFailed = (snapshot: SearchBoxSnapshot): boolean => snapshot.matches({ open: 'failed' });
export const selectText = ({ context }: SearchBoxSnapshot): string => context.text;
export const selectRequested = ({ context }: SearchBoxSnapshot): number => context.requested;
export const selectHasFocus = ({ context }: SearchBoxSnapshot): boolean => context.hasFocus;
export const selectSearch = ({ context }: SearchBoxSnapshot) => context.ref;

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
