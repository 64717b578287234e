import type { SnapshotFrom } from 'xstate';
import { basePathOf } from './authentication-form.logic.ts';
import type { authenticationMachine } from './authentication.machine.ts';

type Snapshot = SnapshotFrom<typeof authenticationMachine>;

export const selectAuthenticationForm = ({ context }: Snapshot) => context.form;
export const selectSamplePermissions = ({ context }: Snapshot): string | null =>
  context.settings?.authOpenIDSamplePermissions ?? null;
export const selectPlace = ({ context }: Snapshot): { readonly origin: string; readonly basePath: string } => ({
  origin: new URL(context.baseUrl).origin,
  basePath: basePathOf(context.baseUrl),
});
export const selectCopier = ({ context }: Snapshot) => context.copier;
export const selectTrial = ({ children }: Snapshot) => children.trial;
export const selectDiscovery = ({ context }: Snapshot) => context.discovery;
export const selectIsDiscovering = (snapshot: Snapshot): boolean => snapshot.matches({ shown: 'discovering' });
