import type { Database } from '../../store/database.ts';
import type { Library } from '../../store/libraries.repo.ts';
import type { User } from '../../store/users.repo.ts';
import { minifiedFromRow, ROW_COLUMNS, withSeries, type ItemRow } from '../../items/item-json.ts';
import type { ItemJson } from '../../items/items.types.ts';
import type { SeriesRow } from '../../items/series.repo.ts';
import { contentRule, itemOf, type SqlPart } from '../../items/content-rule.ts';
import { filterRule, progressJoin } from './filters.ts';
import { SEQUENCE_ORDER } from './order.ts';
import type { ListQuery, SortSettings } from './list.ts';

/** A series as the API shows it alone. */
export function seriesJson(row: SeriesRow) {
  return {
    id: row.id,
    name: row.name,
    nameIgnorePrefix: row.nameIgnorePrefix,
    description: row.description,
    addedAt: row.addedAt,
    updatedAt: row.updatedAt,
    libraryId: row.libraryId,
  };
}

/** The series `s` of a library with a book that a user may see, after FROM. */
export function seenSeries(library: Library, user: User): SqlPart {
  const rule = contentRule(user);
  const seen =
    rule.sql === ''
      ? ''
      : ` AND EXISTS (SELECT 1 FROM bookSeries b${itemOf('b.itemId', 's.libraryId')} WHERE b.seriesId = s.id${rule.sql})`;
  return { sql: `series s WHERE s.libraryId = ?${seen}`, values: [library.id, ...rule.values] };
}

/** Whether a user may see a book of a series. */
export function isSeriesSeen(database: Database, user: User, id: string): boolean {
  const rule = contentRule(user);
  return (
    rule.sql === '' ||
    database.get(
      `SELECT 1 AS one FROM bookSeries b CROSS JOIN libraryItems i ON i.id = b.itemId WHERE b.seriesId = ?${rule.sql} LIMIT 1`,
      id,
      ...rule.values,
    ) !== undefined
  );
}

export type SeriesWithBooks = ReturnType<typeof seriesJson> & { books: ItemJson[]; totalDuration?: number };

const SORTS: Readonly<Record<string, string>> = {
  numBooks: 's.numBooks',
  addedAt: 's.addedAt',
  totalDuration: 'sum(i.duration)',
  lastBookAdded: 'max(i.addedAt)',
  lastBookUpdated: 'max(i.updatedAt)',
  random: 'random()',
};

/** Conditions on the books of a series for the `progress` filter. */
const PROGRESS_HAVING: Readonly<Record<string, string>> = {
  finished: 'sum(coalesce(p.isFinished, 0)) = count(*)',
  'not-started':
    'sum(coalesce(p.isFinished, 0) = 1 OR coalesce(p.currentTime, 0) > 0 OR coalesce(p.ebookProgress, 0) > 0) = 0',
  'not-finished': 'sum(coalesce(p.isFinished, 0)) < count(*)',
  'in-progress':
    'sum(coalesce(p.isFinished, 0)) < count(*) AND sum(coalesce(p.isFinished, 0) = 1 OR coalesce(p.currentTime, 0) > 0 OR coalesce(p.ebookProgress, 0) > 0) > 0',
};

/** Books of several series that the user may see, in order within each. */
export function booksOfSeries(database: Database, user: User, seriesIds: readonly string[]): Map<string, ItemJson[]> {
  const rule = contentRule(user);
  /* One series at a time, as their rows are in order: together all of them would be sorted. */
  const booksOf = (id: string): ItemJson[] =>
    database
      .all<ItemRow>(
        `SELECT ${ROW_COLUMNS} FROM bookSeries b CROSS JOIN libraryItems i ON i.id = b.itemId WHERE b.seriesId = ?${rule.sql} ORDER BY ${SEQUENCE_ORDER}`,
        id,
        ...rule.values,
      )
      .map(minifiedFromRow);
  return new Map(seriesIds.map((id) => [id, booksOf(id)]));
}

/**
 * One page of the series of a library with their books: those with a book that the user may see and the filter keeps.
 */
