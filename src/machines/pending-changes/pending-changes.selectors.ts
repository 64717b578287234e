import type { SnapshotFrom } from 'xstate';
import type { PendingChange } from '../../schemas/pending-change.ts';
import type { pendingChangesMachine } from './pending-changes.machine.ts';

type Snapshot = SnapshotFrom<typeof pendingChangesMachine>;

export const selectChanges = ({ context }: Snapshot): readonly PendingChange[] => context.changes;

/** 0 during a first attempt. */
export const selectWaiting = ({ context }: Snapshot): number => (context.failures > 0 ? context.changes.length : 0);

export const selectIsSendingSlowly = (snapshot: Snapshot): boolean => snapshot.hasTag('slow');
