export interface WorkerCalls<Answer> {
  /** Rejects once the worker has ended. */
  ask(call: object): Promise<Answer>;
  notify(message: object): void;
  /** Stops the worker; pending calls reject with `cause`. */
  end(cause: unknown): void;
}

/** `onError`: the worker failed to load or crashed; the caller has to end it. */
export function createWorkerCalls<Answer extends { readonly id: number }>(
  worker: Worker,
  onError: (event: ErrorEvent) => void,
): WorkerCalls<Answer> {
  const waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (cause: unknown) => void }>();
  let calls = 0;
  const notify = (message: object) => worker.postMessage(message, []);
  worker.addEventListener('error', onError);
  worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    waiting.get(data.id)?.resolve(data);
    waiting.delete(data.id);
  });
  return {
    notify,
    ask: (call) =>
      new Promise((resolve, reject) => {
        calls += 1;
        waiting.set(calls, { resolve, reject });
        notify({ ...call, id: calls });
      }),
    end(cause) {
      worker.terminate();
      for (const { reject } of waiting.values()) reject(cause);
      waiting.clear();
    },
  };
}
