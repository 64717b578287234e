import ky, { NetworkError, TimeoutError, type KyInstance } from 'ky';
import { AppException, toAppError, type AppError } from '../schemas/app-error.ts';
import type { EarlyRequests } from './early-requests.ts';
import type { TokenSource } from './token-source.ts';

/** Two clients over one origin: `plain` for sign-in, refresh and public calls, `authorized` for all else. */
export interface Http {
  readonly plain: KyInstance;
  readonly authorized: KyInstance;
  /** `authorized` that never uses an early answer: it makes them. */
  readonly prefetching: KyInstance;
  /** What both send with. */
  readonly fetch: typeof globalThis.fetch;
}

/**
 * Builds the clients. Neither throws for a status: the caller reads the answer.
 *
 * `authorized` adds the access token and, on the first 401 of a call, asks the token source for another one and sends
 * the call once more (AUT-011 to AUT-014). Where there is no token the call fails without going out (AUT-010).
 *
 * @param baseUrl origin with base path, with a trailing slash
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

/** Firefox ends a call with its page unless `keepalive` is said beside the request too. */
function outliving(input: RequestInfo | URL, init: RequestInit | undefined): RequestInit | undefined {
  return input instanceof Request && input.keepalive ? { ...init, keepalive: true } : init;
}

/** Maps what a call throws before there is an answer to the closed union. */
export function errorFromHttp(cause: unknown): AppError {
  if (cause instanceof AppException) return cause.error;
  if (cause instanceof TimeoutError) return { kind: 'timeout' };
  if (cause instanceof NetworkError || cause instanceof TypeError) return { kind: 'network' };
  return toAppError(cause);
}
