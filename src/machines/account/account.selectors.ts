import type { SnapshotFrom } from 'xstate';
import type { accountMachine } from './account.machine.ts';

type Snapshot = SnapshotFrom<typeof accountMachine>;

export const selectOwnDevices = ({ context }: Snapshot) => context.devices;
export const selectPasswordForm = ({ context }: Snapshot) => (context.hasPasswords ? context.password : null);
export const selectHasPasswords = ({ context }: Snapshot): boolean => context.hasPasswords;
