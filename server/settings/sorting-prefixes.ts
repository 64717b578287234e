import { moveTitlePrefix } from '../scan/names.ts';
import type { Database } from '../store/database.ts';

/** Writes the sort names of all items and series anew and returns how many changed. */
export function renameIgnoringPrefixes(database: Database, prefixes: readonly string[]): number {
  const rename = (select: string, update: string): number => {
    const rows = database.all<{ id: string; name: string; sortName: string }>(select);
    const changed = rows.map(({ id, name, sortName }) => ({ id, sortName, next: moveTitlePrefix(name, prefixes) })).filter((row) => row.next !== row.sortName);
    for (const { id, next } of changed) database.run(update, next, id);
    return changed.length;
  };
  return database.transaction(
    () =>
      rename('SELECT id, title AS name, titleIgnorePrefix AS sortName FROM libraryItems', 'UPDATE libraryItems SET titleIgnorePrefix = ? WHERE id = ?') +
      rename('SELECT id, name, nameIgnorePrefix AS sortName FROM series', 'UPDATE series SET nameIgnorePrefix = ? WHERE id = ?'),
  );
}
