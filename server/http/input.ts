import type { FastifyRequest } from 'fastify';
import { failPlain } from './errors.ts';

export { amountIn, isRecord, isWebAddress, stringList } from '../../src/schemas/requests/fields.ts';

/** One query value as text; repeated values give the first, a missing one ''. */
export function queryText(request: FastifyRequest, name: string): string {
  const query = request.query as Record<string, string | string[] | undefined>;
  const value = query[name];
  return (Array.isArray(value) ? value[0] : value) ?? '';
}

/** A query value as a whole number from 0; anything else gives the fallback. */
export function queryCount(request: FastifyRequest, name: string, fallback: number): number {
  const text = queryText(request, name);
  return /^\d{1,9}$/.test(text) ? Number(text) : fallback;
}

/**
 * A query value as a number of entries from 1 to `most`; 0 and invalid values give the fallback. Throws 400 for more.
 */
export function queryLimit(request: FastifyRequest, name: string, fallback: number, most: number): number {
  const count = queryCount(request, name, fallback) || fallback;
  if (count > most || /^\d{10,}$/.test(queryText(request, name)))
    throw failPlain(400, `${name} may be ${most} at most`);
  return count;
}

export function param(request: FastifyRequest, name: string): string {
  return (request.params as Record<string, string | undefined>)[name] ?? '';
}
