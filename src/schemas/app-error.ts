/** One thing a schema found wrong: where (`media.metadata.title`) and what. */
export interface ContractIssue {
  readonly path: string;
  readonly message: string;
}

/**
 * Every way in which a call, an actor or the browser can fail. Closed: views switch over `kind`
 * exhaustively. `message` of `rejected`, `forbidden`, `notFound`, `conflict` is the text the server
 * gave (may be empty); it is text, never HTML.
 */
export type AppError =
  | { readonly kind: 'network' }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'aborted' }
  /** A part of the client could not be fetched. Chromium tries the same part again only after a reload. */
  | { readonly kind: 'missingCode' }
  | { readonly kind: 'unauthorized'; readonly message: string }
  | { readonly kind: 'forbidden'; readonly message: string }
  | { readonly kind: 'notFound'; readonly message: string }
  | { readonly kind: 'conflict'; readonly message: string }
  | { readonly kind: 'tooLarge'; readonly message: string }
  | { readonly kind: 'rateLimited'; readonly message: string; readonly retryAfterSeconds: number | null }
  | { readonly kind: 'rejected'; readonly status: number; readonly message: string }
  | { readonly kind: 'server'; readonly status: number; readonly message: string }
  | { readonly kind: 'contract'; readonly endpoint: string; readonly issues: readonly ContractIssue[] }
  | { readonly kind: 'unexpected'; readonly message: string };

export type AppErrorKind = AppError['kind'];

/** Carries an {@link AppError} through code that can only throw. */
export class AppException extends Error {
  readonly error: AppError;

  constructor(error: AppError, options?: ErrorOptions) {
    super(describe(error), options);
    this.name = 'AppException';
    this.error = error;
  }
}

/** How browsers say that a part of the client could not be fetched: Chromium, Firefox, Safari. */
const MISSING_CODE = /dynamically imported module|importing a module script/i;

/**
 * Turns whatever was thrown into the closed union. Services throw {@link AppException}; what is none of its kinds is
 * `unexpected`.
 */
export function toAppError(cause: unknown): AppError {
  if (cause instanceof AppException) return cause.error;
  if (cause instanceof DOMException && cause.name === 'AbortError') return { kind: 'aborted' };
  if (cause instanceof DOMException && cause.name === 'TimeoutError') return { kind: 'timeout' };
  if (cause instanceof TypeError && MISSING_CODE.test(cause.message)) return { kind: 'missingCode' };
  if (cause instanceof Error) return { kind: 'unexpected', message: cause.message };
  return { kind: 'unexpected', message: String(cause) };
}

/** A line for logs and `Error.message`; views word errors themselves. */
function describe(error: AppError): string {
  switch (error.kind) {
    case 'contract':
      return `${error.endpoint}: ${error.issues.map((issue) => `${issue.path} ${issue.message}`).join('; ')}`;
    case 'rejected':
    case 'server':
      return `${error.kind} ${error.status} ${error.message}`;
    case 'unauthorized':
    case 'forbidden':
    case 'notFound':
    case 'conflict':
    case 'tooLarge':
    case 'rateLimited':
    case 'unexpected':
      return `${error.kind} ${error.message}`;
    case 'network':
    case 'timeout':
    case 'aborted':
    case 'missingCode':
      return error.kind;
  }
}
