import type { MainDatabase } from './database.ts';
import { isSearchTable } from './tables/search.ts';

/** Owner of a table's rows: a column, or the library of an item. Tables not named here belong to all. */
const owners: Readonly<Record<string, (row: 'NEW' | 'OLD') => string>> = {
  ...Object.fromEntries(
    ['libraryItems', 'itemCounts', 'itemValues', 'valueCounts', 'authors', 'series', 'collections'].map((table) => [
      table,
      (row: string) => `${row}.libraryId`,
    ]),
  ),
  ...Object.fromEntries(
    ['itemFiles', 'bookAuthors', 'bookSeries', 'podcastEpisodes', 'collectionBooks'].map((table) => [
      table,
      (row: string) => `(SELECT libraryId FROM main.libraryItems WHERE id = ${row}.itemId)`,
    ]),
  ),
  ...Object.fromEntries(['mediaProgress', 'playlists'].map((table) => [table, (row: string) => `${row}.userId`])),
  users: (row) => `${row}.id`,
};
/** Their rows are in no cached answer. */
const unwatched = new Set(['playbackSessions', 'refreshSessions', 'bookmarks', 'apiKeys']);

/** More than are counted between two exchanges of the database. */
const MOST_CHANGES = 1e12;

/**
 * Counters that grow with every changed row of an account, a library, or the shared tables, kept by triggers of this
 * connection: no write needs an announcement. Returns the number for an account in a library.
 */
export function createVersions(database: MainDatabase): (userId: string, libraryId: string) => number {
  let exchanges = -1;
  database.onOpen(() => {
    exchanges += 1;
    database.run(
      'CREATE TEMP TABLE IF NOT EXISTS versions (owner TEXT PRIMARY KEY, changes INTEGER NOT NULL) WITHOUT ROWID',
    );
    const tables = database.all<{ name: string }>(
      "SELECT name FROM main.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    );
    for (const { name } of tables.filter((table) => !unwatched.has(table.name) && !isSearchTable(table.name))) {
      for (const [change, row] of [
        ['INSERT', 'NEW'],
        ['UPDATE', 'NEW'],
        ['UPDATE', 'OLD'],
        ['DELETE', 'OLD'],
      ] as const) {
        const owner = Object.hasOwn(owners, name) ? owners[name]?.(row) : undefined;
        // The rows of a removed item count with the item.
        database.run(`CREATE TEMP TRIGGER IF NOT EXISTS "count ${name} ${change} ${row}" AFTER ${change} ON main."${name}" BEGIN
          INSERT INTO versions (owner, changes) VALUES (coalesce(${owner ?? 'NULL'}, ''), 1) ON CONFLICT (owner) DO UPDATE SET changes = changes + 1; END`);
      }
    }
  });
  return (userId, libraryId) =>
    exchanges * MOST_CHANGES +
    (database.get<{ n: number }>(
      "SELECT coalesce(sum(changes), 0) AS n FROM temp.versions WHERE owner IN ('', ?, ?)",
      userId,
      libraryId,
    )?.n ?? 0);
}
