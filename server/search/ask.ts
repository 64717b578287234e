import type { ServerContext } from '../context.ts';
import { fail } from '../http/errors.ts';
import { fetchJson } from '../http/outside.ts';
import { isRecord } from '../http/input.ts';

/** Longest time for one search with all its requests, in ms, and the largest answer, in bytes. */
const SEARCH_MS = 15_000;
const MAX_BYTES = 8 * 1024 * 1024;

export interface Question {
  readonly headers?: Readonly<Record<string, string>>;
  readonly trustedOrigin?: string;
  readonly onFailure?: OnFailure;
}

/** Requests JSON from a service; undefined when it fails or does not answer in time. */
export type Ask = (
  address: string,
  query: Readonly<Record<string, string | undefined>>,
  question?: Question,
) => Promise<unknown>;

/** Called with the reason for each missing answer. */
export type OnFailure = (reason: string) => void;

/** All requests of one search share one time limit. */
export function createAsk(ctx: Pick<ServerContext, 'config'>, onFailure: OnFailure = () => undefined): Ask {
  const signal = AbortSignal.timeout(SEARCH_MS);
  return (address, query, question = {}) => {
    const given = Object.entries(query).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
    );
    const search = new URLSearchParams(given).toString();
    return fetchJson(search === '' ? address : `${address}?${search}`, {
      maxBytes: MAX_BYTES,
      timeoutMs: SEARCH_MS,
      allowPrivate: ctx.config.allowPrivateRequests,
      signal,
      ...question,
      onFailure(reason) {
        question.onFailure?.(reason);
        onFailure(reason);
      },
    });
  };
}

/**
 * What a search found; 502 if that is nothing and a service did not answer, so that people know whether
 * other words help. The services answer 404 for what they don't have.
 */
export async function foundBy<Found>(
  search: (onFailure: OnFailure) => Promise<readonly Found[] | Found | null | undefined>,
): Promise<readonly Found[]> {
  const reasons: string[] = [];
  const answer = await search((reason) => void reasons.push(reason));
  const found = Array.isArray(answer) ? (answer as readonly Found[]) : answer == null ? [] : [answer as Found];
  const reason = reasons.find((one) => one !== 'HTTP 404');
  // Other reasons name addresses of the own network, which are the log's.
  if (found.length === 0 && reason !== undefined)
    throw fail(502, reason.startsWith('HTTP ') ? `The source answered ${reason}` : 'The source did not answer');
  return found;
}

/** The value at a path of keys and indexes; undefined when missing. */
export function at(json: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>((value, key) => {
    const holder = isRecord(value) || Array.isArray(value) ? (value as Record<string | number, unknown>) : {};
    return holder[key];
  }, json);
}

/** The list at a path, an empty one for anything else. */
export function listAt(json: unknown, ...path: (string | number)[]): readonly unknown[] {
  const value = at(json, ...path);
  return Array.isArray(value) ? value : [];
}

/** The text at a path, numbers as text, '' for anything else. */
export function textAt(json: unknown, ...path: (string | number)[]): string {
  const value = at(json, ...path);
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
}

/** The finite number at a path, null for anything else. */
export function numberAt(json: unknown, ...path: (string | number)[]): number | null {
  const value = at(json, ...path);
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** The texts of a list, empty ones left out. */
export function textsAt(json: unknown, ...path: (string | number)[]): string[] {
  return listAt(json, ...path)
    .map((entry) => textAt(entry))
    .filter(Boolean);
}

/** `2011` of `2011-04-12` and the like, null without a year. */
export function yearOf(date: string): string | null {
  return /^\d{4}/.exec(date)?.[0] ?? null;
}
