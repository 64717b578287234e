import type { SnapshotFrom } from 'xstate';
import type { rescanMachine } from './rescan.machine.ts';

type RescanSnapshot = SnapshotFrom<typeof rescanMachine>;

export const selectIsRescanning = (snapshot: RescanSnapshot) => snapshot.hasTag('busy');
/** What the last one found; null: there was none, or it failed. */
export const selectRescanResult = ({ context }: RescanSnapshot) => context.result;
/** Why the last one failed; null: it did not. */
export const selectRescanError = ({ context }: RescanSnapshot) => context.error;
