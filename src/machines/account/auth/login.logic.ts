import type { SnapshotFrom } from 'xstate';
import { OPENID_REFUSALS, type OpenIdRefusal } from '../../../schemas/openid-refusals.ts';
import type { loginMachine } from './login.machine.ts';

type LoginSnapshot = SnapshotFrom<typeof loginMachine>;

type LoginView = 'checking' | 'unreachable' | 'firstUser' | 'form' | 'leaving';

export const selectLoginView = (snapshot: LoginSnapshot): LoginView => snapshot.value;
export const selectOffer = ({ context }: LoginSnapshot) => context;
export const selectFirstUser = ({ children }: LoginSnapshot) => children.firstUser;
export const selectCredentials = ({ children }: LoginSnapshot) => children.credentials;

export function selectMethods({ context }: LoginSnapshot): { readonly password: boolean; readonly openId: boolean } {
  const methods = context.status?.authMethods ?? ['local'];
  return { password: methods.includes('local'), openId: methods.includes('openid') };
}

/** Longest text from the URL that shows, in characters: anyone can write a link. */
const LONGEST = 200;

type RefusalInAddress =
  { readonly kind: OpenIdRefusal | 'unauthorized' } | { readonly kind: 'other'; readonly text: string };

export function refusalOf(error: string): RefusalInAddress {
  const known = OPENID_REFUSALS.find((one) => one === error);
  if (known) return { kind: known };
  return error === 'Unauthorized' ? { kind: 'unauthorized' } : { kind: 'other', text: error.slice(0, LONGEST) };
}
