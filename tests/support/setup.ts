import { afterEach, vi } from 'vitest';
import { stopRoots } from './roots.ts';

afterEach(() => {
  stopRoots();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
