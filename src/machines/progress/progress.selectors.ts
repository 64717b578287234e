import type { SnapshotFrom } from 'xstate';
import type { MediaProgress } from '../../schemas/api/media-progress.ts';
import type { progressMachine } from './progress.machine.ts';
import { keyOf } from './media-key.logic.ts';

type ProgressSnapshot = SnapshotFrom<typeof progressMachine>;

export const selectBookmarks = ({ context }: ProgressSnapshot) => context.bookmarks;

export function progressOf(libraryItemId: string, episodeId: string | null = null) {
  const key = keyOf({ libraryItemId, episodeId });
  return ({ context }: ProgressSnapshot): MediaProgress | null => context.entries[key] ?? null;
}

export const selectFinishedCount = ({ context }: ProgressSnapshot): number =>
  Object.values(context.entries).filter((entry) => entry?.isFinished).length;

export const selectProgressEntries = ({ context }: ProgressSnapshot) => context.entries;
