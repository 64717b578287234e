import type { SnapshotFrom } from 'xstate';
import type { editLibraryMachine } from './edit-library.machine.ts';
import type { foldersMachine } from './folders.machine.ts';
import { columnsOf, folderConflict, tailOf } from './folders.logic.ts';

type Snapshot = SnapshotFrom<typeof editLibraryMachine>;
type FoldersSnapshot = SnapshotFrom<typeof foldersMachine>;

export const selectLibraryForm = ({ context }: Snapshot) => context.form;
export const selectTab = ({ context }: Snapshot) => context.tab;
export const selectProviders = ({ context }: Snapshot) => context.providers;
export const selectProvidersError = ({ context }: Snapshot) => context.providersError;
export const selectFolders = ({ children }: Snapshot) => children.folders;
export const selectRemovedFiles = (snapshot: Snapshot) =>
  snapshot.matches({ open: { dialog: 'removingFiles' } }) ? snapshot.context.ext : null;

export const selectColumns = ({ context }: FoldersSnapshot) => columnsOf(context);
export const selectPath = ({ context }: FoldersSnapshot) => tailOf(context);
export const selectConflict = ({ context }: FoldersSnapshot) =>
  context.trail.length === 0 ? 'isRoot' : folderConflict(tailOf(context), context.taken);
export const selectTaken = ({ context }: FoldersSnapshot) => context.taken;
