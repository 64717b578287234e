import type { AppError } from '../schemas/app-error.ts';

const LONGEST_MESSAGE = 300;

/** These answer 404 without permission. */
const HIDDEN_CALLS: ReadonlySet<string> = new Set(['sessions.list', 'sessions.open', 'emails.settings']);

/** `body`: text sent as HTML, JSON with `error` or `message`, HTML, or ''. Status 200 may be `rejected` too. */
export function errorFromResponse(endpoint: string, status: number, headers: Headers, body: string): AppError {
  const message = messageOf(body);
  switch (status) {
    case 401:
      return { kind: 'unauthorized', message };
    case 403:
      return { kind: 'forbidden', message };
    case 404:
      return { kind: HIDDEN_CALLS.has(endpoint) && !isMarkup(body) ? 'forbidden' : 'notFound', message };
    case 409:
      return { kind: 'conflict', message };
    case 413:
      return { kind: 'tooLarge', message };
    case 429:
      return { kind: 'rateLimited', message, retryAfterSeconds: retryAfterSeconds(headers) };
    default:
      return status >= 500 ? { kind: 'server', status, message } : { kind: 'rejected', status, message };
  }
}

function messageOf(body: string): string {
  if (isMarkup(body)) return '';
  return (textOfJson(body) ?? body).trim().slice(0, LONGEST_MESSAGE);
}

const isMarkup = (body: string) => /^\s*<(?:[!?]|(?:html|head|title|body|h1|p|pre|center)\b)/i.test(body);

/** Null for other text; '' without a message. */
function textOfJson(body: string): string | null {
  if (!/^\s*[{[]/.test(body)) return null;
  try {
    const { error, message }: { error?: unknown; message?: unknown } = JSON.parse(body);
    return [error, message].find((text) => typeof text === 'string') ?? '';
  } catch {
    return null;
  }
}

/** `retry-after` in seconds, or as a date relative to the answer's date. */
function retryAfterSeconds(headers: Headers): number | null {
  const value = headers.get('retry-after');
  if (value === null) return null;
  const seconds = /^\s*\d+\s*$/.test(value)
    ? Number(value)
    : (Date.parse(value) - Date.parse(headers.get('date') ?? '')) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : null;
}
