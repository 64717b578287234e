import type { SnapshotFrom } from 'xstate';
import type { batchMachine } from './batch.machine.ts';

export function selectBatchProgress(
  snapshot: SnapshotFrom<typeof batchMachine>,
): { done: number; count: number } | null {
  const { ids, done, failed } = snapshot.context;
  return snapshot.hasTag('sending') ? { done: done.length + failed.length, count: ids.length } : null;
}
