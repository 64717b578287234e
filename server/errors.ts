/** A reason not to start, worded for the person at the terminal: one line, no stack. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** The words of anything that was thrown. */
export function messageOf(cause: unknown): string {
  // A host with several addresses, none of which answers: only the errors inside have words.
  if (cause instanceof AggregateError && cause.message === '') return cause.errors.map(messageOf).join(', ');
  return cause instanceof Error ? cause.message : String(cause);
}
