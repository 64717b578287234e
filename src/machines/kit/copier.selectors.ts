import type { SnapshotFrom } from 'xstate';
import type { copierMachine } from './copier.machine.ts';

export const selectCopied = (snapshot: SnapshotFrom<typeof copierMachine>): string | null =>
  snapshot.matches('copied') ? snapshot.context.text : null;
