import type { SnapshotFrom } from 'xstate';
import { basePathOf } from './authentication-form.logic.ts';
import type { authenticationMachine } from './authentication.machine.ts';
import { claimsIn, tryClaims, type TrialOutcome, type TrialRules } from './claims-rule.logic.ts';
import type { claimsTrialMachine } from './claims-trial.machine.ts';

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

type TrialSnapshot = SnapshotFrom<typeof claimsTrialMachine>;

export const selectIsTrialOpen = (snapshot: TrialSnapshot): boolean => snapshot.matches('open');
export const selectIsTrialLoading = (snapshot: TrialSnapshot): boolean => snapshot.matches({ open: 'loading' });
export const selectTrialFailure = (snapshot: TrialSnapshot) =>
  snapshot.matches({ open: 'failed' }) ? snapshot.context.error : null;
export const selectTrialContext = ({ context }: TrialSnapshot) => context;

/** `unreadable` for invalid claims; null without input. */
export function trialResult(
  { pasted, accounts, accountId }: TrialSnapshot['context'],
  rules: TrialRules,
): TrialOutcome | 'unreadable' | null {
  if (pasted.trim() === '' || accounts === null) return null;
  const claims = claimsIn(pasted);
  return claims ? tryClaims(claims, rules, accounts, accountId) : 'unreadable';
}
