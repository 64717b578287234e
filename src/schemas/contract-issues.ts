import type { ContractIssue } from './app-error.ts';

interface RawIssue {
  readonly code?: string | undefined;
  readonly expected?: unknown;
  readonly path?: readonly PropertyKey[];
  readonly message: string;
}

/**
 * Turns a parser's issues into ours: the path as text (`results.0.id`, empty for the whole answer) and what was
 * expected there.
 */
export function contractIssues(issues: readonly RawIssue[], prefix: readonly PropertyKey[] = []): ContractIssue[] {
  return issues.map((issue) => ({
    path: [...prefix, ...(issue.path ?? [])].map(String).join('.'),
    message: typeof issue.expected === 'string' ? `expected ${issue.expected}` : issue.message,
  }));
}
