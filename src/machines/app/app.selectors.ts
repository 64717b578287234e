import type { SnapshotFrom } from 'xstate';
import type { Capabilities } from '../../schemas/capabilities.ts';
import { createUrls, type Urls } from '../../services/urls.ts';
import type { ShareRef } from '../playback/share/share.machine.ts';
import type { appMachine } from './app.machine.ts';

type AppSnapshot = SnapshotFrom<typeof appMachine>;

export type Screen = 'blank' | 'login' | 'shared' | 'frame' | 'incomplete' | 'signingOut';

export function selectScreen(snapshot: AppSnapshot): Screen {
  if (snapshot.matches({ signedIn: 'running' })) return 'frame';
  if (snapshot.matches({ signedIn: 'incomplete' })) return 'incomplete';
  if (snapshot.matches('signingOut')) return 'signingOut';
  if (snapshot.matches({ signedOut: 'login' })) return 'login';
  if (snapshot.matches({ shared: 'running' })) return 'shared';
  if (snapshot.matches({ shared: 'incomplete' })) return 'incomplete';
  return 'blank';
}

export function selectLoginNotice({ context }: AppSnapshot): 'expired' | 'elsewhere' | null {
  return context.signedOutReason === 'expired' || context.signedOutReason === 'elsewhere'
    ? context.signedOutReason
    : null;
}

/** The server's reason for a failed sign-in at the identity provider; null without an attempt. */
export const selectProviderRefusal = ({ context }: AppSnapshot): string | null => context.providerRefusal;

export function selectLogin({ children }: AppSnapshot) {
  return children.login;
}

export function selectShare({ context }: AppSnapshot): ShareRef | undefined {
  return context.share ?? undefined;
}

export const selectCapabilities = ({ context }: AppSnapshot): Capabilities => context.ports.capabilities;

const known = new Map<string, Urls>();

/** URL builders for `src` and `href` on this server. */
export function selectUrls({ context }: AppSnapshot): Urls {
  const { baseUrl } = context.ports;
  const urls = known.get(baseUrl) ?? createUrls(new URL(baseUrl).pathname);
  known.set(baseUrl, urls);
  return urls;
}
