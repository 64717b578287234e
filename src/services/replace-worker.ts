import type { ReplaceAnswer } from './replace-texts.ts';
import type { NumberedAnswer } from './replace.worker.ts';
import type { Replacer } from './replacer.ts';
import { createWorkerCalls, type WorkerCalls } from './worker-calls.ts';

/** How long one search may take, in ms; one over 1,000 titles takes about one. */
export const LIMIT_MS = 2000;

export const startReplaceWorker = (): Worker =>
  new Worker(new URL('./replace.worker.ts', import.meta.url), { type: 'module' });

/**
 * A replacer whose work is done by a worker, which starts with the first call. A call that takes longer than the limit,
 * and one that is aborted, ends the worker: the next call starts another one.
 */
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
