import type { SnapshotFrom } from 'xstate';
import type { freshnessMachine } from './freshness.machine.ts';

/** Refreshing failed; the data is older than the server's. */
export const selectIsStale = (snapshot: SnapshotFrom<typeof freshnessMachine> | undefined) =>
  snapshot !== undefined && snapshot.context.error !== null;
