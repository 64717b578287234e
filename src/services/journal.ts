import type { IDBPDatabase, IDBPObjectStore } from 'idb';
import { safeParse } from 'zod/v4/core';
import { journalRecord, type JournalRecord } from '../schemas/journal.ts';
import { openDatabase } from './database.ts';

/**
 * Heard seconds and positions that the server may not have yet, by playback session, kept over the end of the page.
 * Never throws or rejects: a storage that is blocked or full keeps nothing.
 */
export interface Journal {
  /** What is kept, of all accounts and pages. What cannot be read is left out, and stays for a version that can. */
  read(): Promise<readonly JournalRecord[]>;
  /** Begun at once, so that it still happens when the page is about to end. Writes keep their order. */
  write(record: JournalRecord): void;
  remove(sessionId: string): void;
  /** Resolves when what was written before is kept, or cannot be; in any case soon. Null: nothing is on its way. */
  written(): Promise<void> | null;
}

const DATABASE = 'earmark';
const STORE = 'journal';
/** A disk that takes longer (ms) is not waited for. */
const LONGEST_WRITE_MS = 500;

/** @param databases `indexedDB`, or null where the browser has none */
export function createJournal(databases: IDBFactory | null): Journal {
  let connection: Promise<IDBPDatabase> | null = null;
  let open: IDBPDatabase | null = null;
  let hasWarned = false;
  const pending = new Set<Promise<unknown>>();

  function connect(): Promise<IDBPDatabase> {
    connection ??= openDatabase(databases, DATABASE, makeStore).then((database) => {
      const forget = () => {
        connection = null;
        open = null;
      };
      // A later version of the program in another tab is not held up.
      database.addEventListener('versionchange', () => {
        database.close();
        forget();
      });
      database.addEventListener('close', forget);
      open = database;
      return database;
    });
    connection.catch(() => (connection = null));
    return connection;
  }

  function change(work: (store: IDBPDatabase) => Promise<unknown>): void {
    const done: Promise<unknown> = (open ? work(open) : connect().then(work))
      .catch((cause: unknown) => {
        if (!hasWarned) console.warn('Heard seconds cannot be kept in this browser', cause);
        hasWarned = true;
      })
      .finally(() => pending.delete(done));
    pending.add(done);
  }

  return {
    async read() {
      try {
        const database = await connect();
        const all = (await database.getAll(STORE)) as unknown[];
        return all.flatMap((value) => {
          const parsed = safeParse(journalRecord, value);
          return parsed.success ? [parsed.data] : [];
        });
      } catch {
        return [];
      }
    },
    write: (record) =>
      change(async (database) => {
        try {
          await commit(database, (store) => store.put(record));
        } catch (cause) {
          // An old record would take back what the server gets from now on.
          await commit(database, (store) => store.delete(record.sessionId));
          throw cause;
        }
      }),
    remove: (sessionId) => change((database) => commit(database, (store) => store.delete(sessionId))),
    written() {
      if (pending.size === 0) return null;
      const wait = new Promise<void>((resolve) => setTimeout(resolve, LONGEST_WRITE_MS));
      return Promise.race([Promise.all(pending).then(() => undefined), wait]);
    },
  };
}

function makeStore(database: IDBDatabase): void {
  database.createObjectStore(STORE, { keyPath: 'sessionId' });
}

type JournalStore = IDBPObjectStore<unknown, [typeof STORE], typeof STORE, 'readwrite'>;

/** Ended by hand, because a page that is going does not live to see its transaction end by itself. */
async function commit(database: IDBPDatabase, work: (store: JournalStore) => Promise<unknown>): Promise<void> {
  const change = database.transaction(STORE, 'readwrite');
  const made = work(change.store);
  change.commit();
  await Promise.all([made, change.done]);
}
