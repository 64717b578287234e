import type { Verdict } from './judge.ts';

/** Type of a history's annotation, and its content. */
export const RESULT = 'faults';

export interface Result {
  readonly name: string;
  readonly kind: string;
  readonly steps: string;
  /** Missing: a step failed. */
  readonly verdict?: Verdict;
  readonly facts?: readonly string[];
  readonly seconds?: number;
}
