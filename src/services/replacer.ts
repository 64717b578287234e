import type { ReplaceAnswer, ReplaceCall } from './replace-texts.ts';

/** Finds and replaces in a worker: an endless pattern does not block the page. */
export interface Replacer {
  /** Rejects on abort, and when its code failed to load. */
  replace(call: ReplaceCall, signal: AbortSignal): Promise<ReplaceAnswer>;
}

export function createReplacer(): Replacer {
  let worker: Replacer | null = null;
  return {
    async replace(call, signal) {
      const { createWorkerReplacer, startReplaceWorker } = await import('./replace-worker.ts');
      worker ??= createWorkerReplacer(startReplaceWorker);
      return worker.replace(call, signal);
    },
  };
}
