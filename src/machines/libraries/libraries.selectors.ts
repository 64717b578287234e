import type { SnapshotFrom } from 'xstate';
import type { librariesMachine } from './libraries.machine.ts';

type LibrariesSnapshot = SnapshotFrom<typeof librariesMachine>;

export const selectLibraries = ({ context }: LibrariesSnapshot) => context.libraries;
/** The chosen library; null while the list is loading or none is chosen. */
export const selectCurrentLibrary = ({ context }: LibrariesSnapshot) =>
  context.libraries.find(({ id }) => id === context.currentId) ?? null;
/** The list could not be had (LIB-009). */
export const selectLibrariesError = (snapshot: LibrariesSnapshot) => (snapshot.matches({ list: 'failed' }) ? snapshot.context.error : null);
/** Facts of the chosen library; null until they are there. */
export const selectLibraryFacts = ({ context }: LibrariesSnapshot) => context.facts;
/** The facts could not be had: names to filter by and counts are missing. */
export const selectLackFacts = (snapshot: LibrariesSnapshot): boolean => snapshot.matches({ facts: 'failed' });
