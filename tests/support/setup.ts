import { afterEach, vi } from 'vitest';
import { failOnUnexpected } from './console.ts';
import { stopRoots } from './roots.ts';
import { waitForSoon } from './wait.ts';

vi.waitFor = waitForSoon;

afterEach(() => {
  const listening = stopRoots();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  failOnUnexpected();
  if (listening.length > 0) throw new Error(`Stopped, and still listening: ${listening.join(', ')}`);
});
