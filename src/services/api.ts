import type { $ZodType, output } from 'zod/v4/core';
import { AppException } from '../schemas/app-error.ts';
import { parseAnswer } from './answer.ts';
import type { AnyEndpoint, Endpoint, Query } from './endpoints/define-endpoint.ts';
import { errorFromResponse } from './error-mapping.ts';
import type { EarlyRequests } from './early-requests.ts';
import type { UnreadableEntries } from './unreadable.ts';
import { errorFromHttp, type Http, type Network } from './http.ts';

const DEFAULT_TIMEOUT_MS = 30_000;
/** After an unanswered call, answers of others count only after this many ms. */
const UNREACHED_MS = 1000;
/** Tolerance of clock differences in ms, for rounding and slow answers. */
const CLOCK_SET_MS = 35_000;

export interface Api {
  /** Runs a call and parses its answer. Rejects with AppException; `contract` for an invalid body. */
  call<Input, Schema extends $ZodType>(
    endpoint: Endpoint<Input, Schema>,
    input: Input,
    signal?: AbortSignal,
  ): Promise<output<Schema>>;
  /** Starts a GET for the next `call` of the same URL, unless one waits. Never for calls that change data. */
  prefetch<Input, Schema extends $ZodType>(endpoint: Endpoint<Input, Schema>, input: Input): void;
  /** Whether the server answered at all. Success waits until a second after a failure. Returns unsubscribe. */
  onReach(listener: (reached: boolean) => void): () => void;
  /** Server time in ms, rounded down to seconds; null before the first answer. `elapsed`: the page's clock, in ms. */
  serverTime(elapsed: number): number | null;
  /** Ended calls that change data: answers from before may be outdated. */
  changes(): number;
  /** Drops prefetched answers: of another account, or older than an event. */
  forget(): void;
}

/** `unreadable` gets unreadable entries; `early` has prefetched answers; `baseUrl` has base path and trailing slash. */
export function createApi(options: {
  http: Http;
  early: EarlyRequests;
  baseUrl: string;
  unreadable: UnreadableEntries;
  network: Network;
}): Api {
  const { http, early, network } = options;
  const listeners = new Set<(reached: boolean) => void>();
  /** ms that the server's clock is ahead of the page's, never overestimated. */
  let ahead: number | null = null;
  let changes = 0;
  let unreachedAt = -Infinity;
  let later: ReturnType<typeof setTimeout> | undefined;
  const notifyReach = (reached: boolean) => listeners.forEach((listener) => listener(reached));
  function noteAnswer(): void {
    const wait = unreachedAt + UNREACHED_MS - performance.now();
    if (wait <= 0) notifyReach(true);
    else
      later ??= setTimeout(() => {
        later = undefined;
        notifyReach(true);
      }, wait);
  }
  function noteSilence(): void {
    clearTimeout(later);
    later = undefined;
    unreachedAt = performance.now();
    notifyReach(false);
  }
  return {
    async call(endpoint, input, signal) {
      try {
        const client = endpoint.auth === 'none' ? http.plain : http.authorized;
        const body = endpoint.body?.(input);
        const fetch = network.rules?.fetchFor(endpoint.name, http.fetch);
        const response = await client(pathOf(endpoint, input), {
          method: endpoint.method,
          ...(body instanceof FormData ? { body } : body === undefined ? {} : { json: body }),
          ...(signal ? { signal } : {}),
          ...(fetch ? { fetch } : {}),
          timeout: endpoint.timeoutMs === 0 ? false : (endpoint.timeoutMs ?? DEFAULT_TIMEOUT_MS),
          keepalive: endpoint.keepalive ?? false,
        });
        const text = await response.text();
        const date = Date.parse(response.headers.get('Date') ?? '');
        if (!Number.isNaN(date)) ahead = closer(ahead, date - performance.now());
        noteAnswer();
        if (!response.ok) {
          throw new AppException(errorFromResponse(endpoint.name, response.status, response.headers, text));
        }
        return parseAnswer(endpoint, text, options.unreadable.report);
      } catch (cause) {
        if (signal?.aborted) throw new AppException({ kind: 'aborted' }, { cause });
        const failure = new AppException(errorFromHttp(cause), { cause });
        if (failure.error.kind === 'network' || failure.error.kind === 'timeout') noteSilence();
        // The details are for the console; the page only names the call.
        if (failure.error.kind === 'contract') console.warn(failure.message);
        else console.info(`${endpoint.name} failed: ${failure.message}`);
        throw failure;
      } finally {
        if (changesData(endpoint)) changes += 1;
      }
    },
    prefetch(endpoint, input) {
      if (changesData(endpoint) || endpoint.auth === 'none') return;
      if (network.rules?.fetchFor(endpoint.name, http.fetch)) return;
      const url = new URL(pathOf(endpoint, input), options.baseUrl);
      if (early.has('GET', url.href)) return;
      early.put('GET', url.href, http.prefetching(url.href));
    },
    onReach(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    changes: () => changes,
    serverTime: (elapsed) => (ahead === null ? null : elapsed + ahead),
    forget: () => early.clear(),
  };
}

export const changesData = ({ method, changesData = method !== 'GET' }: Pick<AnyEndpoint, 'method' | 'changesData'>) =>
  changesData;

/** `Date` is rounded down and old on arrival: the larger difference is right, unless a clock was set. */
function closer(known: number | null, ahead: number): number {
  const wasSet = known !== null && ahead < known - CLOCK_SET_MS;
  return known === null || wasSet ? ahead : Math.max(known, ahead);
}

export function pathOf<Input, Schema extends $ZodType>(endpoint: Endpoint<Input, Schema>, input: Input): string {
  const query = queryText(endpoint.query?.(input) ?? {});
  return `${endpoint.path(input).replace(/^\//, '')}${query ? `?${query}` : ''}`;
}

function queryText(query: Query): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value !== undefined) search.set(key, String(value));
  return search.toString();
}
