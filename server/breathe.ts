let last: Promise<unknown> = Promise.resolve();

/**
 * Lets waiting requests be answered in between. Of several that ask at the same time each gets a turn of the loop of
 * its own, so that what they do next does not add up to a pause.
 */
export function breathe(): Promise<void> {
  const turn = last.then(() => new Promise<void>((resolve) => setImmediate(resolve)));
  last = turn;
  return turn;
}
