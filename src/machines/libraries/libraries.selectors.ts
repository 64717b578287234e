import type { SnapshotFrom } from 'xstate';
import type { librariesMachine } from './libraries.machine.ts';

type LibrariesSnapshot = SnapshotFrom<typeof librariesMachine>;

export const selectLibraries = ({ context }: LibrariesSnapshot) => context.libraries;
/** Id of the chosen library, also while it is loading; null when there is none. */
export const selectCurrentId = ({ context }: LibrariesSnapshot) => context.currentId;
/** The chosen library; null while the list is loading or none is chosen. */
export const selectCurrentLibrary = ({ context }: LibrariesSnapshot) =>
  context.libraries.find(({ id }) => id === context.currentId) ?? null;
/** The list failed to load (LIB-009). */
export const selectLibrariesError = (snapshot: LibrariesSnapshot) =>
  snapshot.matches({ list: 'failed' }) ? snapshot.context.error : null;
/** Filter values of the chosen library; null until they are there. */
export const selectLibraryFilterData = ({ context }: LibrariesSnapshot) => context.filterData;
/** The filter values failed to load: names to filter by and counts are missing. */
export const selectFilterDataFailed = (snapshot: LibrariesSnapshot): boolean =>
  snapshot.matches({ filterData: { shown: 'failed' } });
