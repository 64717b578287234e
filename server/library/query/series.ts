import { marks, type Database } from '../../store/database.ts';
import type { Library } from '../../store/libraries.repo.ts';
import type { User } from '../../store/users.repo.ts';
import { minifiedFromRow, ROW_COLUMNS, withSeries, type ItemRow } from '../item-json.ts';
import type { ItemJson } from '../items.types.ts';
import { contentRule } from './access.ts';
import { filterRule, progressJoin } from './filters.ts';
import type { ListQuery, SortSettings } from './list.ts';

export interface SeriesRow {
  id: string;
  name: string;
  nameIgnorePrefix: string;
  description: string | null;
  addedAt: number;
  updatedAt: number;
  libraryId: string;
}

/** A series as the API shows it alone. */
export function seriesJson(row: SeriesRow) {
  return {
    id: row.id, name: row.name, nameIgnorePrefix: row.nameIgnorePrefix, description: row.description, addedAt: row.addedAt, updatedAt: row.updatedAt,
    libraryId: row.libraryId,
  };
}

export type SeriesWithBooks = ReturnType<typeof seriesJson> & { books: ItemJson[]; totalDuration?: number };

const SORTS: Readonly<Record<string, string>> = {
  numBooks: 'numBooks', addedAt: 's.addedAt', totalDuration: 'totalDuration', lastBookAdded: 'max(i.addedAt)', lastBookUpdated: 'max(i.updatedAt)',
  random: 'random()',
};

/** Conditions on the books of a series for the `progress` filter. */
const PROGRESS_HAVING: Readonly<Record<string, string>> = {
  finished: 'sum(coalesce(p.isFinished, 0)) = count(*)',
  'not-started': 'sum(coalesce(p.isFinished, 0) = 1 OR coalesce(p.currentTime, 0) > 0 OR coalesce(p.ebookProgress, 0) > 0) = 0',
  'not-finished': 'sum(coalesce(p.isFinished, 0)) < count(*)',
  'in-progress': 'sum(coalesce(p.isFinished, 0)) < count(*) AND sum(coalesce(p.isFinished, 0) = 1 OR coalesce(p.currentTime, 0) > 0 OR coalesce(p.ebookProgress, 0) > 0) > 0',
};

/** Sequence as a number, for books within a series. */
export const SEQUENCE_ORDER = "CASE WHEN b.sequence GLOB '[0-9]*' THEN CAST(b.sequence AS REAL) END NULLS LAST, i.title COLLATE NOCASE";

/** Books of several series at once that the user may see, in order within each. */
export function booksOfSeries(database: Database, user: User, seriesIds: readonly string[]): Map<string, ItemJson[]> {
  const rule = contentRule(user);
  const books = new Map<string, ItemJson[]>(seriesIds.map((id) => [id, []]));
  if (seriesIds.length === 0) return books;
  const rows = database.all<ItemRow & { seriesId: string }>(
    `SELECT ${ROW_COLUMNS}, b.seriesId FROM bookSeries b JOIN libraryItems i ON i.id = b.itemId WHERE b.seriesId IN (${marks(seriesIds)})${rule.sql}
     ORDER BY ${SEQUENCE_ORDER}`,
    ...seriesIds, ...rule.values,
  );
  for (const row of rows) books.get(row.seriesId)?.push(minifiedFromRow(row));
  return books;
}

/** One page of the series of a library with their books. Only series with a book that the user may see and the filter keeps. */
export function listSeries(
  database: Database, library: Library, user: User, query: ListQuery, settings: SortSettings,
): { results: SeriesWithBooks[]; total: number } {
  const rule = contentRule(user);
  const { filter } = query;
  const having = filter?.group === 'progress' && Object.hasOwn(PROGRESS_HAVING, filter.value) ? ` AND ${PROGRESS_HAVING[filter.value]}` : '';
  const bookFilter = filter && [
    'genres', 'tags', 'authors', 'narrators', 'publishers', 'languages',
  ].includes(filter.group) ? filterRule('book', filter) : { sql: '', values: [] };
  const join = having ? progressJoin(user) : { sql: '', values: [] };
  const least = library.settings.hideSingleBookSeries ? 2 : 1;
  const from = ` FROM series s JOIN bookSeries b ON b.seriesId = s.id JOIN libraryItems i ON i.id = b.itemId${join.sql}
    WHERE s.libraryId = ?${rule.sql}${bookFilter.sql} GROUP BY s.id HAVING count(*) >= ${least}${having}`;
  const values = [...join.values, library.id, ...rule.values, ...bookFilter.values];
  const name = `${settings.ignorePrefix ? 's.nameIgnorePrefix' : 's.name'} COLLATE NOCASE`;
  const way = query.sortDesc ? 'DESC' : 'ASC';
  const column = query.sortBy === 'name' ? name : Object.hasOwn(SORTS, query.sortBy) ? SORTS[query.sortBy] : undefined;
  const order = column ? ` ORDER BY ${column} ${way}${column === name ? '' : `, ${name}`}` : '';
  const limit = query.limit > 0 ? ` LIMIT ${query.limit} OFFSET ${query.limit * query.page}` : '';
  const rows = database.all<SeriesRow & { totalDuration: number }>(
    `SELECT s.*, count(*) AS numBooks, sum(i.duration) AS totalDuration${from}${order}${limit}`, ...values,
  );
  const total = query.limit > 0 ? (database.get<{ n: number }>(`SELECT count(*) AS n FROM (SELECT s.id${from})`, ...values)?.n ?? 0) : rows.length;
  const books = booksOfSeries(database, user, rows.map((row) => row.id));
  return {
    results: rows.map((row) => {
      const duration = query.sortBy === 'totalDuration' ? { totalDuration: row.totalDuration } : {};
      return { ...seriesJson(row), books: books.get(row.id) ?? [], ...duration };
    }),
    total,
  };
}

/** Gives items of a list of one series that series as `media.metadata.series`. */
export function attachSeries(database: Database, items: readonly ItemJson[], seriesId: string): ItemJson[] {
  const series = database.get<{ id: string; name: string }>('SELECT id, name FROM series WHERE id = ?', seriesId);
  if (!series) return [...items];
  const links = database.all<{ itemId: string; sequence: string | null }>('SELECT itemId, sequence FROM bookSeries WHERE seriesId = ?', seriesId);
  const sequences = new Map(links.map((link) => [link.itemId, link.sequence]));
  return items.map((item) => (sequences.has(item.id) ? withSeries(item, { ...series, sequence: sequences.get(item.id) ?? null }) : item));
}

/** How far a user is in a series. */
export function seriesProgress(
  database: Database, user: User, seriesId: string,
): { libraryItemIds: string[]; libraryItemIdsFinished: string[]; isFinished: boolean } {
  const rows = database.all<{ id: string; isFinished: number | null }>(
    `SELECT i.id, p.isFinished FROM bookSeries b JOIN libraryItems i ON i.id = b.itemId${progressJoin(user).sql} WHERE b.seriesId = ? ORDER BY ${SEQUENCE_ORDER}`,
    user.id, seriesId,
  );
  const finished = rows.filter((row) => row.isFinished === 1).map((row) => row.id);
  return { libraryItemIds: rows.map((row) => row.id), libraryItemIdsFinished: finished, isFinished: rows.length > 0 && finished.length === rows.length };
}

