import type { SnapshotFrom } from 'xstate';
import type { freshnessMachine } from './freshness.machine.ts';

/** Whether the data could not be refreshed, and is older than what the server knows. */
export const selectIsStale = (snapshot: SnapshotFrom<typeof freshnessMachine> | undefined) =>
  snapshot !== undefined && snapshot.context.error !== null;
