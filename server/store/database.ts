import Libsql from 'libsql';
import fs from 'node:fs';
import path from 'node:path';
import { StartError, messageOf } from '../errors.ts';
import { migrate } from './schema.ts';
import { foldDue } from './search-index.ts';

export type SqlValue = string | number | bigint | boolean | null | undefined | Uint8Array;

/**
 * SQLite for the repositories. Statements are prepared once per text while in use, values are only ever bound (`?`),
 * booleans are stored as 0 and 1, undefined as NULL.
 */
export interface Database {
  /** All rows, typed by the caller who wrote the columns. */
  all<Row>(sql: string, ...values: SqlValue[]): Row[];
  get<Row>(sql: string, ...values: SqlValue[]): Row | undefined;
  /** Runs a change and returns the number of rows changed. */
  run(sql: string, ...values: SqlValue[]): number;
  /** All or nothing; a call within a running transaction joins it. */
  transaction<Result>(work: () => Result): Result;
  /** All reads within it are of one moment. */
  snapshot<Result>(work: () => Result): Result;
  close(): void;
}

/** The one connection that writes. */
export interface MainDatabase extends Database {
  /** Runs now and after every exchange of the file: temporary tables and triggers belong to a connection. */
  onOpen(work: () => void): void;
  /**
   * Replaces the file by a copy from `prepareCopy`, in a few milliseconds if the log is empty (see `emptyLog`). No
   * other connection may be open. Nothing has changed when it throws.
   */
  exchange(copy: string): void;
}

export const databaseFile = (dataDir: string): string => path.join(dataDir, 'earmark.sqlite');

/** The log of its changes (WAL), which exists while it is open. */
export const logFile = (dataDir: string): string => `${databaseFile(dataDir)}-wal`;

/** A further, read-only connection to an open database. */
export function openReader(dataDir: string): Database {
  const connection = new Libsql(databaseFile(dataDir));
  connection.exec(
    'PRAGMA busy_timeout = 5000; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -24576; PRAGMA query_only = ON',
  );
  return wrap(connection);
}

/** Opens or creates the database of a data folder and upgrades it to the current schema; `say` gets progress lines. */
export function openDatabase(dataDir: string, say: (text: string) => void = () => undefined): MainDatabase {
  const file = databaseFile(dataDir);
  const connect = (): Libsql.Database => {
    const opened = new Libsql(file);
    opened.exec(
      'PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16384',
    );
    return opened;
  };
  let connection: Libsql.Database;
  try {
    fs.mkdirSync(dataDir, { recursive: true });
    connection = connect();
  } catch (cause) {
    throw new StartError(`The data folder ${dataDir} cannot be used: ${messageOf(cause)}`);
  }
  let database = wrap(connection);
  try {
    migrate(database, (sql) => void connection.exec(sql), dataDir, say);
  } catch (cause) {
    database.close();
    throw cause;
  }
  const whenOpened: (() => void)[] = [];
  let depth = 0;
  /** The search follows every change in the transaction of the change. */
  const transaction = <Result>(work: () => Result): Result =>
    database.transaction(() => {
      depth += 1;
      try {
        const result = work();
        if (depth === 1) foldDue(database);
        return result;
      } finally {
        depth -= 1;
      }
    });
  return {
    all: (sql, ...values) => database.all(sql, ...values),
    get: (sql, ...values) => database.get(sql, ...values),
    run: (sql, ...values) =>
      depth > 0 ? database.run(sql, ...values) : transaction(() => database.run(sql, ...values)),
    transaction,
    snapshot: (work) => database.snapshot(work),
    close: () => database.close(),
    onOpen: (work) => {
      whenOpened.push(work);
      work();
    },
    exchange: (copy) => {
      // The log is written into the file and removed: a leftover one would be read as that of the next file.
      database.all('PRAGMA journal_mode = DELETE');
      database.close();
      try {
        replaceFile(file, copy);
      } finally {
        connection = connect();
        database = wrap(connection);
        for (const work of whenOpened) work();
      }
    },
  };
}

/**
 * Replaces a file by a copy and empties the old one in a thread. Prepared statements hold it until their memory is
 * collected: with the last one hundreds of megabytes would be freed here.
 */
function replaceFile(file: string, copy: string): void {
  const old = fs.openSync(file, 'r+');
  try {
    fs.renameSync(copy, file);
  } catch (cause) {
    // Before the file is opened again: closing a descriptor drops all locks of this process on the file.
    fs.closeSync(old);
    throw cause;
  }
  fs.ftruncate(old, 0, () => fs.close(old, () => undefined));
}

/** Statements that stay prepared: the least recently used one is dropped. */
const MOST_STATEMENTS = 400;

