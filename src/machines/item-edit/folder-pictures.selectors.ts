import type { SnapshotFrom } from 'xstate';
import type { folderPicturesMachine } from './folder-pictures.machine.ts';

/** Where a picture can be shown; null: nowhere. Undefined while nobody knows. */
export const pictureBy =
  (ino: string) =>
  ({ context }: SnapshotFrom<typeof folderPicturesMachine>): string | null | undefined =>
    context.sources[ino];
