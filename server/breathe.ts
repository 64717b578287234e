let last: Promise<unknown> = Promise.resolve();

/**
 * Lets waiting requests run. Each of several callers gets its own turn of the loop, so that their work does not add up
 * to one pause.
 */
export function breathe(): Promise<void> {
  const turn = last.then(() => new Promise<void>((resolve) => setImmediate(resolve)));
  last = turn;
  return turn;
}

/** Longest work on a long list without a break, in ms. */
export const STRETCH_MS = 10;

/** Call before each entry of a long list: breathes once the work since the last break took `STRETCH_MS`. */
export function createPace(): () => Promise<void> {
  let begunAt = performance.now();
  return async () => {
    if (performance.now() - begunAt < STRETCH_MS) return;
    await breathe();
    begunAt = performance.now();
  };
}
