import type { FastifyRequest } from 'fastify';

/** The body as an object with unknown members; anything else (none, list, text) is empty. */
export function bodyOf(request: FastifyRequest): Record<string, unknown> {
  return isRecord(request.body) ? request.body : {};
}

/** A JSON object: neither null nor a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

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

/** A part of the path as the route names it. */
export function param(request: FastifyRequest, name: string): string {
  return (request.params as Record<string, string | undefined>)[name] ?? '';
}

/** A list of texts, or undefined when it is anything else. */
export function stringList(value: unknown): string[] | undefined {
  return Array.isArray(value) && value.every((entry): entry is string => typeof entry === 'string') ? value : undefined;
}

/** An http or https address. */
export function isWebAddress(value: unknown): value is string {
  return typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}
