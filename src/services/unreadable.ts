import type { ContractIssue } from '../schemas/app-error.ts';

export interface Unreadable {
  /** The endpoint or event with the most so far. */
  readonly source: string;
  /** Sum over all sources of the most that each had at once. */
  readonly total: number;
}

export interface UnreadableEntries {
  /** Logs the first entries and notifies, unless this source had as many before. */
  report(source: string, dropped: readonly ContractIssue[]): void;
  subscribe(listener: (unreadable: Unreadable) => void): () => void;
}

/** Logged entries per answer. */
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
