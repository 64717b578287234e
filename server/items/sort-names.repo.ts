import { moveTitlePrefix } from './names.ts';
import type { Database } from '../store/database.ts';

/** Rewrites the sort names of all items and series, those in stored lists too, and returns how many changed. */
export function renameIgnoringPrefixes(database: Database, prefixes: readonly string[]): number {
  const rename = (select: string, write: (id: string, sortName: string) => void): number => {
    const rows = database.all<{ id: string; name: string; sortName: string }>(select);
    const changed = rows
      .map(({ id, name, sortName }) => ({ id, sortName, next: moveTitlePrefix(name, prefixes) }))
      .filter((row) => row.next !== row.sortName);
    for (const { id, next } of changed) write(id, next);
    return changed.length;
  };
  return database.transaction(
    () =>
      rename('SELECT id, title AS name, titleIgnorePrefix AS sortName FROM libraryItems', (id, next) => {
        database.run(
          "UPDATE libraryItems SET titleIgnorePrefix = ?, media = json_set(media, '$.media.metadata.titleIgnorePrefix', ?) WHERE id = ?",
          next,
          next,
          id,
        );
      }) +
      rename('SELECT id, name, nameIgnorePrefix AS sortName FROM series', (id, next) => {
        database.run('UPDATE series SET nameIgnorePrefix = ? WHERE id = ?', next, id);
      }),
  );
}
