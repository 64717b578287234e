import type { Mark } from '../../../src/schemas/marks.ts';
import { MarksException, type MarksStore } from '../../../src/services/marks-store.ts';

/** Marks in memory, over the tabs of one test. */
export interface FakeMarksStore extends MarksStore {
  readonly marks: ReadonlyMap<string, Mark>;
  readonly copied: readonly string[];
  /** `full` and `blocked` refuse writes, `closed` reads too. */
  mode: 'open' | 'full' | 'blocked' | 'closed';
  /** The clipboard refuses. */
  refusesCopy: boolean;
  /** As another tab does it: this one is notified. */
  putElsewhere(mark: Mark): void;
  removeElsewhere(id: string): void;
}

export function createFakeMarksStore(): FakeMarksStore {
  const marks = new Map<string, Mark>();
  const copied: string[] = [];
  const listeners = new Set<() => void>();
  const notify = () => listeners.forEach((listener) => listener());
  const failure = (name: string) => new MarksException(new DOMException('refused', name));
  const store: FakeMarksStore = {
    marks,
    copied,
    mode: 'open',
    refusesCopy: false,
    async read(userId, itemId) {
      if (store.mode === 'closed') throw failure('InvalidStateError');
      return [...marks.values()].filter((mark) => mark.userId === userId && mark.itemId === itemId);
    },
    async write(changes) {
      if (store.mode !== 'open') throw failure(store.mode === 'full' ? 'QuotaExceededError' : 'InvalidStateError');
      for (const change of changes) {
        const { id } = change.mark;
        if (change.kind === 'remove') marks.delete(id);
        else if (change.kind === 'put') marks.set(id, change.mark);
        else marks.set(id, { ...(marks.get(id) ?? change.mark), ...change.fields });
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async copy(text) {
      if (store.refusesCopy) throw new Error('refused');
      copied.push(text);
    },
    putElsewhere(mark) {
      marks.set(mark.id, mark);
      notify();
    },
    removeElsewhere(id) {
      marks.delete(id);
      notify();
    },
  };
  return store;
}
