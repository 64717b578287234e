export interface Measure {
  readonly name: string;
  readonly unit: string;
  readonly limit: number | null;
  readonly digits?: number;
  readonly values: readonly number[];
  /** The same in front of another server. */
  readonly upstream?: readonly number[];
}

export function median(values: readonly number[]): number;
export function quantile(values: readonly number[], share: number): number;
export function formatReport(rows: readonly Measure[]): string;
export function misses(rows: readonly Measure[]): string[];
