import type { SnapshotFrom } from 'xstate';
import type { librariesMachine } from './libraries.machine.ts';

type LibrariesSnapshot = SnapshotFrom<typeof librariesMachine>;

export const selectLibraries = ({ context }: LibrariesSnapshot) => context.libraries;
export const selectCurrentId = ({ context }: LibrariesSnapshot) => context.currentId;
export const selectCurrentLibrary = ({ context }: LibrariesSnapshot) =>
  context.libraries.find(({ id }) => id === context.currentId) ?? null;
export const selectLibrariesError = (snapshot: LibrariesSnapshot) =>
  snapshot.matches({ list: 'failed' }) ? snapshot.context.error : null;
export const selectLibraryFilterData = ({ context }: LibrariesSnapshot) => context.filterData;
export const selectFilterDataFailed = (snapshot: LibrariesSnapshot): boolean =>
  snapshot.matches({ filterData: { shown: 'failed' } });
