import type { ElkNode } from 'elkjs/lib/elk-api.js';
import { createWorkerCalls, type WorkerCalls } from './worker-calls.ts';

/** Nested boxes with lines, in elk's format. */
export type ChartGraph = ElkNode;

/** Sizes in CSS pixels. */
export interface ChartLayout {
  /** Rejects for an invalid graph, or when the code failed to load. */
  place(graph: ChartGraph): Promise<ChartGraph>;
  end(): void;
}

interface Answer {
  readonly id: number;
  readonly data?: ChartGraph;
  readonly error?: unknown;
}

/** Layout by elk in a worker, started for the first graph. */
export function createChartLayout(startWorker: () => Worker): ChartLayout {
  let worker: WorkerCalls<Answer> | null = null;
  const end = (cause: Error) => {
    worker?.end(cause);
    worker = null;
  };
  const start = () => {
    const failed = () => end(new Error('The worker that places graphs did not load'));
    const started = createWorkerCalls<Answer>(startWorker(), failed);
    started.notify({ id: 0, cmd: 'register', algorithms: ['layered'] });
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
