import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createWorkerReplacer, LIMIT_MS } from '../../src/services/replace-worker.ts';
import { replaceTexts, type ReplaceCall } from '../../src/services/replace-texts.ts';

const call: ReplaceCall = { find: 'a', isPattern: false, matchesCase: true, replacement: 'b', texts: ['a', 'c'] };

/** A worker that works on the test's command. */
class FakeWorker extends EventTarget {
  readonly report: (ReplaceCall & { readonly id: number })[] = [];
  isEnded = false;
  postMessage(message: ReplaceCall & { id: number }): void {
    this.report.push(message);
  }
  terminate(): void {
    this.isEnded = true;
  }
  work(): void {
    for (const { id, ...one } of this.report)
      this.dispatchEvent(new MessageEvent('message', { data: { ...replaceTexts(one), id } }));
  }
}

function create() {
  const workers: FakeWorker[] = [];
  const replacer = createWorkerReplacer(() => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker as unknown as Worker;
  });
  return { replacer, workers };
}
const { signal } = new AbortController();

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('one worker answers one call after the other', async () => {
  const { replacer, workers } = create();
  const first = replacer.replace(call, signal);
  workers[0]?.work();
  await expect(first).resolves.toMatchObject({ kind: 'done', texts: ['b', null] });
  const second = replacer.replace({ ...call, find: 'c' }, signal);
  workers[0]?.work();
  await expect(second).resolves.toMatchObject({ kind: 'done', texts: [null, 'b'] });
  expect(workers).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});

test('an endless pattern is reported after the limit, and the next call has another worker', async () => {
  const { replacer, workers } = create();
  const slow = replacer.replace({ ...call, find: '(a+)+$', isPattern: true }, signal);
  await vi.advanceTimersByTimeAsync(LIMIT_MS);
  await expect(slow).resolves.toEqual({ kind: 'slow' });
  expect(workers[0]?.isEnded).toBe(true);
  const next = replacer.replace(call, signal);
  workers[1]?.work();
  await expect(next).resolves.toMatchObject({ kind: 'done' });
});

test('a cancelled call ends its worker', async () => {
  const { replacer, workers } = create();
  const controller = new AbortController();
  const given = replacer.replace(call, controller.signal);
  controller.abort(new Error('left'));
  await expect(given).rejects.toThrow('left');
  expect([workers[0]?.isEnded, vi.getTimerCount()]).toEqual([true, 0]);
  await expect(replacer.replace(call, controller.signal)).rejects.toThrow('left');
});

test('a worker that failed to load rejects, and the next call retries', async () => {
  const { replacer, workers } = create();
  const failed = replacer.replace(call, signal);
  workers[0]?.dispatchEvent(new Event('error'));
  await expect(failed).rejects.toThrow('did not load');
  void replacer.replace(call, signal).catch(() => undefined);
  expect(workers).toHaveLength(2);
  vi.clearAllTimers();
});
