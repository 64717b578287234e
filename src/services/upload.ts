import type { $ZodType, output } from 'zod/v4/core';
import { AppException, toAppError } from '../schemas/app-error.ts';
import { parseAnswer } from './answer.ts';
import { pathOf } from './api.ts';
import type { Endpoint } from './endpoints/define-endpoint.ts';
import { errorFromResponse } from './error-mapping.ts';
import type { TokenSource } from './http.ts';

/** Bytes of the whole request, including the form. */
export interface UploadProgress {
  readonly sentBytes: number;
  readonly totalBytes: number;
}

export interface UploadOptions {
  readonly signal?: AbortSignal;
  /** Restarts at 0 when the call is repeated. */
  readonly onProgress?: (progress: UploadProgress) => void;
}

/** Sends the endpoints of `endpoints/uploads.ts`: `fetch` has no upload progress. */
export interface Uploader {
  /** Rejects as `Api.call`; `aborted` on abort. */
  upload<Input, Schema extends $ZodType>(
    endpoint: Endpoint<Input, Schema>,
    input: Input,
    options?: UploadOptions,
  ): Promise<output<Schema>>;
}

/** `baseUrl`: origin with base path and trailing slash. */
export function createUploader(options: {
  baseUrl: string;
  tokens: TokenSource;
  createRequest?: () => XMLHttpRequest;
}): Uploader {
  const { tokens, createRequest = () => new XMLHttpRequest() } = options;
  return {
    async upload(endpoint, input, { signal, onProgress } = {}) {
      try {
        const url = new URL(pathOf(endpoint, input), options.baseUrl).href;
        const body = endpoint.body?.(input);
        if (!(body instanceof FormData)) throw new Error(`${endpoint.name} sends no files`);
        const { method, timeoutMs = 0 } = endpoint;
        const sendWith = (token: string | null) =>
          send(createRequest(), { url, method, token, body, timeoutMs, signal, onProgress });
        const token = await tokens.request(null);
        let answer = await sendWith(token);
        if (answer.status === 401 && token !== null) {
          const fresh = await tokens.request(token);
          if (fresh !== null) answer = await sendWith(fresh);
        }
        if (answer.status < 200 || answer.status >= 300) {
          throw new AppException(errorFromResponse(endpoint.name, answer.status, answer.headers, answer.text));
        }
        return parseAnswer(endpoint, answer.text);
      } catch (cause) {
        throw new AppException(signal?.aborted ? { kind: 'aborted' } : toAppError(cause), { cause });
      }
    },
  };
}

interface Sending {
  readonly url: string;
  readonly method: string;
  readonly token: string | null;
  readonly body: FormData;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: UploadOptions['onProgress'];
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

function send(
  request: XMLHttpRequest,
  { url, method, token, body, timeoutMs, signal, onProgress }: Sending,
): Promise<Answer> {
  return new Promise<Answer>((resolve, reject) => {
    const fail = (kind: 'network' | 'timeout' | 'aborted') => () => reject(new AppException({ kind }));
    const abort = () => request.abort();
    if (signal?.aborted) return fail('aborted')();
    signal?.addEventListener('abort', abort, { once: true });
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress?.({ sentBytes: loaded, totalBytes: total }),
    );
    request.addEventListener('load', () =>
      resolve({ status: request.status, headers: headersOf(request), text: request.responseText }),
    );
    request.addEventListener('error', fail('network'));
    request.addEventListener('timeout', fail('timeout'));
    request.addEventListener('abort', fail('aborted'));
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort));
    request.open(method, url);
    request.timeout = timeoutMs;
    if (token !== null) request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.send(body);
  });
}

function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
}
