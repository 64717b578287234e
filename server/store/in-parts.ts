import { breathe, STRETCH_MS } from '../breathe.ts';
import type { Database } from './database.ts';

/** Most entries of one part. */
const MOST_AT_ONCE = 500;

/**
 * Stores the entries of a long list in parts of about `STRETCH_MS`, each in one transaction; other requests run in
 * between. `stored` gets the result of `store` for an entry once it is committed. When one fails, those before it stay.
 */
export async function storeInParts<Entry, Result>(
  database: Pick<Database, 'transaction'>,
  entries: readonly Entry[],
  store: (entry: Entry) => Result,
  stored: (result: Result) => void = () => undefined,
): Promise<void> {
  for (let start = 0; start < entries.length;) {
    if (start > 0) await breathe();
    const part = entries.slice(start, start + MOST_AT_ONCE);
    const begunAt = performance.now();
    const results: Result[] = [];
    try {
      database.transaction(() => {
        for (const entry of part) {
          results.push(store(entry));
          if (performance.now() - begunAt >= STRETCH_MS) break;
        }
      });
    } catch {
      // The part is rolled back: it is stored again up to the entry that fails.
      const again = part.slice(0, results.splice(0).length + 1);
      for (const entry of again) stored(database.transaction(() => store(entry)));
      start += again.length;
    }
    start += results.length;
    for (const result of results) stored(result);
  }
}
