import type { SnapshotFrom } from 'xstate';
import type { sessionExportMachine } from './session-export.machine.ts';
import { MOST_READ } from './sessions.logic.ts';

type Snapshot = SnapshotFrom<typeof sessionExportMachine>;

export const selectIsExporting = (snapshot: Snapshot): boolean => snapshot.hasTag('busy');
export const selectExportError = ({ context }: Snapshot) => context.error;
export const selectLoadedCount = ({ context }: Snapshot): number => context.count;
export const selectReadCount = ({ context }: Snapshot): number => context.read;
export const selectExportTotal = ({ context: { total } }: Snapshot): number | null =>
  total === null ? null : Math.min(total, MOST_READ);

/** What a saved file leaves out: sessions over the limit, or unreadable ones. Null: no file was saved. */
export function selectSavedExport(snapshot: Snapshot) {
  if (!snapshot.matches('saved')) return null;
  const { isWhole, unreadable } = snapshot.context;
  if (!isWhole) return 'cut';
  return unreadable > 0 ? 'unreadable' : 'whole';
}
/** Includes sessions that are not in the file. */
export const selectExistingCount = ({ context }: Snapshot): number => context.total ?? 0;
