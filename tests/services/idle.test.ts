import { afterEach, expect, test, vi } from 'vitest';
import { untilIdle } from '../../src/services/idle.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('waits until the browser says that it is idle, a second at most', async () => {
  const ask = vi.fn<(callback: () => void, options: { timeout: number }) => void>();
  vi.stubGlobal('requestIdleCallback', ask);
  const done = vi.fn<() => void>();
  const idle = untilIdle().then(done);
  expect(ask.mock.calls).toEqual([[expect.any(Function), { timeout: 1000 }]]);
  await Promise.resolve();
  expect(done).not.toHaveBeenCalled();
  ask.mock.calls[0]?.[0]();
  await idle;
  expect(done).toHaveBeenCalledOnce();
});

test('waits a moment in a browser that does not say so', async () => {
  vi.useFakeTimers();
  const done = vi.fn<() => void>();
  void untilIdle().then(done);
  await vi.advanceTimersByTimeAsync(199);
  expect(done).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toHaveBeenCalledOnce();
});
