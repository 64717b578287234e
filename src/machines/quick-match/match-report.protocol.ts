import type { MatchesBefore, WayBack } from './match-report.logic.ts';

export interface MatchReportInput {
  readonly before: MatchesBefore;
}

/** What gives all items back what they had; null: it stays as it is. */
export type MatchReportOutput = WayBack | null;
