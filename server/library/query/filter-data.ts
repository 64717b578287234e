import { fromJson, type Database, type SqlValue } from '../../store/database.ts';
import type { Library } from '../../store/libraries.repo.ts';

/** What the filter menu of a library offers. Lists come as one JSON text each: thousands of rows cost little that way. */
export function filterData(database: Database, library: Library) {
  const list = <Entry>(json: string, from: string, ...values: SqlValue[]): Entry[] => fromJson<Entry[]>(
    database.get<{ list: string }>(`SELECT json_group_array(${json}) AS list FROM (${from})`, ...values)?.list, [],
  );
  const values = (kind: string): string[] =>
    list(
      'value',
      'SELECT DISTINCT value FROM itemValues WHERE kind = ? AND itemId IN (SELECT id FROM libraryItems WHERE libraryId = ?) ORDER BY value COLLATE NOCASE',
      kind, library.id,
    );
  const column = (name: 'language' | 'publisher'): string[] => list(
    'value', `SELECT DISTINCT ${name} AS value FROM libraryItems WHERE libraryId = ? AND ${name} <> '' ORDER BY ${name} COLLATE NOCASE`, library.id,
  );
  const isBook = library.mediaType === 'book';
  const named = (table: 'authors' | 'series'): { id: string; name: string }[] => (isBook ? list("json_object('id', id, 'name', name)", `SELECT id, name
    FROM ${table} WHERE libraryId = ? ORDER BY name COLLATE NOCASE`, library.id) : []);
  const [authors, series] = [named('authors'), named('series')];
  const decades: number[] = isBook ? list(
    'value',
    "SELECT DISTINCT (CAST(publishedYear AS INTEGER) / 10) * 10 AS value FROM libraryItems WHERE libraryId = ? AND publishedYear GLOB '[0-9]*' ORDER BY value",
    library.id,
  ) : [];
  const counts = database.get<{ n: number; issues: number }>(
    'SELECT count(*) AS n, coalesce(sum(isMissing = 1 OR isInvalid = 1), 0) AS issues FROM libraryItems WHERE libraryId = ?', library.id,
  ) ?? { n: 0, issues: 0 };
  return {
    authors, genres: values('genre'), tags: values('tag'), series, narrators: isBook ? values('narrator') : [], languages: column('language'),
    publishers: isBook ? column('publisher') : [],
    publishedDecades: decades.map(String), bookCount: isBook ? counts.n : 0, authorCount: authors.length, seriesCount: series.length,
    podcastCount: isBook ? 0 : counts.n, numIssues: counts.issues, loadedAt: Date.now(),
  };
}
