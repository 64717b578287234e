import type { ElkNode } from 'elkjs/lib/elk-api.js';
import { createWorkerCalls, type WorkerCalls } from './worker-calls.ts';

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
  let worker: WorkerCalls<Answer> | null = null;
  const end = (cause: Error) => {
    worker?.end(cause);
    worker = null;
  };
  const start = () => {
    const failed = () => end(new Error('The worker that places graphs did not load'));
    const started = createWorkerCalls<Answer>(startWorker(), failed);
    started.tell({ id: 0, cmd: 'register', algorithms: ['layered'] });
    return started;
  };
  return {
    async place(graph) {
      worker ??= start();
      const { data, error } = await worker.ask({ cmd: 'layout', graph, layoutOptions: {}, options: {} });
      if (!data) throw new Error('The graph cannot be placed', { cause: error });
      return data;
    },
    end: () => end(new Error('Ended')),
  };
}
