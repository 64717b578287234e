import type { SnapshotFrom } from 'xstate';
import type { folderPicturesMachine } from './folder-pictures.machine.ts';

/** Null: can't be shown. Undefined: not loaded. */
export const pictureBy =
  (ino: string) =>
  ({ context }: SnapshotFrom<typeof folderPicturesMachine>): string | null | undefined =>
    context.sources[ino];
