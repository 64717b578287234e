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
