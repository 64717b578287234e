import { expect, test } from 'vitest';
import { createChartLayout } from '../../src/services/chart-layout.ts';

/** A worker that records its messages; `say` is its answer. */
class FakeWorker extends EventTarget {
  readonly report: { readonly id: number; readonly cmd: string }[] = [];
  isEnded = false;
  postMessage(message: { id: number; cmd: string }): void {
    this.report.push(message);
  }
  terminate(): void {
    this.isEnded = true;
  }
  say(data: object): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

function create() {
  const workers: FakeWorker[] = [];
  const layout = createChartLayout(() => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker as unknown as Worker;
  });
  return { layout, workers };
}

test('the worker starts with the first graph, and each graph gets its own answer', async () => {
  const { layout, workers } = create();
  expect(workers).toEqual([]);
  const [first, second] = [layout.place({ id: 'a' }), layout.place({ id: 'b' })];
  expect(workers[0]?.report.map(({ id, cmd }) => [id, cmd])).toEqual([
    [0, 'register'],
    [1, 'layout'],
    [2, 'layout'],
  ]);
  workers[0]?.say({ id: 0, data: {} });
  workers[0]?.say({ id: 2, data: { id: 'b', x: 2 } });
  workers[0]?.say({ id: 1, data: { id: 'a', x: 1 } });
  await expect(Promise.all([first, second])).resolves.toEqual([
    { id: 'a', x: 1 },
    { id: 'b', x: 2 },
  ]);
});

test('a graph that cannot be laid out rejects, the next one is tried', async () => {
  const { layout, workers } = create();
  const failing = layout.place({ id: 'a' });
  workers[0]?.say({ id: 1, error: { message: 'no' } });
  await expect(failing).rejects.toThrow('cannot be placed');
  const next = layout.place({ id: 'b' });
  workers[0]?.say({ id: 2, data: { id: 'b' } });
  await expect(next).resolves.toEqual({ id: 'b' });
});

test('a worker that failed to load rejects all pending graphs, and another one starts for the next', async () => {
  const { layout, workers } = create();
  const failing = layout.place({ id: 'a' });
  workers[0]?.dispatchEvent(new Event('error'));
  await expect(failing).rejects.toThrow('did not load');
  expect(workers[0]?.isEnded).toBe(true);
  const next = layout.place({ id: 'b' });
  // Each worker counts its own calls.
  expect(workers[1]?.report.at(-1)).toMatchObject({ id: 1, cmd: 'layout' });
  workers[1]?.say({ id: 1, data: { id: 'b' } });
  await expect(next).resolves.toEqual({ id: 'b' });
});

test('the end stops the worker', async () => {
  const { layout, workers } = create();
  const waiting = layout.place({ id: 'a' });
  layout.end();
  await expect(waiting).rejects.toThrow('Ended');
  expect(workers[0]?.isEnded).toBe(true);
});
