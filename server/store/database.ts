import Libsql from 'libsql';
import fs from 'node:fs';
import path from 'node:path';
import { StartError } from '../errors.ts';
import { migrate } from './schema.ts';

export type SqlValue = string | number | bigint | boolean | null | undefined | Uint8Array;

/**
 * SQLite as the repositories see it. Statements are prepared once per text, values are only ever
 * bound (`?`), booleans are stored as 0 and 1, undefined as NULL.
 */
export interface Database {
  /** All rows, typed by the caller who wrote the columns. */
  all<Row>(sql: string, ...values: SqlValue[]): Row[];
  /** The first row or undefined. */
  get<Row>(sql: string, ...values: SqlValue[]): Row | undefined;
  /** Runs a change and returns the number of rows changed. */
  run(sql: string, ...values: SqlValue[]): number;
  /** All or nothing; a call within a running transaction joins it. */
  transaction<Result>(work: () => Result): Result;
  /** Writes a consistent copy of the whole database to a new file. */
  copyTo(file: string): void;
  /** Puts the rows of such a copy in place of all rows here, all or nothing. Throws when it is of another schema version. */
  restoreFrom(file: string): void;
  close(): void;
}

/** Opens (or makes) the database of a data folder and brings it to the current schema. */
export function openDatabase(dataDir: string): Database {
  const file = path.join(dataDir, 'earmark.sqlite');
  let connection: Libsql.Database;
  try {
    fs.mkdirSync(dataDir, { recursive: true });
    connection = new Libsql(file);
    connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000');
  } catch (cause) {
    throw new StartError(`The data folder ${dataDir} cannot be used: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
  const database = wrap(connection);
  try {
    migrate(database, (sql) => void connection.exec(sql), dataDir);
  } catch (cause) {
    database.close();
    throw cause;
  }
  return database;
}

function wrap(connection: Libsql.Database): Database {
  const statements = new Map<string, Libsql.Statement>();
  const prepare = (sql: string): Libsql.Statement => {
    const known = statements.get(sql);
    if (known) return known;
    const statement = connection.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  return {
    all: <Row>(sql: string, ...values: SqlValue[]) => prepare(sql).all(...values.map(bindable)) as Row[],
    get: <Row>(sql: string, ...values: SqlValue[]) => prepare(sql).all(...values.map(bindable))[0] as Row | undefined,
    run: (sql, ...values) => prepare(sql).run(...values.map(bindable)).changes,
    transaction: (work) => {
      if (connection.inTransaction) return work();
      connection.exec('BEGIN IMMEDIATE');
      try {
        const result = work();
        connection.exec('COMMIT');
        return result;
      } catch (cause) {
        connection.exec('ROLLBACK');
        throw cause;
      }
    },
    restoreFrom: (file) => restore(connection, file),
    copyTo: (file) => void connection.prepare('VACUUM INTO ?').run(file),
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

/** Column text of a JSON value. */
export function toJson(value: unknown): string {
  return JSON.stringify(value);
}

/** The value of a JSON column which this server wrote itself; NULL gives the fallback. */
export function fromJson<Value>(text: string | null | undefined, fallback: Value): Value {
  return text == null ? fallback : (JSON.parse(text) as Value);
}

/** Placeholders for a list: `IN (${marks(ids)})`. */
export function marks(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ');
}

function restore(connection: Libsql.Database, file: string): void {
  const rows = (sql: string) => connection.prepare(sql).all() as Record<string, unknown>[];
  connection.exec('PRAGMA foreign_keys = OFF');
  connection.prepare('ATTACH DATABASE ? AS backup').run(file);
  try {
    const version = (schema: string) => rows(`PRAGMA ${schema}.user_version`)[0]?.['user_version'];
    if (version('backup') !== version('main')) throw new Error('The backup is of another version');
    connection.exec('BEGIN IMMEDIATE');
    try {
      for (const { name } of rows("SELECT name FROM main.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")) {
        connection.exec(`DELETE FROM main."${String(name)}"; INSERT INTO main."${String(name)}" SELECT * FROM backup."${String(name)}"`);
      }
      connection.exec('COMMIT');
    } catch (cause) {
      connection.exec('ROLLBACK');
      throw cause;
    }
  } finally {
    connection.exec('DETACH DATABASE backup');
    connection.exec('PRAGMA foreign_keys = ON');
  }
}
