import type { SnapshotFrom } from 'xstate';
import type { matchReportMachine } from './match-report.machine.ts';

type Snapshot = SnapshotFrom<typeof matchReportMachine>;

export const selectMatchRows = ({ context }: Snapshot) => context.rows;
export const selectMatchError = ({ context }: Snapshot) => context.error;
export function selectReportState(snapshot: Snapshot): 'loading' | 'failed' | 'shown' {
  if (snapshot.hasTag('failed')) return 'failed';
  return snapshot.hasTag('busy') ? 'loading' : 'shown';
}
