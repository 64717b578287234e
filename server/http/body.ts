import type { FastifyRequest } from 'fastify';
import type { $ZodIssue, $ZodType, output } from 'zod/v4/core';
import { safeParse } from 'zod/v4/core';
import { fail, failPlain, type HttpError } from './errors.ts';

/** A 400 with the text that the schema has for what is wrong, or the bare phrase where it has none. */
function refusal(text: string): HttpError {
  return text === '' ? fail(400) : fail(400, text);
}

/**
 * The body of a call as its schema in `src/schemas/requests` reads it. One that cannot be read ends the call: by
 * default with 400 and the schema's text for the first thing that is wrong; with 400 and the name of the member when
 * that is too large.
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

/** The same for a call that passes over what cannot be read: undefined then. What is too large is refused here, too. */
export function bodyIfReadable<Schema extends $ZodType>(
  request: FastifyRequest,
  schema: Schema,
): output<Schema> | undefined {
  const read = safeParse(schema, request.body ?? {}, { error: () => '' });
  if (!read.success) refuseExcess(read.error.issues);
  return read.data;
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
