import type { SnapshotFrom } from 'xstate';
import type { AudioFile } from '../../../schemas/api/audio-file.ts';
import { countOut } from './order.logic.ts';
import { draftOf, filesOf, hasTracks, isChanged } from './track-order.logic.ts';
import type { trackOrderMachine } from './track-order.machine.ts';

type Snapshot = SnapshotFrom<typeof trackOrderMachine>;

export const selectBook = ({ context }: Snapshot) => context.book;
export const selectOrderError = ({ context }: Snapshot) => context.error;
export const selectOrder = ({ context }: Snapshot) => draftOf(context);
export const selectSort = ({ context }: Snapshot) => context.sort;
export const selectIsChanged = ({ context }: Snapshot) => isChanged(context);
export const selectIsOutdated = ({ context }: Snapshot) => context.isOutdated;
export const selectIsRestored = ({ context }: Snapshot) => context.isRestored && isChanged(context);
export const selectHasTracks = ({ context }: Snapshot) => hasTracks(context);
export const selectMoved = ({ context }: Snapshot) => context.moved;

export interface OrderedFile {
  readonly file: AudioFile;
  /** From 1; null when excluded. */
  readonly number: number | null;
}

/** `index` from 0; null beyond the list. */
export function fileAt({ context }: Snapshot, index: number): OrderedFile | null {
  const order = draftOf(context);
  const row = order[index];
  const file = row && filesOf(context).find(({ ino }) => ino === row.ino);
  return file ? { file, number: row.isOut ? null : index - countOut(order) + 1 } : null;
}
