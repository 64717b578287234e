import { toAppError, type AppError, type AppErrorKind } from '../../schemas/app-error.ts';

/** Params of actions and guards after a failure. */
export interface Failure {
  readonly cause: unknown;
}

/** `params` after `onError`. */
export const failureOf = ({ event }: { event: { error: unknown } }): Failure => ({ cause: event.error });

export const keepError = (_: unknown, { cause }: Failure): { error: AppError } => ({ error: toAppError(cause) });

export const failedBy = ({ cause }: Failure, ...kinds: readonly AppErrorKind[]): boolean =>
  kinds.includes(toAppError(cause).kind);

/** Temporary failures: server restart, no connection. */
export const isPassing = ({ kind }: AppError): boolean =>
  (['network', 'timeout', 'server', 'rateLimited', 'missingCode'] as const).some((passing) => passing === kind);

/** Null where the server has no such thing. */
export async function unlessMissing<Result>(call: Promise<Result>): Promise<Result | null> {
  try {
    return await call;
  } catch (cause) {
    if (toAppError(cause).kind === 'notFound') return null;
    throw cause;
  }
}

const STATUS: Partial<Record<AppErrorKind, number>> = {
  unauthorized: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  tooLarge: 413,
  rateLimited: 429,
};

/** Null when it was no HTTP answer. */
export function statusOf(error: AppError): number | null {
  return 'status' in error ? error.status : (STATUS[error.kind] ?? null);
}

export const failedStatus = ({ cause }: Failure) => statusOf(toAppError(cause));
