import type { FastifyRequest } from 'fastify';
import type { $ZodType, output } from 'zod/v4/core';
import { safeParse } from 'zod/v4/core';
import { fail, type HttpError } from './errors.ts';

/** A 400 with the text that the schema has for what is wrong, or the bare phrase where it has none. */
function refusal(text: string): HttpError {
  return text === '' ? fail(400) : fail(400, text);
}

/**
 * The body of a call as its schema in `src/schemas/requests` reads it. One that cannot be read ends the call: by
 * default with 400 and the schema's text for the first thing that is wrong.
 */
export function readBody<Schema extends $ZodType>(
  request: FastifyRequest,
  schema: Schema,
  refuse: (text: string) => HttpError = refusal,
): output<Schema> {
  const read = readable(request.body, schema);
  if ('refusal' in read) throw refuse(read.refusal);
  return read.value;
}

/** The same for a call that passes over what cannot be read: undefined then. */
export function bodyIfReadable<Schema extends $ZodType>(
  request: FastifyRequest,
  schema: Schema,
): output<Schema> | undefined {
  const read = readable(request.body, schema);
  return 'value' in read ? read.value : undefined;
}

/** What a schema reads of a value, or the text for the first thing that is wrong with it ('' where there is none). */
export function readable<Schema extends $ZodType>(
  value: unknown,
  schema: Schema,
): { readonly value: output<Schema> } | { readonly refusal: string } {
  // A request without a body has null here, and is read like an empty one.
  const read = safeParse(schema, value ?? {}, { error: () => '' });
  return read.success ? { value: read.data } : { refusal: read.error.issues[0]?.message ?? '' };
}
