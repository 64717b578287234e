import { STATUS_CODES } from 'node:http';

/** Form of an error's body: the real server is not uniform, and clients rely on each form. */
type ErrorBody =
  /** The standard phrase of the status as text/plain. */
  | { readonly kind: 'status' }
  | { readonly kind: 'plain'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'json'; readonly json: unknown }
  /** The standard phrase without any content type. */
  | { readonly kind: 'bare' }
  | { readonly kind: 'page'; readonly text: string };

/** Thrown by a handler to answer with an error; anything else that is thrown becomes a 500 page. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly body: ErrorBody;
  constructor(status: number, body: ErrorBody) {
    super(`${status} ${body.kind === 'text' || body.kind === 'plain' ? body.text : (STATUS_CODES[status] ?? '')}`);
    this.status = status;
    this.body = body;
  }
}

/** `fail(404)` answers the text `Not Found` as text/plain, `fail(400, 'Invalid time')` that text as text/html. */
export function fail(status: number, text?: string): HttpError {
  return new HttpError(status, text === undefined ? { kind: 'status' } : { kind: 'text', text });
}

/** An error that only this server has: a sentence as text/plain. */
export function failPlain(status: number, text: string): HttpError {
  return new HttpError(status, { kind: 'plain', text });
}

/** An error with a JSON body, mostly `{error}`. */
export function failJson(status: number, json: unknown): HttpError {
  return new HttpError(status, { kind: 'json', json });
}

/** The phrase of the status with no content type, as for every 401. */
export function failBare(status: number): HttpError {
  return new HttpError(status, { kind: 'bare' });
}

/** A failure in a browser window: answered with the HTML page of {@link errorPage}. */
export function failPage(status: number, text = STATUS_CODES[status] ?? ''): HttpError {
  return new HttpError(status, { kind: 'page', text });
}

/** The HTML page of unknown routes, malformed JSON and unhandled errors. */
export function errorPage(text: string): string {
  const escaped = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
  return `<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Error</title>\n</head>\n<body>\n<pre>${escaped}</pre>\n</body>\n</html>\n`;
}
