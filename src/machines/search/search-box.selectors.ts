import type { SnapshotFrom } from 'xstate';
import type { searchBoxMachine } from './search-box.machine.ts';

type SearchBoxSnapshot = SnapshotFrom<typeof searchBoxMachine>;

/** Whether results, or recent searches, are shown. */
export const selectIsOpen = (snapshot: SearchBoxSnapshot): boolean => snapshot.matches('open');
/** The code of the search failed to load. */
export const selectCodeFailed = (snapshot: SearchBoxSnapshot): boolean => snapshot.matches({ open: 'failed' });
export const selectText = ({ context }: SearchBoxSnapshot): string => context.text;
export const selectAsked = ({ context }: SearchBoxSnapshot): number => context.asked;
export const selectHasFocus = ({ context }: SearchBoxSnapshot): boolean => context.hasFocus;
/** What searches; null until its code is there. */
export const selectSearch = ({ context }: SearchBoxSnapshot) => context.ref;
