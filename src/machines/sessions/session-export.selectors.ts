import type { SnapshotFrom } from 'xstate';
import { MOST_EXPORTED, type sessionExportMachine } from './session-export.machine.ts';

type Snapshot = SnapshotFrom<typeof sessionExportMachine>;

export const selectIsExporting = (snapshot: Snapshot): boolean => snapshot.hasTag('busy');
/** Why a page could not be loaded; null when none failed. */
export const selectExportError = ({ context }: Snapshot) => context.error;
/** How many sessions are loaded. */
export const selectLoadedCount = ({ context }: Snapshot): number => context.count;
/** How many go into the file; null until it is known. */
export const selectExportTotal = ({ context: { total } }: Snapshot): number | null =>
  total === null ? null : Math.min(total, MOST_EXPORTED);

/** What a saved file leaves out: what could not be read, or what is over the most of a file. Null: none is saved. */
export function selectSavedExport(snapshot: Snapshot) {
  if (!snapshot.matches('saved')) return null;
  const { isWhole, unreadable } = snapshot.context;
  if (!isWhole) return 'cut';
  return unreadable > 0 ? 'unreadable' : 'whole';
}
/** How many there are with those that are not in the file. */
export const selectExistingCount = ({ context }: Snapshot): number => context.total ?? 0;
