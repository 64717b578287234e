import type { SnapshotFrom } from 'xstate';
import type { copierMachine } from './copier.machine.ts';

/** The text that has just been copied; null when that is over. */
export const selectCopied = (snapshot: SnapshotFrom<typeof copierMachine>): string | null =>
  snapshot.matches('copied') ? snapshot.context.text : null;
