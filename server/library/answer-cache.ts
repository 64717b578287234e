import type { Database } from '../store/database.ts';

/** Cached answers are kept up to this many characters in all. */
const MAX_CHARACTERS = 16 * 1024 * 1024;

/**
 * Answers that stay the same until any row of the database changes, by key (user and URL). The key of the change is SQLite's
 * own counter of changed rows, so nothing has to announce its writes.
 */
export function createAnswerCache(database: Database) {
  let answers = new Map<string, string>();
  let version = -1;
  let size = 0;
  return (key: string, make: () => unknown): string => {
    const now = database.get<{ n: number }>('SELECT total_changes() AS n')?.n ?? 0;
    if (now !== version || size > MAX_CHARACTERS) {
      answers = new Map();
      size = 0;
      version = now;
    }
    const known = answers.get(key);
    if (known !== undefined) return known;
    const made = JSON.stringify(make());
    answers.set(key, made);
    size += made.length;
    return made;
  };
}
