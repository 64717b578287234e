import type { SnapshotFrom } from 'xstate';
import type { matchReportMachine } from './match-report.machine.ts';

type Snapshot = SnapshotFrom<typeof matchReportMachine>;

export function selectReportState(snapshot: Snapshot): 'loading' | 'failed' | 'shown' {
  if (snapshot.hasTag('failed')) return 'failed';
  return snapshot.hasTag('busy') ? 'loading' : 'shown';
}
