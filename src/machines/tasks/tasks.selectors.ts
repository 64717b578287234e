import type { SnapshotFrom } from 'xstate';
import type { tasksMachine } from './tasks.machine.ts';
import { isLibraryScan, isListed, rowsOf, type TaskEntry } from './tasks.logic.ts';

type TasksSnapshot = SnapshotFrom<typeof tasksMachine>;

export const selectRunningCount = ({ context }: TasksSnapshot) =>
  context.entries.filter(({ task }) => !task.isFinished).length;

export const selectHasNews = ({ context }: TasksSnapshot) =>
  context.entries.some(({ task, isSeen }) => task.isFinished && isListed(task) && !task.isFailed && !isSeen);

export const selectTaskRows = ({ context }: TasksSnapshot) => rowsOf(context.entries);

export const selectLastFinished = ({ context }: TasksSnapshot) => context.lastFinished;
export const selectEmbedQueueLength = ({ context }: TasksSnapshot) => context.embedQueue.length;

export function selectTasksState(snapshot: TasksSnapshot): 'loading' | 'failed' | 'loaded' {
  if (snapshot.matches({ following: 'loaded' })) return 'loaded';
  return snapshot.matches({ following: 'failed' }) ? 'failed' : 'loading';
}

export const selectScanOf = ({ context }: TasksSnapshot, libraryId: string): TaskEntry | null =>
  context.entries.find(({ task }) => isLibraryScan(task) && !task.isFinished && task.data?.libraryId === libraryId) ??
  null;
