import type { ElkNode } from 'elkjs/lib/elk-api.js';

/** Boxes in boxes with lines between them, as elk takes and gives them. */
export type ChartGraph = ElkNode;

/** Places boxes and lines of a graph. Sizes in CSS pixels. */
export interface ChartLayout {
  /** The same graph with places. Rejects when it cannot be placed, or the code failed to load. */
  place(graph: ChartGraph): Promise<ChartGraph>;
  /** Stops the worker. */
  end(): void;
}

/** What elk's worker answers to the call of this number. */
interface Answer {
  readonly id: number;
  readonly data?: ChartGraph;
  readonly error?: unknown;
}

/** Placing by elk in a worker, which `startWorker` makes for the first graph. */
export function createChartLayout(startWorker: () => Worker): ChartLayout {
  let worker: Worker | null = null;
  let calls = 0;
  const waiting = new Map<number, { resolve: (graph: ChartGraph) => void; reject: (cause: unknown) => void }>();
  const end = (cause: Error) => {
    worker?.terminate();
    worker = null;
    for (const { reject } of waiting.values()) reject(cause);
    waiting.clear();
  };
  const start = () => {
    const started = startWorker();
    started.addEventListener('message', ({ data: { id, data, error } }: MessageEvent<Answer>) => {
      const call = waiting.get(id);
      waiting.delete(id);
      if (data) call?.resolve(data);
      else call?.reject(new Error('The graph cannot be placed', { cause: error }));
    });
    started.addEventListener('error', () => end(new Error('The worker that places graphs did not load')));
    tell(started, { id: 0, cmd: 'register', algorithms: ['layered'] });
    return started;
  };
  return {
    place: (graph) =>
      new Promise((resolve, reject) => {
        worker ??= start();
        calls += 1;
        waiting.set(calls, { resolve, reject });
        tell(worker, { id: calls, cmd: 'layout', graph, layoutOptions: {}, options: {} });
      }),
    end: () => end(new Error('Ended')),
  };
}

function tell(worker: Worker, message: object): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
  worker.postMessage(message);
}
