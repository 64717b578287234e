import type { SnapshotFrom } from 'xstate';
import type { firstUserMachine } from './first-user.machine.ts';
import type { loginMachine } from './login.machine.ts';

type LoginSnapshot = SnapshotFrom<typeof loginMachine>;
type FirstUserSnapshot = SnapshotFrom<typeof firstUserMachine>;

/** What the way in shows. */
export type LoginView = 'checking' | 'unreachable' | 'firstUser' | 'form' | 'leaving';

export const selectLoginView = (snapshot: LoginSnapshot): LoginView => snapshot.value;
export const selectLoginForm = ({ context }: LoginSnapshot) => context;
export const selectFirstUser = ({ children }: LoginSnapshot) => children.firstUser;

/** The ways in that the server offers; a server that does not say takes passwords (areas 2.3). */
export function selectMethods({ context }: LoginSnapshot): { readonly password: boolean; readonly openId: boolean } {
  const methods = context.status?.authMethods ?? ['local'];
  return { password: methods.includes('local'), openId: methods.includes('openid') };
}

export const selectFirstUserForm = ({ context }: FirstUserSnapshot) => context;
export const selectFirstUserSaving = (snapshot: FirstUserSnapshot) => snapshot.hasTag('busy');
export const selectAsksEmptyPassword = (snapshot: FirstUserSnapshot) => snapshot.matches('confirmingEmptyPassword');
