import Libsql from 'libsql';
import { StartError } from '../errors.ts';
import { isRecord } from '../http/input.ts';

export type Row = Readonly<Record<string, unknown>>;

/** The database of another server; read only. */
export interface Source {
  rows(table: string, order?: string): Row[];
  close(): void;
}

/** Tables that an import needs; older servers have others. */
const NEEDED = ['users', 'libraries', 'libraryFolders', 'libraryItems', 'books', 'authors', 'mediaProgresses'];

/** Opens the database of an unpacked backup. Throws a StartError for a broken or older one. */
export function openSource(file: string): Source {
  const connection = new Libsql(file);
  try {
    connection.exec('PRAGMA query_only = ON');
    const [check] = connection.prepare('PRAGMA quick_check').all() as { quick_check: string }[];
    if (check?.quick_check !== 'ok') throw new StartError('The database in the backup is broken.');
    const names = connection.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all() as { name: string }[];
    const tables = new Set(names.map(({ name }) => name));
    const missing = NEEDED.filter((name) => !tables.has(name));
    if (missing.length > 0)
      throw new StartError(
        `The backup has no ${missing.join(', ')}: it is of a server before 2.3. Update that server and make a new backup.`,
      );
    return {
      rows: (table, order = 'rowid') =>
        tables.has(table) ? (connection.prepare(`SELECT * FROM "${table}" ORDER BY "${order}"`).all() as Row[]) : [],
      close: () => connection.close(),
    };
  } catch (cause) {
    connection.close();
    if (cause instanceof StartError) throw cause;
    throw new StartError('The database in the backup cannot be read.');
  }
}

/** The text of a column, null when missing. */
export const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
export const texts = (value: unknown): string[] =>
  list(value).flatMap((entry) => (typeof entry === 'string' && entry !== '' ? entry : []));
export const number = (value: unknown, fallback = 0): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : fallback;
export const flag = (value: unknown): boolean => value === 1 || value === true;

/** ms since 1970 of a date as the other server writes it: `2024-05-01 10:00:00.000 +00:00`, or a number. */
export function time(value: unknown): number | null {
  if (typeof value === 'number') return value;
  const parsed = typeof value === 'string' ? Date.parse(value.replace(' ', 'T').replace(' ', '')) : Number.NaN;
  return Number.isNaN(parsed) ? null : parsed;
}

/** When a row was created and last changed, in ms; now when missing. */
export function timesOf(row: Row): { addedAt: number; updatedAt: number } {
  const now = Date.now();
  return { addedAt: time(row['createdAt']) ?? now, updatedAt: time(row['updatedAt']) ?? now };
}

const parsed = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
};
/** A column with a JSON list; empty when it holds anything else. */
export const list = (value: unknown): unknown[] => {
  const found = parsed(value);
  return Array.isArray(found) ? found : [];
};
/** A column with a JSON object; empty when it holds anything else. */
export const record = (value: unknown): Readonly<Record<string, unknown>> => {
  const found = parsed(value);
  return isRecord(found) ? found : {};
};
