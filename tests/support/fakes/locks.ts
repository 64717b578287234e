import type { Locks } from '../../../src/services/locks.ts';

/** Locks over the tabs of one test: give the same object to two roots and they are two tabs. */
export function createFakeLocks(): Locks {
  const last = new Map<string, Promise<unknown>>();
  const held = new Map<string, { readonly ended: Promise<void> }>();
  return {
    withLock(name, work) {
      const before = last.get(name);
      const turn = (before ?? Promise.resolve()).then(() => work(before !== undefined));
      const end = turn
        .then(
          () => undefined,
          () => undefined,
        )
        .finally(() => {
          if (last.get(name) === end) last.delete(name);
        });
      last.set(name, end);
      return turn;
    },
    async hold(name, signal) {
      while (held.has(name) && !signal.aborted) await Promise.race([held.get(name)?.ended, aborted(signal)]);
      if (signal.aborted) return new Promise(() => undefined);
      let release = () => undefined as void;
      const ended = new Promise<void>((resolve) => {
        release = () => {
          held.delete(name);
          resolve();
        };
      });
      held.set(name, { ended });
      return release;
    },
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
}
