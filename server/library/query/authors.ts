import type { Database } from '../../store/database.ts';
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
  /** All books of the author. */
  numBooks: number;
}

/** An author as the API shows him alone. */
export function authorJson(row: AuthorRow) {
  return {
    id: row.id,
    asin: row.asin,
    name: row.name,
    description: row.description,
    imagePath: row.imagePath,
    libraryId: row.libraryId,
    addedAt: row.addedAt,
    updatedAt: row.updatedAt,
  };
}

/** An author with the number of books. */
export const countedAuthorJson = (row: AuthorRow) => ({ ...authorJson(row), numBooks: row.numBooks });

/** Only the authors of a page are read whole. */
const wholeOf = (ids: string) => `SELECT a.* FROM (${ids}) n CROSS JOIN authors a ON a.id = n.id`;
const SORTS: Readonly<Record<string, string>> = {
  name: 'a.name COLLATE NOCASE',
  lastFirst: 'a.lastFirst COLLATE NOCASE',
  addedAt: 'a.addedAt',
  updatedAt: 'a.updatedAt',
  numBooks: 'a.numBooks',
};

const listedJson = (row: AuthorRow) => ({ ...countedAuthorJson(row), lastFirst: row.lastFirst });

/** The key of ` ORDER BY`; without a known sort key they come as they were added. */
function orderBy({ sortBy, sortDesc }: AuthorsQuery): string {
  const column = Object.hasOwn(SORTS, sortBy) ? SORTS[sortBy] : undefined;
  if (!column) return ' ORDER BY a.addedAt, a.rowid';
  return ` ORDER BY ${column} ${sortDesc ? 'DESC' : 'ASC'}${sortBy === 'numBooks' ? ', a.name COLLATE NOCASE' : ''}`;
}

interface AuthorsQuery {
  readonly sortBy: string;
  readonly sortDesc: boolean;
}

/** A page of the authors of a library, with the number of all. */
export function listAuthors(
  database: Database,
  library: Library,
  query: AuthorsQuery & { readonly limit: number; readonly page: number },
): { results: ReturnType<typeof listedJson>[]; total: number } {
  const order = orderBy(query);
  const rows = database.all<AuthorRow>(
    `${wholeOf(`SELECT a.id FROM authors a WHERE a.libraryId = ?${order} LIMIT ? OFFSET ?`)}${order}`,
    library.id,
    query.limit,
    query.limit * query.page,
  );
  const total =
    database.get<{ n: number }>('SELECT count(*) AS n FROM authors WHERE libraryId = ?', library.id)?.n ?? 0;
  return { results: rows.map(listedJson), total };
}

/**
 * All authors of a library as a JSON list, written by the database. It reads the table as it lies on the disk, with
 * those of other libraries, and sorts what it wrote: tens of thousands of rows found by an index take longer.
 */
export function allAuthors(database: Database, library: Library, query: AuthorsQuery): string {
  const keys = ['id', 'asin', 'name', 'description', 'imagePath', 'libraryId', 'addedAt', 'updatedAt'];
  const pairs = [...keys, 'numBooks', 'lastFirst'].map((key) => `'${key}', a.${key}`);
  const list = database.get<{ json: string | null }>(
    `SELECT group_concat(author) AS json FROM (SELECT json_object(${pairs.join(', ')}) AS author
     FROM authors a NOT INDEXED WHERE a.libraryId = ?${orderBy(query)})`,
    library.id,
  );
  return `[${list?.json ?? ''}]`;
}

/** The shelf of authors that came last. */
export function newestAuthors(
  database: Database,
  library: Library,
  limit: number,
): { entities: unknown[]; total: number } {
  const rows = database.all<AuthorRow>(
    `${wholeOf('SELECT a.id FROM authors a WHERE a.libraryId = ? ORDER BY a.addedAt DESC LIMIT ?')} ORDER BY a.addedAt DESC`,
    library.id,
    limit,
  );
  const total =
    database.get<{ n: number }>('SELECT count(*) AS n FROM authors WHERE libraryId = ?', library.id)?.n ?? 0;
  return {
    entities: rows.map(countedAuthorJson),
    total,
  };
}
