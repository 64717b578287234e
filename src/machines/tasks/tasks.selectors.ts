import type { SnapshotFrom } from 'xstate';
import type { tasksMachine } from './tasks.machine.ts';
import { isLibraryScan, isListed, rowsOf, type TaskEntry } from './tasks.logic.ts';

type TasksSnapshot = SnapshotFrom<typeof tasksMachine>;

/** How many tasks run (TSK-020). */
export const selectRunningCount = ({ context }: TasksSnapshot) =>
  context.entries.filter(({ task }) => !task.isFinished).length;

/** Whether a task has finished well that nobody has seen in the list (TSK-004). */
export const selectHasNews = ({ context }: TasksSnapshot) =>
  context.entries.some(({ task, isSeen }) => task.isFinished && isListed(task) && !task.isFailed && !isSeen);

/** The rows of the list and how many more there are. */
export const selectTaskRows = ({ context }: TasksSnapshot) => rowsOf(context.entries);

export const selectLastFinished = ({ context }: TasksSnapshot) => context.lastFinished;
export const selectEmbedQueueLength = ({ context }: TasksSnapshot) => context.embedQueue.length;

/** How far the list is. */
export function selectTasksState(snapshot: TasksSnapshot): 'loading' | 'failed' | 'loaded' {
  if (snapshot.matches({ following: 'loaded' })) return 'loaded';
  return snapshot.matches({ following: 'failed' }) ? 'failed' : 'loading';
}

/** The scan of this library that runs; null when there is none. */
export const selectScanOf = ({ context }: TasksSnapshot, libraryId: string): TaskEntry | null =>
  context.entries.find(({ task }) => isLibraryScan(task) && !task.isFinished && task.data?.libraryId === libraryId) ??
  null;
