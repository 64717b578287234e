import type { Database, SqlValue } from '../../store/database.ts';
import type { ValueKind } from '../../items/names.repo.ts';
import type { Library } from '../../store/libraries.repo.ts';
import type { User } from '../../store/users.repo.ts';
import { contentRule, type SqlPart } from '../../items/content-rule.ts';
import { seenAuthors } from './authors.ts';
import { countItems } from './count-items.ts';
import { seenSeries } from './series.ts';
import { seenValues } from './values.ts';

/** The real server keeps its answer for this long: equal unless something changes. */
const HALF_HOUR_MS = 30 * 60 * 1000;

/**
 * The filter menu of a library for an account, as JSON that the database writes: tens of thousands of names are never
 * loaded.
 */
export function filterData(database: Database, library: Library, user: User): { json: string; numIssues: number } {
  const rule = contentRule(user);
  const itemsOf = [library.id, ...rule.values];
  const list = (entry: string, from: string, values: readonly SqlValue[]): string =>
    database.get<{ list: string }>(`SELECT json_group_array(${entry}) AS list FROM (${from})`, ...values)?.list ?? '[]';
  const count = ({ sql, values: bound }: SqlPart): number =>
    database.get<{ n: number }>(`SELECT count(*) AS n FROM ${sql}`, ...bound)?.n ?? 0;
  const values = (kind: ValueKind): string => {
    const table = seenValues(library, user, kind);
    return list('value', `SELECT value FROM ${table.sql} ORDER BY value COLLATE NOCASE`, table.values);
  };
  const column = (name: 'language' | 'publisher'): string =>
    list(
      'value',
      `SELECT DISTINCT i.${name} AS value FROM libraryItems i WHERE i.libraryId = ?${rule.sql} AND i.${name} <> '' ORDER BY i.${name} COLLATE NOCASE`,
      itemsOf,
    );
  const authors = seenAuthors(library, user);
  const series = seenSeries(library, user);
  const named = (name: 'a' | 's', { sql, values: bound }: SqlPart): string =>
    list(
      "json_object('id', id, 'name', name)",
      `SELECT ${name}.id, ${name}.name FROM ${sql} ORDER BY ${name}.name COLLATE NOCASE`,
      bound,
    );
  const decades = (): string =>
    list(
      'CAST(value AS TEXT)',
      `SELECT DISTINCT (CAST(publishedYear AS INTEGER) / 10) * 10 AS value FROM (SELECT DISTINCT i.publishedYear FROM libraryItems i WHERE i.libraryId = ?${rule.sql})
       WHERE publishedYear GLOB '[0-9]*' ORDER BY value`,
      itemsOf,
    );
  const isBook = library.mediaType === 'book';
  const ofBooks = (make: () => string): string => (isBook ? make() : '[]');
  const lists = {
    authors: ofBooks(() => named('a', authors)),
    genres: values('genre'),
    tags: values('tag'),
    series: ofBooks(() => named('s', series)),
    narrators: ofBooks(() => values('narrator')),
    languages: column('language'),
    publishers: ofBooks(() => column('publisher')),
    publishedDecades: ofBooks(decades),
  };
  const numItems = countItems(database, library, user);
  const numIssues = count({
    sql: `libraryItems i WHERE i.libraryId = ?${rule.sql} AND (i.isMissing = 1 OR i.isInvalid = 1)`,
    values: itemsOf,
  });
  const numbers = {
    bookCount: isBook ? numItems : 0,
    authorCount: isBook ? count(authors) : 0,
    seriesCount: isBook ? count(series) : 0,
    podcastCount: isBook ? 0 : numItems,
    numIssues,
    loadedAt: Date.now() - (Date.now() % HALF_HOUR_MS),
  };
  const members = Object.entries(lists).map(([name, json]) => `"${name}":${json}`);
  return { json: `{${members.join()},${JSON.stringify(numbers).slice(1)}`, numIssues };
}
