import type { SnapshotFrom } from 'xstate';
import type { batchTableMachine } from './batch-table.machine.ts';
import { markedOf } from './table.logic.ts';

type Snapshot = SnapshotFrom<typeof batchTableMachine>;

export const selectRowIds = ({ context }: Snapshot) => context.ids;
export const selectSort = ({ context }: Snapshot) => context.sort;
export const selectFilter = ({ context }: Snapshot) => context.filter;
export const selectColumns = ({ context }: Snapshot) => context.columns;
export const selectWidths = ({ context }: Snapshot) => context.widths;
export const selectCursor = ({ context }: Snapshot) => context.cursor;
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
export const selectIsTyping = (snapshot: Snapshot) => snapshot.matches('typing');
export const selectIsBack = ({ context }: Snapshot) => context.isBack;
export const selectText = ({ context }: Snapshot) => context.typed;
export const selectTool = ({ context }: Snapshot) => context.tool;
export const selectToolValues = ({ context }: Snapshot) => context.values;
export const selectPreview = ({ context }: Snapshot) => context.preview;
export const selectToolFault = ({ context }: Snapshot) => context.fault;
export const selectIsWorking = (snapshot: Snapshot) => snapshot.hasTag('busy');
export const selectMayApply = (snapshot: Snapshot) =>
  snapshot.matches({ using: 'shown' }) && snapshot.context.preview.rows.length > 0;
/** Cells changed by the last tool; null after the next change. */
export const selectToolApplied = ({ context }: Snapshot) => context.applied;
export const selectTableMediaType = ({ context }: Snapshot) => context.mediaType;
