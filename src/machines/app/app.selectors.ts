import type { SnapshotFrom } from 'xstate';
import { createUrls, type Urls } from '../../services/urls.ts';
import type { ShareRef } from '../share/share.machine.ts';
import type { appMachine } from './app.machine.ts';

type AppSnapshot = SnapshotFrom<typeof appMachine>;

/** What fills the window: the frame, the way in, a public page, word that code is missing, or nothing yet. */
export type Screen = 'blank' | 'login' | 'shared' | 'frame' | 'incomplete' | 'signingOut';

/** The screen of the root machine's state. */
export function selectScreen(snapshot: AppSnapshot): Screen {
  if (snapshot.matches({ signedIn: 'running' })) return 'frame';
  if (snapshot.matches({ signedIn: 'incomplete' })) return 'incomplete';
  if (snapshot.matches('signingOut')) return 'signingOut';
  if (snapshot.matches({ signedOut: 'login' })) return 'login';
  if (snapshot.matches({ shared: 'running' })) return 'shared';
  if (snapshot.matches({ shared: 'incomplete' })) return 'incomplete';
  return 'blank';
}

/** Why the way in is shown; null when nobody was signed in or the visitor left by himself. */
export function selectLoginNotice({ context }: AppSnapshot): 'expired' | 'elsewhere' | null {
  return context.signedOutReason === 'expired' || context.signedOutReason === 'elsewhere'
    ? context.signedOutReason
    : null;
}

/** Why the identity provider's sign-in did not come about, as the server says; null when it was not tried. */
export const selectProviderRefusal = ({ context }: AppSnapshot): string | null => context.providerRefusal;

/** The running login machine; undefined outside of the way in. */
export function selectLogin({ children }: AppSnapshot) {
  return children.login;
}

/** The machine of the open public link; undefined while there is none. */
export function selectShare({ context }: AppSnapshot): ShareRef | undefined {
  return context.share ?? undefined;
}

const known = new Map<string, Urls>();

/** Builders of addresses for `src` and `href` on the server of this client. */
export function selectUrls({ context }: AppSnapshot): Urls {
  const { baseUrl } = context.ports;
  const urls = known.get(baseUrl) ?? createUrls(new URL(baseUrl).pathname);
  known.set(baseUrl, urls);
  return urls;
}
