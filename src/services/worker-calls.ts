/** Calls to a worker that answers each by its number. */
export interface WorkerCalls<Answer> {
  /** Rejects when the worker has been ended. */
  ask(call: object): Promise<Answer>;
  /** Says something that has no answer. */
  tell(message: object): void;
  /** Stops the worker; what waits for an answer rejects with this. */
  end(cause: unknown): void;
}

/**
 * @param onError the worker did not load, or failed beyond an answer: the caller ends it, with a cause of its own
 */
export function createWorkerCalls<Answer extends { readonly id: number }>(
  worker: Worker,
  onError: (event: ErrorEvent) => void,
): WorkerCalls<Answer> {
  const waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (cause: unknown) => void }>();
  let calls = 0;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
  const tell = (message: object) => worker.postMessage(message);
  worker.addEventListener('error', onError);
  worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    waiting.get(data.id)?.resolve(data);
    waiting.delete(data.id);
  });
  return {
    tell,
    ask: (call) =>
      new Promise((resolve, reject) => {
        calls += 1;
        waiting.set(calls, { resolve, reject });
        tell({ ...call, id: calls });
      }),
    end(cause) {
      worker.terminate();
      for (const { reject } of waiting.values()) reject(cause);
      waiting.clear();
    },
  };
}
