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

/** Work on the entries of a long list without a break, in ms. */
export const STRETCH_MS = 10;

/** Called before each entry of a long list: breathes as soon as the work since the last time took `STRETCH_MS`. */
export function createPace(): () => Promise<void> {
  let begunAt = performance.now();
  return async () => {
    if (performance.now() - begunAt < STRETCH_MS) return;
    await breathe();
    begunAt = performance.now();
  };
}
