import type { SnapshotFrom } from 'xstate';
import type { backgroundMachine } from './background.machine.ts';

type BackgroundSnapshot = SnapshotFrom<typeof backgroundMachine>;

export const selectEbookSender = (snapshot: BackgroundSnapshot | undefined) => snapshot?.context.ebookSender ?? null;
export const selectFailedDownloads = (snapshot: BackgroundSnapshot | undefined) =>
  snapshot?.context.failedDownloads ?? undefined;
export const selectTasks = (snapshot: BackgroundSnapshot | undefined) => snapshot?.context.tasks ?? null;
export const selectUpdates = (snapshot: BackgroundSnapshot | undefined) => snapshot?.context.updates ?? null;
export const selectUploads = (snapshot: BackgroundSnapshot | undefined) => snapshot?.context.uploads ?? undefined;
