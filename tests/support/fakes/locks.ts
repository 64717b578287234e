import type { Locks } from '../../../src/services/locks.ts';

/** Locks over the tabs of one test: give the same object to two roots and they are two tabs. */
export function createFakeLocks(): Locks {
  const last = new Map<string, Promise<unknown>>();
  return {
    withLock(name, work) {
      const turn = (last.get(name) ?? Promise.resolve()).then(work);
      last.set(name, turn.catch(() => undefined));
      return turn;
    },
  };
}
