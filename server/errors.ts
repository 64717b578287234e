/** A reason not to start, worded for the person at the terminal: one line, no stack. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** The words of anything that was thrown. */
export function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
