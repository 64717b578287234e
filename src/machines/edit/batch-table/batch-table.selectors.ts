import type { SnapshotFrom } from 'xstate';
import type { batchTableMachine } from './batch-table.machine.ts';
import { markedOf, rowsOf } from './table.logic.ts';

type Snapshot = SnapshotFrom<typeof batchTableMachine>;

export const selectRowIds = ({ context }: Snapshot) => context.ids;
export const selectColumns = ({ context }: Snapshot) => context.columns;
/** Marked columns of a row as `first-last`; '' if none, or only the cursor's cell. */
export const markedIn =
  (row: number) =>
  ({ context }: Snapshot): string => {
    if (context.anchor === null) return '';
    const { top, bottom, start, end } = markedOf(context);
    return row >= top && row <= bottom ? `${start}-${end}` : '';
  };
export const selectMarkedRows = ({ context }: Snapshot): number => {
  const { top, bottom } = markedOf(context);
  return bottom - top + 1;
};
export const selectPreview = ({ context }: Snapshot) => context.preview;
export const selectMayApply = (snapshot: Snapshot) =>
  snapshot.matches({ using: 'shown' }) && snapshot.context.preview.rows.length > 0;
/** Path of the cursor's item. */
export const selectExample = ({ context }: Snapshot) => rowsOf(context)[context.cursor.row]?.path ?? '';
