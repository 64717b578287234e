/** Longest wait for an idle browser, in ms. */
const LONGEST_WAIT_MS = 1000;
/** For Safari, which has no idle callback. */
const FALLBACK_WAIT_MS = 200;
/** Longest wait for the first paint, in ms. */
const LONGEST_PAINT_MS = 5000;

export async function untilIdle(): Promise<void> {
  await untilPainted();
  await untilFree();
}

/** Resolves when the browser is idle, painted or not. */
export function untilFree(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: LONGEST_WAIT_MS });
    else setTimeout(resolve, FALLBACK_WAIT_MS);
  });
}

/** Resolves at once in a hidden window, which never paints. */
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

/** Milliseconds. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
