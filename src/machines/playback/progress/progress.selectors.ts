import type { SnapshotFrom } from 'xstate';
import type { MediaProgress } from '../../../schemas/api/progress.ts';
import { statusOf } from '../../kit/failure.logic.ts';
import type { ledgerMachine } from './ledger.machine.ts';
import { keyOf } from '../../kit/media.logic.ts';
import type { progressMachine } from './progress.machine.ts';

type ProgressSnapshot = SnapshotFrom<typeof progressMachine>;

export const selectBookmarks = ({ context }: ProgressSnapshot) => context.bookmarks;

export function progressOf(libraryItemId: string, episodeId: string | null = null) {
  const key = keyOf({ libraryItemId, episodeId });
  return ({ context }: ProgressSnapshot): MediaProgress | null => context.entries[key] ?? null;
}

export const selectFinishedCount = ({ context }: ProgressSnapshot): number =>
  Object.values(context.entries).filter((entry) => entry?.isFinished).length;

export const selectProgressEntries = ({ context }: ProgressSnapshot) => context.entries;

/** HTTP status with which the server refuses to save; null when it doesn't. */
export function selectRefusedStatus({
  context: { entries, refusal },
}: SnapshotFrom<typeof ledgerMachine>): number | null {
  return refusal && Object.keys(entries).length > 0 ? statusOf(refusal) : null;
}

export const selectIsSavingSlowly = ({ context }: SnapshotFrom<typeof ledgerMachine>): boolean => context.isSlow;
