/** So long the browser may have better things to do, in ms. */
const LONGEST_WAIT_MS = 1000;
/** Safari does not tell when it is idle. */
const WAIT_UNTOLD_MS = 200;

/** Resolves when the browser has nothing better to do, such as drawing the first page; after a second at the latest. */
export function untilIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: LONGEST_WAIT_MS });
    else setTimeout(resolve, WAIT_UNTOLD_MS);
  });
}
