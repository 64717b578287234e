import type { ReplaceAnswer, ReplaceCall } from './replace-texts.ts';

/** Finds and replaces in many texts, beside the page: a pattern that never ends stops nothing. */
export interface Replacer {
  /** Rejects when its code failed to load, and when it is aborted. */
  replace(call: ReplaceCall, signal: AbortSignal): Promise<ReplaceAnswer>;
}

/** The code comes with the first use. */
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
