/** A schema violation; `path` like `media.metadata.title`. */
export interface ContractIssue {
  readonly path: string;
  readonly message: string;
}

/** All failures of calls, actors and the browser. `message` is the server's text (may be empty), never HTML. */
export type AppError =
  | { readonly kind: 'network' }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'aborted' }
  /** A chunk is not on the server, or not code: a reload brings the present version. */
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

export class AppException extends Error {
  readonly error: AppError;

  constructor(error: AppError, options?: ErrorOptions) {
    super(describe(error), options);
    this.name = 'AppException';
    this.error = error;
  }
}

/** Messages of Chromium, Firefox and Safari. */
const MISSING_CODE = /dynamically imported module|importing a module script/i;
const NO_ANSWER = /^Failed to fetch$|^NetworkError|^Load failed$/;

/** Other causes than {@link AppException} and known browser errors are `unexpected`. */
export function toAppError(cause: unknown): AppError {
  if (cause instanceof AppException) return cause.error;
  if (cause instanceof DOMException && cause.name === 'AbortError') return { kind: 'aborted' };
  if (cause instanceof DOMException && cause.name === 'TimeoutError') return { kind: 'timeout' };
  if (cause instanceof TypeError && MISSING_CODE.test(cause.message)) return { kind: 'missingCode' };
  if (cause instanceof TypeError && NO_ANSWER.test(cause.message)) return { kind: 'network' };
  if (cause instanceof Error) return { kind: 'unexpected', message: cause.message };
  return { kind: 'unexpected', message: String(cause) };
}

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
