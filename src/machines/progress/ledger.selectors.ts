import type { SnapshotFrom } from 'xstate';
import type { ledgerMachine } from './ledger.machine.ts';

/** HTTP status with which the server refuses to save; null when it doesn't. */
export function selectRefusedStatus({
  context: { entries, refusal },
}: SnapshotFrom<typeof ledgerMachine>): number | null {
  if (!refusal || Object.keys(entries).length === 0) return null;
  switch (refusal.kind) {
    case 'unauthorized':
      return 401;
    case 'forbidden':
      return 403;
    case 'conflict':
      return 409;
    case 'tooLarge':
      return 413;
    case 'rateLimited':
      return 429;
    default:
      return refusal.kind === 'rejected' ? refusal.status : null;
  }
}

export const selectIsSavingSlowly = ({ context }: SnapshotFrom<typeof ledgerMachine>): boolean => context.isSlow;
