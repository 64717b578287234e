/** What was imported from a backup, by kind, and what was not. */
export interface Report {
  took(kind: string, count?: number): void;
  left(kind: string, what: string): void;
  note(text: string): void;
  lines(): string[];
}

/** Most names of skipped entries, of each kind. */
const MOST_NAMED = 5;

export function createReport(): Report {
  const counts = new Map<string, number>();
  const missed = new Map<string, string[]>();
  const notes = new Set<string>();
  return {
    took: (kind, count = 1) => void counts.set(kind, (counts.get(kind) ?? 0) + count),
    left: (kind, what) => void missed.set(kind, [...(missed.get(kind) ?? []), what]),
    note: (text) => void notes.add(text),
    lines: () => [
      `Taken over: ${[...counts].map(([kind, count]) => `${count} ${kind}`).join(', ')}.`,
      ...[...missed].map(([kind, names]) => {
        const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
        return `Left out: ${names.length} ${kind} (${names.slice(0, MOST_NAMED).join('; ')}${more}).`;
      }),
      ...notes,
    ],
  };
}