function wrap(connection: Libsql.Database): Database {
  const statements = new Map<string, Libsql.Statement>();
  const prepare = (sql: string): Libsql.Statement => {
    const statement = statements.get(sql) ?? connection.prepare(sql);
    statements.delete(sql);
    statements.set(sql, statement);
    const [oldest] = statements.keys();
    if (statements.size > MOST_STATEMENTS && oldest !== undefined) statements.delete(oldest);
    return statement;
  };
  /** A transaction on a closed connection would end the process. */
  const expectOpen = (): void => {
    if (!connection.open) throw new Error('The database connection is not open');
  };
  return {
    all: <Row>(sql: string, ...values: SqlValue[]) => prepare(sql).all(...values.map(bindable)) as Row[],
    get: <Row>(sql: string, ...values: SqlValue[]) => prepare(sql).all(...values.map(bindable))[0] as Row | undefined,
    run: (sql, ...values) => prepare(sql).run(...values.map(bindable)).changes,
    transaction: (work) => {
      expectOpen();
      if (connection.inTransaction) return work();
      connection.exec('BEGIN IMMEDIATE');
      try {
        const result = work();
        connection.exec('COMMIT');
        return result;
      } catch (cause) {
        // A full disk has rolled back already.
        if (connection.inTransaction) connection.exec('ROLLBACK');
        throw cause;
      }
    },
    snapshot: (work) => {
      expectOpen();
      if (connection.inTransaction) return work();
      connection.exec('BEGIN');
      try {
        return work();
      } finally {
        if (connection.inTransaction) connection.exec('COMMIT');
      }
    },
    close: () => {
      statements.clear();
      if (connection.open) connection.close();
    },
  };
}

function bindable(value: SqlValue): string | number | bigint | null | Uint8Array {
  if (value === undefined) return null;
  return typeof value === 'boolean' ? Number(value) : value;
}

export function toJson(value: unknown): string {
  return JSON.stringify(value);
}

/** The value of a JSON column that this server wrote itself; NULL gives the fallback. */
export function fromJson<Value>(text: string | null | undefined, fallback: Value): Value {
  return text == null ? fallback : (JSON.parse(text) as Value);
}

/** Placeholders for a list: `IN (${marks(ids)})`. */
export function marks(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ');
}

/** Writes a consistent copy of a database that may be open to a new file; takes seconds for a large one. */
export function copyDatabase({ from, to }: { readonly from: string; readonly to: string }): void {
  const connection = new Libsql(from);
  try {
    // A prepared statement would hold the file open until its memory is collected.
    connection.exec(`PRAGMA busy_timeout = 5000; VACUUM INTO '${to.replaceAll("'", "''")}'`);
  } finally {
    connection.close();
  }
}

/**
 * Writes the whole log of an open database into its file and empties it, so that closing the database writes nothing.
 * Writers wait only for the emptying.
 */
export function emptyLog({ file }: { readonly file: string }): void {
  const connection = new Libsql(file);
  try {
    // No prepared statement, as above.
    connection.exec('PRAGMA busy_timeout = 5000; PRAGMA wal_checkpoint(PASSIVE); PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    connection.close();
  }
}

/**
 * Upgrades a copy of a database to the current schema and checks it whole, so that it can replace another. Throws for a
 * newer or broken one.
 */
export function prepareCopy({ file }: { readonly file: string }): void {
  const copy = new Libsql(file);
  const database = wrap(copy);
  try {
    checkFile(database);
    if (!database.get("SELECT 1 AS one FROM sqlite_master WHERE name = 'users'"))
      throw new Error('The backup has no accounts');
    migrate(
      database,
      (sql) => void copy.exec(sql),
      file,
      () => undefined,
    );
    checkKeys(database);
    database.all('PRAGMA journal_mode = DELETE');
  } finally {
    database.close();
  }
  const written = fs.openSync(file, 'r+');
  fs.fsyncSync(written);
  fs.closeSync(written);
}

function checkFile(database: Database): void {
  if (database.get<{ quick_check: string }>('PRAGMA quick_check')?.quick_check !== 'ok')
    throw new Error('The database is broken');
}

function checkKeys(database: Database): void {
  const [broken] = database.all<{ table: string }>('PRAGMA foreign_key_check');
  if (broken) throw new Error(`Rows of "${broken.table}" belong to nothing`);
}

/** Checks a whole database that may be open; takes seconds for a large one. Throws when it is damaged. */
export function checkDatabase({ file }: { readonly file: string }): void {
  const connection = new Libsql(file);
  const database = wrap(connection);
  try {
    connection.exec('PRAGMA busy_timeout = 5000; PRAGMA query_only = ON');
    checkFile(database);
    checkKeys(database);
  } finally {
    database.close();
  }
}

/**
 * Writes the log of a database into its file without blocking readers or writers: this thread waits for the disk.
 * Returns how many pages the log had. A completely written log starts over.
 */
export function checkpoint(database: Database): number {
  return database.get<{ log: number }>('PRAGMA wal_checkpoint(PASSIVE)')?.log ?? 0;
}
