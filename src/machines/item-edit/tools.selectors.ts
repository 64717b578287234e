import type { SnapshotFrom } from 'xstate';
import type { tasksMachine } from '../tasks/tasks.machine.ts';
import type { toolsMachine } from './tools.machine.ts';

type ToolsSnapshot = SnapshotFrom<typeof toolsMachine>;
type TasksSnapshot = SnapshotFrom<typeof tasksMachine>;

export const selectToolsError = ({ context }: ToolsSnapshot) => context.error;
export const selectIsEmbedStarting = (snapshot: ToolsSnapshot) => snapshot.matches('starting');

export const selectToolTask =
  (itemId: string, action: 'embed-metadata' | 'encode-m4b') => (snapshot: TasksSnapshot | undefined) =>
    snapshot?.context.entries.findLast(({ task }) => task.action === action && task.data?.libraryItemId === itemId);

export const selectIsEmbedQueued = (itemId: string) => (snapshot: TasksSnapshot | undefined) =>
  snapshot?.context.embedQueue.includes(itemId) ?? false;
