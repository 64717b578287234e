import type { IDBPDatabase, IDBPObjectStore } from 'idb';
import { safeParse, type $ZodType } from 'zod/v4/core';
import type { JournalRecord } from '../schemas/journal.ts';
import type { PendingChange } from '../schemas/pending-change.ts';
import type { ReadingPlace } from '../schemas/reading.ts';
import { openDatabase } from './database.ts';
import { pause } from './idle.ts';

/** In IndexedDB, or in localStorage while that is blocked or full, or in memory. Never throws or rejects. */
export interface KeptRecords<Record> {
  /** Records of all accounts and pages. Unreadable ones are skipped and stay for a version that can read them. */
  read(): Promise<readonly Record[]>;
  /**
   * Starts at once, to finish before the page ends. Writes keep their order. Resolves to whether the database has it:
   * a killed browser loses what localStorage got last.
   */
  write(record: Record): Promise<boolean>;
  remove(key: string): void;
}

/** Data that the server has not confirmed, kept over the end of the page. Heard seconds are never kept in memory. */
export interface Journal extends KeptRecords<JournalRecord> {
  /** Resolves soon: whether all earlier writes are stored. Null: none pending. */
  written(): Promise<boolean> | null;
  readonly changes: KeptRecords<PendingChange>;
  readonly places: KeptRecords<ReadingPlace>;
}

const DATABASE = 'earmark';
const VERSION = 2;
/** Longest wait for a write, in ms. */
const LONGEST_WRITE_MS = 500;