export function listSeries(
  database: Database,
  library: Library,
  user: User,
  query: ListQuery,
  settings: SortSettings,
): { results: SeriesWithBooks[]; total: number } {
  const rule = contentRule(user);
  const { filter } = query;
  const having =
    filter?.group === 'progress' && Object.hasOwn(PROGRESS_HAVING, filter.value)
      ? ` AND ${PROGRESS_HAVING[filter.value]}`
      : '';
  const bookFilter =
    filter && ['genres', 'tags', 'authors', 'narrators', 'publishers', 'languages'].includes(filter.group)
      ? filterRule('book', filter)
      : { sql: '', values: [] };
  const join = having ? progressJoin(user) : { sql: '', values: [] };
  const least = library.settings.hideSingleBookSeries ? 2 : 1;
  const isByItems = ['totalDuration', 'lastBookAdded', 'lastBookUpdated'].includes(query.sortBy);
  const conditions = `${rule.sql}${bookFilter.sql}`;
  const items =
    isByItems || having + conditions !== ''
      ? ` CROSS JOIN libraryItems i ON i.id = b.itemId AND i.libraryId = s.libraryId${join.sql}`
      : '';
  const values = [...rule.values, ...bookFilter.values];
  /*
   * Counts books only where the order or the filter needs the visible ones; series are counted along with them. The
   * plus keeps the page in the order of its index.
   */
  const isByVisible = query.sortBy === 'numBooks' && conditions !== '';
  const isGrouped = isByItems || having !== '' || isByVisible;
  const from = isGrouped
    ? {
        sql: ` FROM series s CROSS JOIN bookSeries b ON b.seriesId = s.id${items} WHERE s.libraryId = ?${conditions} GROUP BY s.id HAVING count(*) >= ${least}${having}`,
        values: [...join.values, library.id, ...values],
      }
    : conditions === ''
      ? { sql: ` FROM series s WHERE s.libraryId = ? AND +s.numBooks >= ${least}`, values: [library.id] }
      : {
          sql: ` FROM series s WHERE s.libraryId = ? AND EXISTS (SELECT 1 FROM bookSeries b${items} WHERE b.seriesId = s.id${conditions} LIMIT 1 OFFSET ${least - 1})`,
          values: [library.id, ...values],
        };
  const name = `${settings.ignorePrefix ? 's.nameIgnorePrefix' : 's.name'} COLLATE NOCASE`;
  const way = query.sortDesc ? 'DESC' : 'ASC';
  const known = isByVisible ? 'count(*)' : Object.hasOwn(SORTS, query.sortBy) ? SORTS[query.sortBy] : undefined;
  const column = query.sortBy === 'name' ? name : known;
  const order = column
    ? ` ORDER BY ${column} ${way}${column === name ? '' : `, ${name}`}`
    : ' ORDER BY s.addedAt, s.rowid';
  const limit = query.limit > 0 ? ' LIMIT ? OFFSET ?' : '';
  const span = query.limit > 0 ? [query.limit, query.limit * query.page] : [];
  const sum = query.sortBy === 'totalDuration' ? ', sum(i.duration) AS totalDuration' : '';
  const counted = isGrouped ? ', count(*) OVER () AS total' : '';
  const rows = database.all<SeriesRow & { totalDuration: number; total?: number }>(
    `SELECT s.*${sum}${counted}${from.sql}${order}${limit}`,
    ...from.values,
    ...span,
  );
  const countAll = (): number =>
    database.get<{ n: number }>(`SELECT count(*) AS n FROM (SELECT 1${from.sql})`, ...from.values)?.n ?? 0;
  /* Beyond the last page there is no row with the total. */
  const total = query.limit > 0 ? (rows[0]?.total ?? countAll()) : rows.length;
  const books = booksOfSeries(
    database,
    user,
    rows.map((row) => row.id),
  );
  return {
    results: rows.map((row) => {
      const duration = query.sortBy === 'totalDuration' ? { totalDuration: row.totalDuration } : {};
      return { ...seriesJson(row), books: books.get(row.id) ?? [], ...duration };
    }),
    total,
  };
}

/** Sets `media.metadata.series` of items in a list of one series to that series. */
export function attachSeries(database: Database, items: readonly ItemJson[], seriesId: string): ItemJson[] {
  const series = database.get<{ id: string; name: string }>('SELECT id, name FROM series WHERE id = ?', seriesId);
  if (!series) return [...items];
  const links = database.all<{ itemId: string; sequence: string | null }>(
    'SELECT itemId, sequence FROM bookSeries WHERE seriesId = ?',
    seriesId,
  );
  const sequences = new Map(links.map((link) => [link.itemId, link.sequence]));
  return items.map((item) =>
    sequences.has(item.id) ? withSeries(item, { ...series, sequence: sequences.get(item.id) ?? null }) : item,
  );
}

/** The progress of a user in a series. */
export function seriesProgress(
  database: Database,
  user: User,
  seriesId: string,
): { libraryItemIds: string[]; libraryItemIdsFinished: string[]; isFinished: boolean } {
  const rule = contentRule(user);
  const rows = database.all<{ id: string; isFinished: number | null }>(
    `SELECT i.id, p.isFinished FROM bookSeries b JOIN libraryItems i ON i.id = b.itemId${progressJoin(user).sql} WHERE b.seriesId = ?${rule.sql} ORDER BY ${SEQUENCE_ORDER}`,
    user.id,
    seriesId,
    ...rule.values,
  );
  const finished = rows.filter((row) => row.isFinished === 1).map((row) => row.id);
  return {
    libraryItemIds: rows.map((row) => row.id),
    libraryItemIdsFinished: finished,
    isFinished: rows.length > 0 && finished.length === rows.length,
  };
}
