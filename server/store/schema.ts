import { StartError } from '../errors.ts';
import type { Database } from './database.ts';
import { accountTables, tokenVersions } from './tables/accounts.ts';
import {
  explicitItems,
  libraryCounts,
  libraryIndexes,
  libraryListIndexes,
  libraryOrder,
  libraryTables,
} from './tables/library.ts';
import { listeningTables, sessionsByStart, sessionsOutliveUsers } from './tables/listening.ts';
import { listTables } from './tables/lists.ts';
import { foldDue } from './search-index.ts';
import { foldedSearch, searchByRange, searchTables } from './tables/search.ts';

/** One entry per schema version, in order. Never edit a released entry: add another. */
const migrations: readonly string[] = [
  [accountTables, libraryTables, listeningTables, listTables].join('\n'),
  libraryIndexes,
  tokenVersions,
  libraryListIndexes,
  searchTables,
  libraryOrder,
  libraryCounts,
  sessionsOutliveUsers,
  foldedSearch,
  sessionsByStart,
  searchByRange,
  explicitItems,
];

/**
 * Upgrades an open database to the newest schema, or refuses one of a newer Earmark. With many items that takes
 * seconds: for an existing database `say` gets a line at the start and the duration at the end.
 */
export function migrate(
  database: Database,
  exec: (sql: string) => void,
  dataDir: string,
  say: (text: string) => void,
): void {
  const version = database.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0;
  if (version > migrations.length) {
    throw new StartError(
      `The data folder ${dataDir} was written by a newer Earmark (schema ${version}, this one knows ${migrations.length}). ` +
        'Update Earmark or choose another folder with --data.',
    );
  }
  const isOlder = version > 0 && version < migrations.length;
  if (isOlder) say(`The database is brought from schema ${version} to ${migrations.length}; do not end the server`);
  const started = performance.now();
  for (const [index, sql] of migrations.entries()) {
    if (index < version) continue;
    database.transaction(() => {
      exec(sql);
      exec(`PRAGMA user_version = ${index + 1}`);
    });
  }
  database.transaction(() => foldDue(database));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (isOlder) say(`The database has schema ${migrations.length}; that took ${seconds} s`);
}
