import type { ContractIssue } from './app-error.ts';

let heard: ContractIssue[] | null = null;

/** Runs a parse, and says which entries the tolerant lists in it left out, each with its path in its own list. */
export function hearDropped<Result>(parse: () => Result): {
  readonly result: Result;
  readonly dropped: readonly ContractIssue[];
} {
  const outer = heard;
  const dropped: ContractIssue[] = [];
  heard = dropped;
  try {
    return { result: parse(), dropped };
  } finally {
    heard = outer;
  }
}

/** Says that a list left these entries out. */
export function tellDropped(issues: readonly ContractIssue[]): void {
  heard?.push(...issues);
}

/**
 * Marks what was left out so far. The function that it gives forgets what came since: of a try whose value is read
 * again, or of an entry that is left out itself.
 */
export function markDropped(): () => void {
  const list = heard;
  const length = list?.length ?? 0;
  return () => void list?.splice(length);
}
