import type { AppError } from '../schemas/app-error.ts';

/** The failure that an answer without success stands for. `body` is the answer's text. */
export function errorFromResponse(_endpoint: string, status: number, headers: Headers, body: string): AppError {
  const message = body;
  switch (status) {
    case 401:
      return { kind: 'unauthorized', message };
    case 403:
      return { kind: 'forbidden', message };
    case 404:
      return { kind: 'notFound', message };
    case 409:
      return { kind: 'conflict', message };
    case 413:
      return { kind: 'tooLarge', message };
    case 429:
      return { kind: 'rateLimited', message, retryAfterSeconds: Number(headers.get('retry-after')) || null };
    default:
      return status >= 500 ? { kind: 'server', status, message } : { kind: 'rejected', status, message };
  }
}
