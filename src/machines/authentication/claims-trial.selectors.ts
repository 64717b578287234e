import type { SnapshotFrom } from 'xstate';
import { claimsIn, tryClaims, type TrialOutcome, type TrialRules } from './claims-rule.logic.ts';
import type { claimsTrialMachine } from './claims-trial.machine.ts';

type Snapshot = SnapshotFrom<typeof claimsTrialMachine>;

export const selectIsTrialOpen = (snapshot: Snapshot): boolean => snapshot.matches('open');
export const selectIsTrialLoading = (snapshot: Snapshot): boolean => snapshot.matches({ open: 'loading' });
export const selectTrialFailure = (snapshot: Snapshot) =>
  snapshot.matches({ open: 'failed' }) ? snapshot.context.error : null;
export const selectTrialContext = ({ context }: Snapshot) => context;

/** `unreadable` for invalid claims; null without input. */
export function trialResult(
  { pasted, accounts, accountId }: Snapshot['context'],
  rules: TrialRules,
): TrialOutcome | 'unreadable' | null {
  if (pasted.trim() === '' || accounts === null) return null;
  const claims = claimsIn(pasted);
  return claims ? tryClaims(claims, rules, accounts, accountId) : 'unreadable';
}
