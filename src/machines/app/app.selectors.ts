import type { SnapshotFrom } from 'xstate';
import type { appMachine } from './app.machine.ts';

type AppSnapshot = SnapshotFrom<typeof appMachine>;

/** What fills the window: the frame, the way in, a public page, or nothing yet. */
export type Screen = 'blank' | 'login' | 'shared' | 'frame' | 'signingOut';

/** The screen of the root machine's state. */
export function selectScreen(snapshot: AppSnapshot): Screen {
  if (snapshot.matches('signedIn')) return 'frame';
  if (snapshot.matches('signingOut')) return 'signingOut';
  if (snapshot.matches({ signedOut: 'login' })) return 'login';
  if (snapshot.matches({ signedOut: 'shared' })) return 'shared';
  return 'blank';
}

/** Why the way in is shown; null when nobody was signed in or the visitor left by himself. */
export function selectLoginNotice({ context }: AppSnapshot): 'expired' | 'elsewhere' | null {
  return context.signedOutReason === 'expired' || context.signedOutReason === 'elsewhere' ? context.signedOutReason : null;
}

/** The running login machine; undefined outside of the way in. */
export function selectLogin({ children }: AppSnapshot) {
  return children.login;
}
