import { safeParse, type $ZodType, type output } from 'zod/v4/core';
import { AppException } from '../schemas/app-error.ts';
import { contractIssues } from '../schemas/contract-issues.ts';
import type { AnyEndpoint } from './endpoints/define-endpoint.ts';

interface Answered<Schema extends $ZodType> {
  readonly name: string;
  readonly output: Schema;
  readonly answer?: AnyEndpoint['answer'];
}

/**
 * Reads the body of a successful answer as its endpoint declares it.
 * @throws AppException `contract` when it is anything else
 */
export function parseAnswer<Schema extends $ZodType>(endpoint: Answered<Schema>, text: string): output<Schema> {
  const parsed = safeParse(endpoint.output, readBody(endpoint, text));
  if (parsed.success) return parsed.data;
  throw new AppException({ kind: 'contract', endpoint: endpoint.name, issues: contractIssues(parsed.error.issues) });
}

function readBody({ name, answer = 'json' }: Answered<$ZodType>, text: string): unknown {
  switch (answer) {
    case 'none':
      return undefined;
    case 'text':
      return text;
    case 'json':
      try {
        return JSON.parse(text);
      } catch (cause) {
        const issue = { path: '', message: 'is not JSON' };
        throw new AppException({ kind: 'contract', endpoint: name, issues: [issue] }, { cause });
      }
  }
}
