import type { SnapshotFrom } from 'xstate';
import type { authMachine } from './auth.machine.ts';

type AuthSnapshot = SnapshotFrom<typeof authMachine>;

export const selectSigningIn = (snapshot: AuthSnapshot) => snapshot.matches('signingIn');
/** Why the last sign-in failed. */
export const selectSignInError = ({ context }: AuthSnapshot) => context.error;
