import type { SnapshotFrom } from 'xstate';
import type { authenticationMachine } from './authentication.machine.ts';

type Snapshot = SnapshotFrom<typeof authenticationMachine>;

export const selectAuthenticationForm = ({ context }: Snapshot) => context.form;
export const selectSamplePermissions = ({ context }: Snapshot): string | null =>
  context.settings?.authOpenIDSamplePermissions ?? null;
export const selectDiscovery = ({ context }: Snapshot) => context.discovery;
export const selectIsDiscovering = (snapshot: Snapshot): boolean => snapshot.matches({ shown: 'discovering' });
