import type { $ZodType, output } from 'zod/v4/core';
import { AppException } from '../schemas/app-error.ts';
import { contractIssues, collectDropped } from '../schemas/contract-issues.ts';
import { quickParse } from '../schemas/quick-parse.ts';
import type { UnreadableEntries } from './unreadable.ts';
import type { AnyEndpoint } from './endpoints/define-endpoint.ts';

interface Answered<Schema extends $ZodType> {
  readonly name: string;
  readonly output: Schema;
  readonly answer?: AnyEndpoint['answer'];
}

/** Parses a successful answer. `report` gets dropped entries. Throws AppException `contract` for an invalid body. */
export function parseAnswer<Schema extends $ZodType>(
  endpoint: Answered<Schema>,
  text: string,
  report: UnreadableEntries['report'] = () => undefined,
): output<Schema> {
  const body = readBody(endpoint, text);
  try {
    const { result: parsed, dropped } = collectDropped(() => quickParse(endpoint.output, body));
    if (parsed.success) {
      report(endpoint.name, dropped);
      return parsed.data;
    }
    throw new AppException({ kind: 'contract', endpoint: endpoint.name, issues: contractIssues(parsed.error.issues) });
  } catch (cause) {
    if (cause instanceof AppException) throw cause;
    throw unreadable(endpoint.name, 'is nested too deeply', cause);
  }
}

function unreadable(endpoint: string, message: string, cause: unknown): AppException {
  return new AppException({ kind: 'contract', endpoint, issues: [{ path: '', message }] }, { cause });
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
        throw unreadable(name, 'is not JSON', cause);
      }
  }
}
