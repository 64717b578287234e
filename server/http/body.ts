import type { FastifyRequest } from 'fastify';
import type { $ZodIssue, $ZodType, output } from 'zod/v4/core';
import { safeParse } from 'zod/v4/core';
import { MOST_ENTRIES } from '../../src/schemas/requests/fields.ts';
import { createPace } from '../breathe.ts';
import { fail, failPlain, type HttpError } from './errors.ts';
import { isRecord } from './input.ts';

/** A 400 with the schema's text, or the bare phrase where it has none. */
function refusal(text: string): HttpError {
  return text === '' ? fail(400) : fail(400, text);
}

/**
 * Reads a body by its schema in `src/schemas/requests`. Fails by default with 400 and the schema's text for the first
 * problem; with 400 and the name of the member when that is too large.
 */
export function readBody<Schema extends $ZodType>(
  request: FastifyRequest,
  schema: Schema,
  refuse: (text: string) => HttpError = refusal,
): output<Schema> {
  return readValue(request.body, schema, refuse);
}

/** The same for the fields of a form. */
export function readValue<Schema extends $ZodType>(
  value: unknown,
  schema: Schema,
  refuse: (text: string) => HttpError = refusal,
): output<Schema> {
  // A request without a body has null here, and is read like an empty one.
  const read = safeParse(schema, value ?? {}, { error: () => '' });
  if (read.success) return read.data;
  const { issues } = read.error;
  refuseExcess(issues);
  throw refuse(issues[0]?.message ?? '');
}

/** The same for a call that ignores unreadable bodies: undefined then. A member that is too large is still refused. */
export function bodyIfReadable<Schema extends $ZodType>(
  request: FastifyRequest,
  schema: Schema,
): output<Schema> | undefined {
  const read = safeParse(schema, request.body ?? {}, { error: () => '' });
  if (!read.success) refuseExcess(read.error.issues);
  return read.data;
}

/**
 * The readable entries of a long list, the body or its `member`, parsed in parts. 400 or `refuse` for anything but a
 * list (null counts as empty), and 400 for an entry that is too large.
 */
export async function readEntries<Schema extends $ZodType>(
  request: FastifyRequest,
  entry: Schema,
  { member, refuse = fail(400) }: { readonly member?: string; readonly refuse?: HttpError | null } = {},
): Promise<output<Schema>[]> {
  const whole: unknown = member === undefined || !isRecord(request.body) ? request.body : request.body[member];
  if (!Array.isArray(whole)) {
    if (refuse) throw refuse;
    return [];
  }
  const prefix = member === undefined ? [] : [member];
  const excess = (path: PropertyKey[]) => ({ code: 'too_big', origin: 'array', maximum: MOST_ENTRIES, path }) as const;
  if (whole.length > MOST_ENTRIES) refuseExcess([{ ...excess(prefix), message: '' }]);
  const read: output<Schema>[] = [];
  const pace = createPace();
  for (const [index, value] of whole.entries()) {
    await pace();
    const one = safeParse(entry, value, { error: () => '' });
    if (one.success) read.push(one.data);
    else refuseExcess(one.error.issues.map((issue) => ({ ...issue, path: [...prefix, index, ...issue.path] })));
  }
  return read;
}

const UNITS: Readonly<Record<string, string>> = { string: 'characters long', array: 'entries long' };

/** Throws when a member is too large and its schema has no text of its own for that. */
function refuseExcess(issues: readonly $ZodIssue[]): void {
  for (const issue of issues) {
    if (issue.code !== 'too_big' || issue.message !== '') continue;
    const name = issue.path.length === 0 ? 'The body' : `"${issue.path.map(String).join('.')}"`;
    throw failPlain(400, `${name} may be ${issue.maximum} ${UNITS[issue.origin] ?? ''}`.trim() + ' at most');
  }
}
