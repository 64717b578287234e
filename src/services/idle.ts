/** Longest wait for an idle browser, in ms. */
const LONGEST_WAIT_MS = 1000;
/** Safari does not tell when it is idle. */
const WAIT_UNTOLD_MS = 200;
/** Nobody waits longer for a first page to be painted, in ms. */
const LONGEST_PAINT_MS = 5000;

/**
 * Resolves when the first page is painted and the browser has nothing better to do. Before that it only seems idle: it
 * waits for the data of the page, or for its pictures.
 */
export async function untilIdle(): Promise<void> {
  await untilPainted();
  await untilFree();
}

/** Resolves when the browser has nothing better to do, whether or not it has painted the page. */
export function untilFree(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: LONGEST_WAIT_MS });
    else setTimeout(resolve, WAIT_UNTOLD_MS);
  });
}

/** Resolves at once in a window that nobody sees: it paints nothing. */
function untilPainted(): Promise<void> {
  return new Promise((resolve) => {
    if (document.visibilityState === 'hidden') return resolve();
    const end = () => {
      clearTimeout(timer);
      observer.disconnect();
      resolve();
    };
    const observer = new PerformanceObserver((paints) => {
      if (paints.getEntriesByName('first-contentful-paint').length > 0) end();
    });
    const timer = setTimeout(end, LONGEST_PAINT_MS);
    observer.observe({ type: 'paint', buffered: true });
  });
}

/** Resolves after so many ms. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
