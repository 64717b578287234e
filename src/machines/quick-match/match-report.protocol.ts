import type { MatchesBefore, WayBack } from './match-report.logic.ts';

export interface MatchReportInput {
  readonly before: MatchesBefore;
}

export type MatchReportOutput = WayBack | null;
