import type { ContractIssue } from './app-error.ts';

let heard: ContractIssue[] | null = null;

/** Runs a parse and collects entries dropped by tolerant lists, each with its path in its own list. */
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

export function tellDropped(issues: readonly ContractIssue[]): void {
  heard?.push(...issues);
}

/** The returned function forgets entries dropped since: of a parse that is repeated, or of a dropped entry. */
export function markDropped(): () => void {
  const list = heard;
  const length = list?.length ?? 0;
  return () => void list?.splice(length);
}
