import type { Locks } from '../../../src/services/locks.ts';

/** Locks over the tabs of one test: give the same object to two roots and they are two tabs. */
export function createFakeLocks(): Locks {
  const last = new Map<string, Promise<unknown>>();
  return {
    withLock(name, work) {
      const before = last.get(name);
      const turn = (before ?? Promise.resolve()).then(() => work(before !== undefined));
      const end = turn.then(() => undefined, () => undefined).finally(() => {
        if (last.get(name) === end) last.delete(name);
      });
      last.set(name, end);
      return turn;
    },
  };
}
