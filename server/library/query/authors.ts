import type { Database, SqlValue } from '../../store/database.ts';
import type { Library } from '../../store/libraries.repo.ts';

export interface AuthorRow {
  id: string;
  asin: string | null;
  name: string;
  lastFirst: string;
  description: string | null;
  imagePath: string | null;
  libraryId: string;
  addedAt: number;
  updatedAt: number;
}

/** An author as the API shows him alone. */
export function authorJson(row: AuthorRow) {
  return {
    id: row.id, asin: row.asin, name: row.name, description: row.description, imagePath: row.imagePath, libraryId: row.libraryId,
    addedAt: row.addedAt, updatedAt: row.updatedAt,
  };
}

type CountedRow = AuthorRow & { numBooks: number };

const COUNTED = 'SELECT a.*, (SELECT count(*) FROM bookAuthors b WHERE b.authorId = a.id) AS numBooks FROM authors a WHERE a.libraryId = ?';
const SORTS: Readonly<Record<string, string>> = {
  name: 'a.name COLLATE NOCASE', lastFirst: 'a.lastFirst COLLATE NOCASE', addedAt: 'a.addedAt', updatedAt: 'a.updatedAt', numBooks: 'numBooks',
};

const countedJson = (row: CountedRow) => ({ ...authorJson(row), numBooks: row.numBooks, lastFirst: row.lastFirst });

/** Authors of a library; `limit` 0 gives all. Unknown sort keys keep the order of the database. */
export function listAuthors(
  database: Database, library: Library, query: { sortBy: string; sortDesc: boolean; limit: number; page: number },
): { results: ReturnType<typeof countedJson>[]; total: number } {
  const column = Object.hasOwn(SORTS, query.sortBy) ? SORTS[query.sortBy] : undefined;
  const order = column ? ` ORDER BY ${column} ${query.sortDesc ? 'DESC' : 'ASC'}${query.sortBy === 'numBooks' ? ', a.name COLLATE NOCASE' : ''}` : '';
  const values: SqlValue[] = query.limit > 0 ? [query.limit, query.limit * query.page] : [];
  const rows = database.all<CountedRow>(`${COUNTED}${order}${query.limit > 0 ? ' LIMIT ? OFFSET ?' : ''}`, library.id, ...values);
  const total = query.limit > 0 ? (database.get<{ n: number }>('SELECT count(*) AS n FROM authors WHERE libraryId = ?', library.id)?.n ?? 0) : rows.length;
  return { results: rows.map(countedJson), total };
}

/** The shelf of authors that came last. */
export function newestAuthors(database: Database, library: Library, limit: number): { entities: unknown[]; total: number } {
  const rows = database.all<CountedRow>(`${COUNTED} ORDER BY a.addedAt DESC LIMIT ?`, library.id, limit);
  const total = database.get<{ n: number }>('SELECT count(*) AS n FROM authors WHERE libraryId = ?', library.id)?.n ?? 0;
  return { entities: rows.map(({ lastFirst: _lastFirst, ...row }) => ({ ...authorJson({ ...row, lastFirst: '' }), numBooks: row.numBooks })), total };
}
