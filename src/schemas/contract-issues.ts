import type { ContractIssue } from './app-error.ts';

interface RawIssue {
  readonly expected?: unknown;
  readonly values?: readonly unknown[];
  readonly path?: readonly PropertyKey[];
  readonly message: string;
}

const MOST_ISSUES = 20;

/** Issues with paths as text (`results.0.id`, empty for the whole answer); the first twenty. */
export function contractIssues(issues: readonly RawIssue[], prefix: readonly PropertyKey[] = []): ContractIssue[] {
  return issues.slice(0, MOST_ISSUES).map((issue) => ({
    path: [...prefix, ...(issue.path ?? [])].map(String).join('.'),
    message: wordIssue(issue),
  }));
}

function wordIssue({ expected, values, message }: RawIssue): string {
  if (typeof expected === 'string') return `expected ${expected}`;
  return values ? `expected ${values.map(String).join(' or ')}` : message;
}

let issuesHere: ContractIssue[] | null = null;

/** Runs a parse and collects entries dropped by tolerant lists, each with its path in its own list. */
export function collectDropped<Result>(parse: () => Result): {
  readonly result: Result;
  readonly dropped: readonly ContractIssue[];
} {
  const outer = issuesHere;
  const dropped: ContractIssue[] = [];
  issuesHere = dropped;
  try {
    return { result: parse(), dropped };
  } finally {
    issuesHere = outer;
  }
}

export function notifyDropped(issues: readonly ContractIssue[]): void {
  issuesHere?.push(...issues);
}

/** The returned function forgets entries dropped since: of a parse that is repeated, or of a dropped entry. */
export function markDropped(): () => void {
  const list = issuesHere;
  const length = list?.length ?? 0;
  return () => void list?.splice(length);
}
