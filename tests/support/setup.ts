import { afterEach, vi } from 'vitest';
import { failOnUnexpected } from './console.ts';
import { stopRoots } from './roots.ts';

afterEach(() => {
  stopRoots();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  failOnUnexpected();
});
