import type { ContractIssue } from '../schemas/app-error.ts';

/** Entries of lists that could not be read, and were left out. */
export interface Unreadable {
  /** Name of the endpoint or of the socket's event that brought most of them so far. */
  readonly source: string;
  /** Over all sources, the most that each brought at once. */
  readonly total: number;
}

/** The one place that hears of entries which tolerant lists left out. */
export interface UnreadableEntries {
  /** Logs the first entries and tells the listeners, unless this source brought as many before. */
  report(source: string, dropped: readonly ContractIssue[]): void;
  /** Returns the end of the subscription. */
  subscribe(listener: (unreadable: Unreadable) => void): () => void;
}

/** Most entries of one answer that are logged. */
const MOST_LOGGED = 5;

export function createUnreadableEntries(): UnreadableEntries {
  const known = new Map<string, number>();
  const listeners = new Set<(unreadable: Unreadable) => void>();
  return {
    report(source, dropped) {
      if (dropped.length <= (known.get(source) ?? 0)) return;
      known.set(source, dropped.length);
      console.warn(`${source}: ${dropped.length} entries could not be read`, dropped.slice(0, MOST_LOGGED));
      const total = [...known.values()].reduce((sum, count) => sum + count, 0);
      for (const listener of listeners) listener({ source, total });
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
