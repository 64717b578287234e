import type { SnapshotFrom } from 'xstate';
import type { rescanMachine } from './rescan.machine.ts';

type RescanSnapshot = SnapshotFrom<typeof rescanMachine>;

export const selectIsRescanning = (snapshot: RescanSnapshot) => snapshot.hasTag('busy');
export const selectRescanResult = ({ context }: RescanSnapshot) => context.result;
export const selectRescanError = ({ context }: RescanSnapshot) => context.error;
