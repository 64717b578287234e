import type { $ZodType, output } from 'zod/v4/core';
import { AppException } from '../schemas/app-error.ts';
import { parseAnswer } from './answer.ts';
import type { AnyEndpoint, Endpoint, Query } from './endpoints/define-endpoint.ts';
import { errorFromResponse } from './error-mapping.ts';
import type { EarlyRequests } from './early-requests.ts';
import type { UnreadableEntries } from './unreadable.ts';
import { errorFromHttp, type Http } from './http.ts';
import type { Network } from './network.ts';

const DEFAULT_TIMEOUT_MS = 30_000;
/** How long the server doesn't count as reached after a call without an answer, in ms: others may be answered. */
const UNREACHED_MS = 1000;
/** A smaller difference of clocks comes from rounding and slow answers. */
const CLOCK_SET_MS = 35_000;

/** The only door to the server's HTTP API. */
export interface Api {
  /**
   * Runs a call and parses its answer.
   * @throws AppException: its `error` says why; a body that is not as declared is `contract`
   */
  call<Input, Schema extends $ZodType>(
    endpoint: Endpoint<Input, Schema>,
    input: Input,
    signal?: AbortSignal,
  ): Promise<output<Schema>>;
  /**
   * Starts a GET whose answer the next `call` of the same address uses, unless one waits already. Never for calls that
   * change data.
   */
  prefetch<Input, Schema extends $ZodType>(endpoint: Endpoint<Input, Schema>, input: Input): void;
  /**
   * Calls back after calls: whether the server answered, whatever it said. An answer within a second after a call that
   * nothing answered counts when that second is over. Returns the end of the subscription.
   */
  onReach(listener: (reached: boolean) => void): () => void;
  /**
   * What the server's clock says now, by the last answer: ms, rounded down to seconds; null before the first one.
   * @param elapsed the page's own clock, ms
   */
  serverTime(elapsed: number): number | null;
  /** How many calls that change data have ended so far: what was read before the last one may be old. */
  changes(): number;
  /** Throws away answers that were prefetched: of another account, or older than what the server tells now. */
  forget(): void;
}

/**
 * @param options `unreadable` hears of entries that could not be read; `early` has answers that were requested before;
 *   `baseUrl` is origin with base path and trailing slash; `network` has what is done to calls by hand
 */
export function createApi(options: {
  http: Http;
  early: EarlyRequests;
  baseUrl: string;
  unreadable: UnreadableEntries;
  network: Network;
}): Api {
  const { http, early, network } = options;
  const listeners = new Set<(reached: boolean) => void>();
  /** Milliseconds that the server's clock is ahead of the page's own: never too many. */
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
        // The page says which answer it was; what exactly is wrong with it is for whoever looks into the console.
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

/** Whether a call changes data that pages read. */
export const changesData = ({ method, changesData = method !== 'GET' }: Pick<AnyEndpoint, 'method' | 'changesData'>) =>
  changesData;

/** `Date` is rounded down, and old when it arrives: the larger difference is right, unless a clock was set. */
function closer(known: number | null, ahead: number): number {
  const wasSet = known !== null && ahead < known - CLOCK_SET_MS;
  return known === null || wasSet ? ahead : Math.max(known, ahead);
}

/** Path and query of a call, relative to the base URL. */
export function pathOf<Input, Schema extends $ZodType>(endpoint: Endpoint<Input, Schema>, input: Input): string {
  const query = queryText(endpoint.query?.(input) ?? {});
  return `${endpoint.path(input).replace(/^\//, '')}${query ? `?${query}` : ''}`;
}

function queryText(query: Query): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value !== undefined) search.set(key, String(value));
  return search.toString();
}
