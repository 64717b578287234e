import type { SnapshotFrom } from 'xstate';
import type { PendingChange } from '../../schemas/pending-change.ts';
import type { pendingChangesMachine } from './pending-changes.machine.ts';

type Snapshot = SnapshotFrom<typeof pendingChangesMachine>;

/** What the server has not confirmed, in order. */
export const selectChanges = ({ context }: Snapshot): readonly PendingChange[] => context.changes;

/** How many changes could not be sent yet. 0 while they are on their way for the first time. */
export const selectWaiting = ({ context }: Snapshot): number => (context.failures > 0 ? context.changes.length : 0);

/** The server takes its time to answer. */
export const selectIsSendingSlowly = (snapshot: Snapshot): boolean => snapshot.hasTag('slow');
