/** A reason not to start, worded for the person at the terminal: one line, no stack. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
