import type { SnapshotFrom } from 'xstate';
import type { ledgerMachine } from './ledger.machine.ts';

/** Status of the answer with which the server refuses to save listening progress; null: it does not refuse. */
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

/** The server takes its time to answer a save. */
export const selectIsSavingSlowly = ({ context }: SnapshotFrom<typeof ledgerMachine>): boolean => context.isSlow;
