import type { SnapshotFrom } from 'xstate';
import type { MediaProgress } from '../../schemas/api/media-progress.ts';
import type { progressMachine } from './progress.machine.ts';
import { keyOf } from './media-key.logic.ts';

type ProgressSnapshot = SnapshotFrom<typeof progressMachine>;

/** All bookmarks of the account. */
export const selectBookmarks = ({ context }: ProgressSnapshot) => context.bookmarks;

/** A selector of how far the user is in a book or an episode; null when nothing is known. */
export function progressOf(libraryItemId: string, episodeId: string | null = null) {
  const key = keyOf({ libraryItemId, episodeId });
  return ({ context }: ProgressSnapshot): MediaProgress | null => context.entries[key] ?? null;
}

/** How many books and episodes are finished. */
export const selectFinishedCount = ({ context }: ProgressSnapshot): number =>
  Object.values(context.entries).filter((entry) => entry?.isFinished).length;

/** How far the user is in everything that is known, by key. */
export const selectProgressEntries = ({ context }: ProgressSnapshot) => context.entries;
