import type { SnapshotFrom } from 'xstate';
import type { broadcastMachine } from './broadcast.machine.ts';

type Snapshot = SnapshotFrom<typeof broadcastMachine>;

export const selectMessage = ({ context }: Snapshot) => context.draft;
export const selectHasFailed = ({ context }: Snapshot) => context.hasFailed;
export const selectIsSending = (snapshot: Snapshot) => snapshot.hasTag('busy');
export const selectOnlineCount = ({ context }: Snapshot) => context.online;
