import type { Database } from '../../store/database.ts';
import type { Library } from '../../store/libraries.repo.ts';
import type { User } from '../../store/users.repo.ts';
import { authorsIn, type AuthorRow } from '../../items/authors.repo.ts';
import { contentRule, itemOf, type SqlPart } from '../../items/content-rule.ts';

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

const COLUMNS = ['id', 'asin', 'name', 'description', 'imagePath', 'libraryId', 'addedAt', 'updatedAt', 'lastFirst'];

/**
 * The authors `a` of a library with a book that a user may see, after FROM, with the number of those books. `hint`
 * chooses the index of the author table.
 */
export function seenAuthors(library: Library, user: User, hint = ''): SqlPart {
  const rule = contentRule(user);
  if (rule.sql === '') return { sql: `authors a${hint} WHERE a.libraryId = ?`, values: [library.id] };
  return {
    sql: `(SELECT o.rowid AS rowid, ${COLUMNS.map((name) => `o.${name}`).join(', ')}, count(*) AS numBooks FROM authors o CROSS JOIN bookAuthors b ON b.authorId = o.id${itemOf('b.itemId', 'o.libraryId')}
      WHERE o.libraryId = ?${rule.sql} GROUP BY o.id) a`,
    values: [library.id, ...rule.values],
  };
}

/** An author with the number of his books that a user may see; undefined without any. */
export function seenAuthor(database: Database, user: User, id: string): AuthorRow | undefined {
  const author = authorsIn(database).byId(id);
  const rule = contentRule(user);
  if (!author || rule.sql === '') return author;
  const numBooks =
    database.get<{ n: number }>(
      `SELECT count(*) AS n FROM bookAuthors b CROSS JOIN libraryItems i ON i.id = b.itemId WHERE b.authorId = ?${rule.sql}`,
      id,
      ...rule.values,
    )?.n ?? 0;
  return numBooks > 0 ? { ...author, numBooks } : undefined;
}

/** Reads only the authors of a page whole. */
function pageOf(database: Database, library: Library, user: User, order: string, limit: number, offset: number) {
  const seen = seenAuthors(library, user);
  const results = database
    .all<{ id: string; numBooks: number }>(
      `SELECT a.id, a.numBooks FROM ${seen.sql}${order} LIMIT ? OFFSET ?`,
      ...seen.values,
      limit,
      offset,
    )
    .flatMap(({ id, numBooks }) => {
      const author = authorsIn(database).byId(id);
      return author ? [{ ...author, numBooks }] : [];
    });
  const total = database.get<{ n: number }>(`SELECT count(*) AS n FROM ${seen.sql}`, ...seen.values)?.n ?? 0;
  return { results, total };
}

const SORTS: Readonly<Record<string, string>> = {
  name: 'a.name COLLATE NOCASE',
  lastFirst: 'a.lastFirst COLLATE NOCASE',
  addedAt: 'a.addedAt',
  updatedAt: 'a.updatedAt',
  numBooks: 'a.numBooks',
};

const listedJson = (row: AuthorRow) => ({ ...countedAuthorJson(row), lastFirst: row.lastFirst });

/** The key of ` ORDER BY`; without a known sort key by the time they were added. */
function orderBy({ sortBy, sortDesc }: AuthorsQuery): string {
  const column = Object.hasOwn(SORTS, sortBy) ? SORTS[sortBy] : undefined;
  if (!column) return ' ORDER BY a.addedAt, a.rowid';
  return ` ORDER BY ${column} ${sortDesc ? 'DESC' : 'ASC'}${sortBy === 'numBooks' ? ', a.name COLLATE NOCASE' : ''}`;
}

interface AuthorsQuery {
  readonly sortBy: string;
  readonly sortDesc: boolean;
}

/** A page of the authors of a library, and the total. */
export function listAuthors(
  database: Database,
  library: Library,
  user: User,
  query: AuthorsQuery & { readonly limit: number; readonly page: number },
): { results: ReturnType<typeof listedJson>[]; total: number } {
  const { results, total } = pageOf(database, library, user, orderBy(query), query.limit, query.limit * query.page);
  return { results: results.map(listedJson), total };
}

/**
 * All authors of a library as a JSON list, written by the database. It reads the table in disk order, other libraries
 * included, and sorts the result: finding tens of thousands of rows by an index takes longer.
 */
export function allAuthors(database: Database, library: Library, user: User, query: AuthorsQuery): string {
  const seen = seenAuthors(library, user, ' NOT INDEXED');
  const pairs = [...COLUMNS.slice(0, -1), 'numBooks', 'lastFirst'].map((key) => `'${key}', a.${key}`);
  const list = database.get<{ json: string | null }>(
    `SELECT group_concat(author) AS json FROM (SELECT json_object(${pairs.join(', ')}) AS author
     FROM ${seen.sql}${orderBy(query)})`,
    ...seen.values,
  );
  return `[${list?.json ?? ''}]`;
}

export function newestAuthors(
  database: Database,
  library: Library,
  user: User,
  limit: number,
): { entities: unknown[]; total: number } {
  const { results, total } = pageOf(database, library, user, ' ORDER BY a.addedAt DESC', limit, 0);
  return { entities: results.map(countedAuthorJson), total };
}
