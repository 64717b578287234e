import type { IDBPDatabase } from 'idb';

/** `create` makes or upgrades it. `databases`: `indexedDB`, or null without. Rejects when missing or blocked. */
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
