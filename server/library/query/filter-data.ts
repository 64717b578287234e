import type { Database, SqlValue } from '../../store/database.ts';
import type { ValueKind } from '../../items/names.repo.ts';
import type { Library } from '../../store/libraries.repo.ts';

/**
 * The real server keeps what it found for so long: answers of one half hour are the same as long as nothing changes.
 */
const HALF_HOUR_MS = 30 * 60 * 1000;

/**
 * What the filter menu of a library offers, as JSON: the database writes the lists, tens of thousands of names are
 * never read here.
 */
export function filterData(database: Database, library: Library): { json: string; numIssues: number } {
  const list = (entry: string, from: string, ...values: SqlValue[]): string =>
    database.get<{ list: string }>(`SELECT json_group_array(${entry}) AS list FROM (${from})`, ...values)?.list ?? '[]';
  const count = (from: string): number =>
    database.get<{ n: number }>(`SELECT count(*) AS n FROM ${from}`, library.id)?.n ?? 0;
  const values = (kind: ValueKind): string =>
    list(
      'value',
      'SELECT value FROM valueCounts WHERE libraryId = ? AND kind = ? ORDER BY value COLLATE NOCASE',
      library.id,
      kind,
    );
  const column = (name: 'language' | 'publisher'): string =>
    list(
      'value',
      `SELECT DISTINCT ${name} AS value FROM libraryItems WHERE libraryId = ? AND ${name} <> '' ORDER BY ${name} COLLATE NOCASE`,
      library.id,
    );
  const named = (table: 'authors' | 'series'): string =>
    list(
      "json_object('id', id, 'name', name)",
      `SELECT id, name FROM ${table} WHERE libraryId = ? ORDER BY name COLLATE NOCASE`,
      library.id,
    );
  const decades = (): string =>
    list(
      'CAST(value AS TEXT)',
      `SELECT DISTINCT (CAST(publishedYear AS INTEGER) / 10) * 10 AS value FROM (SELECT DISTINCT publishedYear FROM libraryItems WHERE libraryId = ?)
       WHERE publishedYear GLOB '[0-9]*' ORDER BY value`,
      library.id,
    );
  const isBook = library.mediaType === 'book';
  const ofBooks = (make: () => string): string => (isBook ? make() : '[]');
  const lists = {
    authors: ofBooks(() => named('authors')),
    genres: values('genre'),
    tags: values('tag'),
    series: ofBooks(() => named('series')),
    narrators: ofBooks(() => values('narrator')),
    languages: column('language'),
    publishers: ofBooks(() => column('publisher')),
    publishedDecades: ofBooks(decades),
  };
  const numItems =
    database.get<{ n: number | null }>('SELECT sum(numItems) AS n FROM itemCounts WHERE libraryId = ?', library.id)
      ?.n ?? 0;
  const numIssues = count('libraryItems WHERE libraryId = ? AND (isMissing = 1 OR isInvalid = 1)');
  const numbers = {
    bookCount: isBook ? numItems : 0,
    authorCount: isBook ? count('authors WHERE libraryId = ?') : 0,
    seriesCount: isBook ? count('series WHERE libraryId = ?') : 0,
    podcastCount: isBook ? 0 : numItems,
    numIssues,
    loadedAt: Date.now() - (Date.now() % HALF_HOUR_MS),
  };
  const members = Object.entries(lists).map(([name, json]) => `"${name}":${json}`);
  return { json: `{${members.join()},${JSON.stringify(numbers).slice(1)}`, numIssues };
}
