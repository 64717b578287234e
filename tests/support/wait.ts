import { vi } from 'vitest';

/** Files that share a worker share `vi`, and get it with the changes of the first of them. */
const given: { readonly waitFor: typeof vi.waitFor } = ((vi as { given?: { waitFor: typeof vi.waitFor } }).given ??= {
  waitFor: vi.waitFor,
});

/**
 * `vi.waitFor` that checks again after 1 ms, not after 50: machines settle within a few microtasks, and thousands of
 * tests wait for one. With a clock of its own a check moves that on by 50 ms, as before.
 */
export const waitForSoon: typeof vi.waitFor = (callback, options = {}) => {
  const wanted = typeof options === 'number' ? { timeout: options } : options;
  return given.waitFor(callback, vi.isFakeTimers() ? wanted : { interval: 1, ...wanted });
};
