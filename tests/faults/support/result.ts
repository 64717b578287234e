import type { Verdict } from './judge.ts';

/** Type of the annotation that a history leaves, and what stands in it. */
export const RESULT = 'faults';

export interface Result {
  readonly name: string;
  readonly kind: string;
  readonly steps: string;
  /** Missing: a step could not be taken. */
  readonly verdict?: Verdict;
  readonly facts?: readonly string[];
  readonly seconds?: number;
}
