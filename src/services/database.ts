import type { IDBPDatabase } from 'idb';

/**
 * Opens a database of this browser, made by `create` when it is new, or older than `version`.
 *
 * @param databases `indexedDB`, or null where the browser has none
 * @throws where there is none, or it is blocked
 */
export async function openDatabase(
  databases: IDBFactory | null,
  name: string,
  create: (database: IDBDatabase) => void,
  version = 1,
): Promise<IDBPDatabase> {
  if (!databases) throw new Error('This browser has no IndexedDB');
  const { wrap } = await import('idb');
  const request = databases.open(name, version);
  request.onupgradeneeded = () => create(request.result);
  const database = await wrap(request);
  if (!database) throw new Error('The database did not open');
  return database;
}
