import { AppException, toAppError, type AppError, type AppErrorKind } from '../../schemas/app-error.ts';

/** What was thrown: params of the actions and guards that look at it. */
export interface Failure {
  readonly cause: unknown;
}

/** `params` after `onError`. */
export const failureOf = ({ event }: { event: { error: unknown } }): Failure => ({ cause: event.error });

/** For `assign`: keeps in `context.error` why something failed (ERR-010, ERR-011). */
export const keepError = (_: unknown, { cause }: Failure): { error: AppError } => ({ error: toAppError(cause) });

/** Whether it failed in one of these ways. */
export const failedBy = ({ cause }: Failure, ...kinds: readonly AppErrorKind[]): boolean =>
  kinds.includes(toAppError(cause).kind);

/** Whether it may be over in a moment: the server restarts, the line is down. */
export const isPassing = ({ kind }: AppError): boolean =>
  (['network', 'timeout', 'server', 'rateLimited', 'missingCode'] as const).some((passing) => passing === kind);

/** The HTTP status of the answer that caused it; null when none did. */
export function statusOf(cause: unknown): number | null {
  return cause instanceof AppException && 'status' in cause.error ? cause.error.status : null;
}
