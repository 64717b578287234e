import { StartError } from '../errors.ts';
import type { Database } from './database.ts';
import { accountTables } from './tables/accounts.ts';
import { libraryIndexes, libraryTables } from './tables/library.ts';
import { listeningTables } from './tables/listening.ts';
import { listTables } from './tables/lists.ts';

/** One entry per schema version, in order. A landed entry is never edited: add another. */
const migrations: readonly string[] = [[accountTables, libraryTables, listeningTables, listTables].join('\n'), libraryIndexes];

/** Brings an opened database to the newest schema, or refuses one that a newer Earmark has written. */
export function migrate(database: Database, exec: (sql: string) => void, dataDir: string): void {
  const version = database.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0;
  if (version > migrations.length) {
    throw new StartError(
      `The data folder ${dataDir} was written by a newer Earmark (schema ${version}, this one knows ${migrations.length}). ` +
        'Update Earmark or choose another folder with --data.',
    );
  }
  for (const [index, sql] of migrations.entries()) {
    if (index < version) continue;
    database.transaction(() => {
      exec(sql);
      exec(`PRAGMA user_version = ${index + 1}`);
    });
  }
}
