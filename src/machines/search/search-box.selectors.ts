import type { SnapshotFrom } from 'xstate';
import type { searchBoxMachine } from './search-box.machine.ts';

type SearchBoxSnapshot = SnapshotFrom<typeof searchBoxMachine>;

export const selectIsOpen = (snapshot: SearchBoxSnapshot): boolean => snapshot.matches('open');
export const selectCodeFailed = (snapshot: SearchBoxSnapshot): boolean => snapshot.matches({ open: 'failed' });
export const selectText = ({ context }: SearchBoxSnapshot): string => context.text;
export const selectAsked = ({ context }: SearchBoxSnapshot): number => context.asked;
export const selectHasFocus = ({ context }: SearchBoxSnapshot): boolean => context.hasFocus;
export const selectSearch = ({ context }: SearchBoxSnapshot) => context.ref;
