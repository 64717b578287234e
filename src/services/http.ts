import ky, { NetworkError, TimeoutError, type KyInstance } from 'ky';
import { AppException, toAppError, type AppError } from '../schemas/app-error.ts';
import type { NetworkRule } from '../schemas/inspector-message.ts';
import type { EarlyRequests } from './early-requests.ts';

/** Source of access tokens; implemented by the auth machine. */
export interface TokenSource {
  /** `rejected`: the refused token, or null. Rejects with AppException; `unauthorized` without an account. */
  request(rejected: string | null): Promise<string>;
}

/** `plain` for sign-in, refresh and public calls; `authorized` for all others. */
export interface Http {
  readonly plain: KyInstance;
  readonly authorized: KyInstance;
  /** `authorized` that never uses an early answer: it makes them. */
  readonly prefetching: KyInstance;
  readonly fetch: typeof globalThis.fetch;
}

/**
 * Neither client throws for a status. On the first 401 `authorized` gets another token and repeats the call once;
 * without a token it sends nothing. `baseUrl`: origin with base path and trailing slash.
 */
export function createHttp(options: { baseUrl: string; tokens: TokenSource; early: EarlyRequests }): Http {
  const fetch: Http['fetch'] = (input, init) =>
    (input instanceof Request ? options.early.take(input) : undefined) ??
    globalThis.fetch(input, outliving(input, init));
  const plain = ky.create({
    baseUrl: options.baseUrl,
    retry: 0,
    throwHttpErrors: false,
    credentials: 'same-origin',
    fetch,
  });
  const authorized = plain.extend({
    retry: { limit: 1, methods: [], statusCodes: [] },
    hooks: {
      beforeRequest: [
        async ({ request }) => {
          request.headers.set('Authorization', `Bearer ${await options.tokens.request(null)}`);
        },
      ],
      afterResponse: [
        async ({ request, response, retryCount }) => {
          if (response.status !== 401 || retryCount > 0) return undefined;
          const rejected = request.headers.get('Authorization')?.slice('Bearer '.length) ?? '';
          const headers = new Headers(request.headers);
          headers.set('Authorization', `Bearer ${await options.tokens.request(rejected)}`);
          return ky.retry({ request: new Request(request, { headers }), code: 'UNAUTHORIZED', delay: 0 });
        },
      ],
    },
  });
  const prefetching = authorized.extend({ fetch: (input, init) => globalThis.fetch(input, init) });
  return { plain, authorized, prefetching, fetch };
}

/** Firefox ends a call with its page unless `keepalive` is also in `init`. */
function outliving(input: RequestInfo | URL, init: RequestInit | undefined): RequestInit | undefined {
  return input instanceof Request && input.keepalive ? { ...init, keepalive: true } : init;
}

export function errorFromHttp(cause: unknown): AppError {
  if (cause instanceof AppException) return cause.error;
  if (cause instanceof TimeoutError) return { kind: 'timeout' };
  if (cause instanceof NetworkError || cause instanceof TypeError) return { kind: 'network' };
  return toAppError(cause);
}

export type Fetch = typeof globalThis.fetch;

export interface NetworkRules {
  /** Replacement for fetch; null: unchanged. */
  fetchFor(endpoint: string, fetch: Fetch): Fetch | null;
  /** Forwards a server event: delayed, never, or with garbled arguments. */
  receive(name: string, args: readonly unknown[], handOn: (args: readonly unknown[]) => void): void;
}

/** Holder of the network rules; null costs nothing. */
export interface Network {
  rules: NetworkRules | null;
}

export const createNetwork = (): Network => ({ rules: null });

/** Sets network rules and drops prefetched answers. */
export interface NetworkHand {
  set(rules: readonly NetworkRule[]): void;
}
