/** A reason not to start, written for the terminal: one line, no stack. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Message of anything that was thrown. */
export function messageOf(cause: unknown): string {
  // A host with several addresses, none of which answers: only the inner errors have messages.
  if (cause instanceof AggregateError && cause.message === '') return cause.errors.map(messageOf).join(', ');
  return cause instanceof Error ? cause.message : String(cause);
}