/** Works on the database of the journal, which it opens when it is closed. */
function openJournal(databases: IDBFactory | null) {
  let connection: Promise<IDBPDatabase> | null = null;
  let open: IDBPDatabase | null = null;
  function connect(): Promise<IDBPDatabase> {
    connection ??= openDatabase(databases, DATABASE, makeStores, VERSION).then((database) => {
      const forget = () => {
        connection = null;
        open = null;
      };
      // Don't block an upgrade by a newer client in another tab.
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

  return async <Result>(work: (database: IDBPDatabase) => Promise<Result>) => work(open ?? (await connect()));
}

/** By key. Without those that this version cannot read. */
async function parsedIn<Name extends StoreName>(
  store: Name,
  values: () => readonly unknown[],
  keyOf: (record: Kept[Name]) => string,
) {
  const load: () => Promise<$ZodType<Kept[Name]>> = SCHEMAS[store];
  const schema = await load().catch(() => null);
  const stored = new Map<string, Kept[Name]>();
  for (const value of values()) {
    const parsed = schema && safeParse(schema, value);
    if (parsed?.success) stored.set(keyOf(parsed.data), parsed.data);
  }
  return stored;
}

/** `key`: to remove the old record on failure, which would revert what the server gets from now on. */
async function putIn<Name extends StoreName>(
  database: IDBPDatabase,
  store: Name,
  record: Kept[Name],
  key: string | null,
) {
  try {
    await commit(database, store, (kept) => kept.put(record));
  } catch (cause) {
    if (key !== null) await commit(database, store, (kept) => kept.delete(key));
    throw cause;
  }
}

function warnOnce() {
  let hasWarned = false;
  return (cause: unknown): false => {
    if (!hasWarned) console.warn('Changes and heard seconds cannot be kept in this browser', cause);
    hasWarned = true;
    return false;
  };
}

/** `databases`: `indexedDB`, or null without. `area`: `localStorage`, or null when blocked. */
export function createJournal(databases: IDBFactory | null, area: Storage | null): Journal {
  const withDatabase = openJournal(databases);
  const warn = warnOnce();
  const pending = new Set<Promise<boolean>>();

  /** `fallBack` works without the database and returns whether it could. */
  function change(
    work: (store: IDBPDatabase) => Promise<unknown>,
    fallBack: (cause: unknown) => boolean,
  ): Promise<boolean> {
    const done = withDatabase(work).then(() => true, fallBack);
    pending.add(done);
    void done.finally(() => pending.delete(done));
    return done;
  }

  function keptIn<Name extends StoreName>(
    store: Name,
    keyOf: (record: Kept[Name]) => string,
    /** Unstored records stay in memory. */
    isRemembered: boolean,
  ): KeptRecords<Kept[Name]> {
    const spare = spareFor(area, store);
    /** By key; null: removed. */
    const unkept = new Map<string, Kept[Name] | null>();
    const note = (key: string, record: Kept[Name] | null, done: Promise<boolean>) => {
      if (!isRemembered) return;
      unkept.set(key, record);
      void done.then((isKept) => isKept && unkept.get(key) === record && unkept.delete(key));
    };
    return {
      async read() {
        // Without the database the fallback holds all records.
        const found = await withDatabase((database) => database.getAll(store)).catch((): unknown[] => []);
        const stored = await parsedIn(store, () => [...found, ...spare.read()], keyOf);
        for (const [key, record] of unkept)
          if (record) stored.set(key, record);
          else stored.delete(key);
        return [...stored.values()];
      },
      write(record) {
        const key = keyOf(record);
        let isInDatabase = false;
        const put = async (database: IDBPDatabase) => {
          await putIn(database, store, record, isRemembered ? null : key);
          isInDatabase = true;
          spare.remove(key);
        };
        const done = change(put, (cause) => spare.write(key, record) || warn(cause));
        note(key, record, done);
        return done.then(() => isInDatabase);
      },
      remove(key) {
        // An earlier write may still be pending there.
        const forget = () => {
          spare.remove(key);
          return false;
        };
        forget();
        const done = change((database) => commit(database, store, (kept) => kept.delete(key)).then(forget), forget);
        note(key, null, done);
      },
    };
  }

  return {
    ...keptIn('journal', ({ sessionId }) => sessionId, false),
    changes: keptIn('changes', ({ id }) => id, true),
    places: keptIn('places', ({ key }) => key, true),
    written() {
      if (pending.size === 0) return null;
      const written = Promise.all(pending).then((areKept) => areKept.every(Boolean));
      return Promise.race([written, pause(LONGEST_WRITE_MS).then(() => false)]);
    },
  };
}

/** Records in localStorage, which may be blocked or full too. */
function spareFor(area: Storage | null, store: StoreName) {
  const prefix = `earmark.kept.${store}.`;
  const attempt = <Result>(work: (area: Storage) => Result, otherwise: Result): Result => {
    try {
      return area ? work(area) : otherwise;
    } catch {
      return otherwise;
    }
  };
  return {
    read(): readonly unknown[] {
      const keys = attempt((kept) => Object.keys(kept).filter((key) => key.startsWith(prefix)), []);
      return keys.map((key) => attempt((kept): unknown => JSON.parse(kept.getItem(key) ?? 'null'), null));
    },
    write: (key: string, record: object) =>
      attempt((kept) => {
        kept.setItem(prefix + key, JSON.stringify(record));
        return true;
      }, false),
    remove: (key: string) => attempt((kept) => kept.removeItem(prefix + key), undefined),
  };
}

interface Kept {
  readonly journal: JournalRecord;
  readonly changes: PendingChange;
  readonly places: ReadingPlace;
}

/** Each loads with the first use of its store: a public link needs only the first. */
const SCHEMAS: { readonly [Store in keyof Kept]: () => Promise<$ZodType<Kept[Store]>> } = {
  journal: async () => (await import('../schemas/journal.ts')).journalRecord,
  changes: async () => (await import('../schemas/pending-change.ts')).pendingChange,
  places: async () => (await import('../schemas/reading.ts')).readingPlace,
};

const STORES = { journal: 'sessionId', changes: 'id', places: 'key' } as const satisfies Record<keyof Kept, string>;
type StoreName = keyof typeof STORES;

/** Older versions had only the first store. */
function makeStores(database: IDBDatabase): void {
  for (const [name, keyPath] of Object.entries(STORES))
    if (!database.objectStoreNames.contains(name)) database.createObjectStore(name, { keyPath });
}

type KeptStore = IDBPObjectStore<unknown, [StoreName], StoreName, 'readwrite'>;

/** Commits by hand: a closing page does not live until the automatic commit. */
async function commit(
  database: IDBPDatabase,
  store: StoreName,
  work: (store: KeptStore) => Promise<unknown>,
): Promise<void> {
  const change = database.transaction(store, 'readwrite');
  const made = work(change.store);
  change.commit();
  await Promise.all([made, change.done]);
}
