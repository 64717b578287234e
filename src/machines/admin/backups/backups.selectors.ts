import type { SnapshotFrom } from 'xstate';
import type { FormRef } from '../../kit/form.machine.ts';
import type { BackupFormRef, PathProblem, PathValues } from './backups.logic.ts';
import type { backupsMachine } from './backups.machine.ts';

type Snapshot = SnapshotFrom<typeof backupsMachine>;

export const selectBackups = ({ context }: Snapshot) => context.data;
export const selectBackupForm = ({ children }: Snapshot): BackupFormRef | undefined => children.form;
export const selectPathForm = ({ children }: Snapshot): FormRef<PathValues, PathProblem> | undefined => children.path;
export const selectScheduleDraft = ({ context }: Snapshot) => context.draft;
export const selectSubject = ({ context }: Snapshot) => context.subject;
export const selectTypedWord = ({ context }: Snapshot) => context.word;
export const selectRefusedRestore = ({ context }: Snapshot) => context.refusal;
export const selectTransfer = ({ context }: Snapshot) => context.share;

export function selectBackupWork(
  snapshot: Snapshot,
): 'creating' | 'uploading' | 'downloading' | 'deleting' | 'applying' | null {
  for (const work of ['creating', 'uploading', 'downloading', 'deleting', 'applying'] as const)
    if (snapshot.matches({ shown: { work } })) return work;
  return snapshot.matches({ shown: { work: 'restored' } }) ? 'applying' : null;
}

export const selectImportReport = (snapshot: Snapshot) =>
  snapshot.matches({ shown: { work: 'reporting' } }) ? snapshot.context.report : null;
export const selectIsRestoring = (snapshot: Snapshot): boolean =>
  snapshot.matches({ shown: { work: 'confirming' } }) ||
  snapshot.matches({ shown: { work: 'applying' } }) ||
  snapshot.matches({ shown: { work: 'restored' } });
export const selectIsConfirmed = ({ context: { subject, word } }: Snapshot): boolean =>
  subject !== null && word.trim() === subject.id;
