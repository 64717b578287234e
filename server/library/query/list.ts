import type { Database, SqlValue } from '../../store/database.ts';
import type { Library } from '../../store/libraries.repo.ts';
import type { User } from '../../store/users.repo.ts';
import { ROW_COLUMNS, type ItemRow } from '../../items/item-json.ts';
import { contentRule } from '../../items/content-rule.ts';
import { countItems } from './count-items.ts';
import { filterRule, isOfMost, otherwiseBy, progressJoin, valueKindOf, type Filter } from './filters.ts';
import { orderOf } from './order.ts';
import { isFoundInOrder, pageInOrder } from './page-in-order.ts';

export interface ListQuery {
  readonly filter: Filter | null;
  readonly sortBy: string;
  readonly sortDesc: boolean;
  /** 0 is everything. */
  readonly limit: number;
  readonly page: number;
}

/** Whether titles and series are sorted without their prefix (server setting). */
export interface SortSettings {
  readonly ignorePrefix: boolean;
}

/** Rows by id, in the order of the ids. */
export function rowsOf(database: Database, ids: readonly string[]): ItemRow[] {
  return ids.flatMap(
    (id) => database.get<ItemRow>(`SELECT ${ROW_COLUMNS} FROM libraryItems i WHERE i.id = ?`, id) ?? [],
  );
}

/** One page of the items of a library that a user may see, and the total. */
export function listItems(
  database: Database,
  library: Library,
  user: User,
  query: ListQuery,
  settings: SortSettings,
): { rows: ItemRow[]; total: number } {
  const rule = contentRule(user);
  const filter = filterRule(library.mediaType, query.filter);
  const needsProgress = library.mediaType === 'book' && query.filter?.group === 'progress';
  const seriesId = query.filter?.group === 'series' && query.filter.value !== 'no-series' ? query.filter.value : null;
  const join = needsProgress ? progressJoin(user) : { sql: '', values: [] };
  const isMost = isOfMost(query.filter) && needsProgress;
  const series =
    seriesId === null
      ? { sql: '', values: [] }
      : { sql: ' LEFT JOIN bookSeries q ON q.itemId = i.id AND q.seriesId = ?', values: [seriesId] };
  const from = ` FROM libraryItems i${join.sql}${series.sql} WHERE i.libraryId = ?${rule.sql}${filter.sql}`;
  const values = [...join.values, ...series.values, library.id, ...rule.values, ...filter.values];
  const isInOrder = isFoundInOrder(library, query);
  const orderBy = (isFiltered: boolean) =>
    orderOf({
      mediaType: library.mediaType,
      sortBy: query.sortBy,
      isDescending: query.sortDesc,
      ignorePrefix: settings.ignorePrefix,
      isSeriesFilter: seriesId !== null,
      isFiltered,
      isExact: isInOrder,
      lastUpdate: needsProgress ? 'p.lastUpdate' : null,
      otherwise: otherwiseBy(query.filter),
    }).sql;
  const order = orderBy(rule.sql !== '' || (filter.sql !== '' && !isMost));
  if (query.limit === 0) {
    const rows = database.all<ItemRow>(`SELECT ${ROW_COLUMNS}${from}${order}`, ...values);
    return { rows, total: rows.length };
  }
  /* Ids first: sorting then moves a few bytes for each item, not whole rows. */
  const found = (): string[] =>
    database
      .all<{
        id: string;
      }>(`SELECT i.id${from}${order} LIMIT ? OFFSET ?`, ...values, query.limit, query.limit * query.page)
      .map(({ id }) => id);
  const rows = rowsOf(
    database,
    (isInOrder ? pageInOrder(database, library, query, orderBy(false), rule) : null) ?? found(),
  );
  /* A page that is not full is the last one: the total follows from it. */
  if (rows.length < query.limit && (rows.length > 0 || query.page === 0))
    return { rows, total: query.limit * query.page + rows.length };
  const count = (sql: string, ...bound: SqlValue[]): number => database.get<{ n: number }>(sql, ...bound)?.n ?? 0;
  if (filter.sql === '') return { rows, total: countItems(database, library, user) };
  const kind = query.filter && rule.sql === '' ? valueKindOf(query.filter) : null;
  if (kind !== null)
    return {
      rows,
      total: count(
        'SELECT numItems AS n FROM valueCounts WHERE libraryId = ? AND kind = ? AND value = ?',
        library.id,
        kind,
        query.filter?.value,
      ),
    };
  if (!isMost) return { rows, total: count(`SELECT count(*) AS n${from}`, ...values) };
  /* Counts the few items that are not listed: the progress of one account, not all items. */
  const others = ` FROM mediaProgress p CROSS JOIN libraryItems i ON i.mediaId = p.mediaItemId
    WHERE p.userId = ? AND i.libraryId = ?${rule.sql} AND NOT (1${filter.sql})`;
  const total =
    countItems(database, library, user) -
    count(`SELECT count(*) AS n${others}`, user.id, library.id, ...rule.values, ...filter.values);
  return { rows, total };
}
