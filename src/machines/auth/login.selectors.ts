import type { SnapshotFrom } from 'xstate';
import type { loginMachine } from './login.machine.ts';

type LoginSnapshot = SnapshotFrom<typeof loginMachine>;

export type LoginView = 'checking' | 'unreachable' | 'firstUser' | 'form' | 'leaving';

export const selectLoginView = (snapshot: LoginSnapshot): LoginView => snapshot.value;
export const selectOffer = ({ context }: LoginSnapshot) => context;
export const selectFirstUser = ({ children }: LoginSnapshot) => children.firstUser;
export const selectCredentials = ({ children }: LoginSnapshot) => children.credentials;

export function selectMethods({ context }: LoginSnapshot): { readonly password: boolean; readonly openId: boolean } {
  const methods = context.status?.authMethods ?? ['local'];
  return { password: methods.includes('local'), openId: methods.includes('openid') };
}
