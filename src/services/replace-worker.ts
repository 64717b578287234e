import type { ReplaceAnswer } from './replace-texts.ts';
import type { NumberedAnswer } from './replace.worker.ts';
import type { Replacer } from './replacer.ts';
import { createWorkerCalls, type WorkerCalls } from './worker-calls.ts';

/** Timeout of a search, in ms; 1,000 titles take about one. */
export const LIMIT_MS = 2000;

export const startReplaceWorker = (): Worker =>
  new Worker(new URL('./replace.worker.ts', import.meta.url), { type: 'module' });

/** Replaces in a worker, started on first use. A timeout or abort ends the worker; the next call starts another. */
export function createWorkerReplacer(startWorker: () => Worker): Replacer {
  let running: WorkerCalls<NumberedAnswer> | null = null;
  const end = (cause: unknown) => {
    running?.end(cause);
    running = null;
  };
  return {
    async replace(call, signal) {
      signal.throwIfAborted();
      running ??= createWorkerCalls<NumberedAnswer>(startWorker(), () =>
        end(new Error('The worker that replaces texts did not load')),
      );
      const { ask } = running;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const abort = () => end(signal.reason);
      signal.addEventListener('abort', abort);
      try {
        const limit = new Promise<ReplaceAnswer>((resolve) => {
          timer = setTimeout(() => {
            resolve({ kind: 'slow' });
            end(new Error('Too slow'));
          }, LIMIT_MS);
        });
        return await Promise.race([ask(call), limit]);
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
      }
    },
  };
}
