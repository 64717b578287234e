import type { SnapshotFrom } from 'xstate';
import type { PendingChange } from '../../../schemas/pending-change.ts';
import type { pendingChangesMachine } from './pending-changes.machine.ts';

type Snapshot = SnapshotFrom<typeof pendingChangesMachine>;

export const selectChanges = ({ context }: Snapshot): readonly PendingChange[] => context.changes;

/** 0 during a first attempt. */
export const selectWaiting = ({ context }: Snapshot): number => (context.failures > 0 ? context.changes.length : 0);

export const selectIsSendingSlowly = (snapshot: Snapshot): boolean => snapshot.hasTag('slow');

/** The name that an unsent edit gives a collection or playlist; null without one. */
export const pendingNameOf =
  (listId: string) =>
  ({ context }: Snapshot): string | null =>
    context.changes.reduce<string | null>(
      (name, { body }) =>
        body.kind === 'list' && body.job.kind === 'edit' && body.job.list.id === listId ? body.job.change.name : name,
      null,
    );
