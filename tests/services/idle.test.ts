import { beforeEach, expect, test, vi } from 'vitest';
import { untilIdle } from '../../src/services/idle.ts';

const ask = vi.fn<(callback: () => void, options: { timeout: number }) => void>();
const observe = vi.fn<(options: object) => void>();
const disconnect = vi.fn<() => void>();
let report: (names: readonly string[]) => void = () => undefined;

beforeEach(() => {
  vi.useFakeTimers();
  for (const mock of [ask, observe, disconnect]) mock.mockClear();
  vi.stubGlobal('document', { visibilityState: 'visible' });
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      readonly observe = observe;
      readonly disconnect = disconnect;
      constructor(reported: (list: { getEntriesByName(name: string): readonly string[] }) => void) {
        report = (names) => reported({ getEntriesByName: (name) => names.filter((one) => one === name) });
      }
    },
  );
});

/** Whether it has resolved, after everything that needs no time. */
function start() {
  const done = vi.fn<() => void>();
  void untilIdle().then(done);
  return async (ms = 0) => {
    await vi.advanceTimersByTimeAsync(ms);
    return done.mock.calls.length === 1;
  };
}

test('waits until the page is painted, and then until the browser is idle, a second at most', async () => {
  vi.stubGlobal('requestIdleCallback', ask);
  const isDone = start();
  expect(observe.mock.calls).toEqual([[{ type: 'paint', buffered: true }]]);
  report(['first-paint']);
  await isDone();
  expect(ask).not.toHaveBeenCalled();
  report(['first-paint', 'first-contentful-paint']);
  expect(await isDone()).toBe(false);
  expect(ask.mock.calls).toEqual([[expect.any(Function), { timeout: 1000 }]]);
  ask.mock.calls[0]?.[0]();
  expect(await isDone()).toBe(true);
  expect([disconnect.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0]);
});

test('waits a moment in a browser without idle reports', async () => {
  const isDone = start();
  report(['first-contentful-paint']);
  expect(await isDone(199)).toBe(false);
  expect(await isDone(1)).toBe(true);
});

test('does not wait for paint in a hidden window', async () => {
  vi.stubGlobal('document', { visibilityState: 'hidden' });
  const isDone = start();
  expect(await isDone(200)).toBe(true);
  expect(observe).not.toHaveBeenCalled();
});

test('waits five seconds for paint at most', async () => {
  const isDone = start();
  expect(await isDone(5199)).toBe(false);
  expect(await isDone(1)).toBe(true);
  expect(disconnect).toHaveBeenCalledOnce();
});
