import { failPlain, type HttpError } from './errors.ts';

const FULL = /^(SQLITE_FULL|ENOSPC|EDQUOT)/;
const UNWRITABLE = /^(SQLITE_(BUSY|LOCKED|READONLY|IOERR|CANTOPEN)|EROFS|EIO|EMFILE|ENFILE)/;

const codeOf = (cause: unknown): string => (cause instanceof Error && 'code' in cause ? String(cause.code) : '');

/** Whether a failure means that the data cannot be written now: not a fault of the program, and no reason to end it. */
export const isWriteFailure = (cause: unknown): boolean => FULL.test(codeOf(cause)) || UNWRITABLE.test(codeOf(cause));

/** The answer to a call whose data could not be written; undefined for other failures. */
export function failWrite(cause: unknown): HttpError | undefined {
  if (FULL.test(codeOf(cause))) return failPlain(507, 'The disk of the server is full: nothing could be saved');
  return isWriteFailure(cause)
    ? failPlain(503, 'The server cannot write its data now. Try again in a moment')
    : undefined;
}
