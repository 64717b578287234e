import type { Database } from '../../store/database.ts';
import type { Library } from '../../store/libraries.repo.ts';
import type { User } from '../../store/users.repo.ts';
import { ROW_COLUMNS, type ItemRow } from '../item-json.ts';
import { contentRule } from './access.ts';
import { filterRule, progressJoin, type Filter } from './filters.ts';

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

const bookColumns: Readonly<Record<string, string>> = {
  'media.metadata.authorName': 'i.authorName COLLATE NOCASE', 'media.metadata.authorNameLF': 'i.authorNameLF COLLATE NOCASE',
  'media.metadata.publishedYear': 'CAST(i.publishedYear AS INTEGER)', 'media.duration': 'i.duration',
  addedAt: 'i.addedAt', size: 'i.size', birthtimeMs: 'i.birthtimeMs', mtimeMs: 'i.mtimeMs',
};
const podcastColumns: Readonly<Record<string, string>> = {
  'media.metadata.author': 'i.authorName COLLATE NOCASE', 'media.numTracks': 'i.numTracks', addedAt: 'i.addedAt', size: 'i.size',
  birthtimeMs: 'i.birthtimeMs', mtimeMs: 'i.mtimeMs',
};

/** `1`, `2`, `10.5` as numbers, anything else after them. */
const SEQUENCE = "CASE WHEN q.sequence GLOB '[0-9]*' THEN CAST(q.sequence AS REAL) END";

/** ORDER BY text for a sort key; '' keeps the order of the database, as for unknown keys. */
export function orderBy(
  mediaType: 'book' | 'podcast', sortBy: string, desc: boolean, settings: SortSettings, isSeriesFilter: boolean, hasProgress: boolean,
): string {
  const way = desc ? ' DESC' : ' ASC';
  const title = `${settings.ignorePrefix ? 'i.titleIgnorePrefix' : 'i.title'} COLLATE NOCASE`;
  if (sortBy === 'random') return ' ORDER BY random()';
  if (sortBy === 'media.metadata.title') return ` ORDER BY ${title}${way}`;
  if (sortBy === 'sequence' || (sortBy === '' && isSeriesFilter)) return isSeriesFilter ? ` ORDER BY ${SEQUENCE}${way} NULLS LAST, ${title}` : '';
  if (sortBy === 'progress') return hasProgress ? ` ORDER BY p.lastUpdate${way}` : '';
  const columns = mediaType === 'book' ? bookColumns : podcastColumns;
  const column = Object.hasOwn(columns, sortBy) ? columns[sortBy] : undefined;
  if (column === undefined) return '';
  const isName = column.includes('NOCASE');
  return ` ORDER BY ${column}${way}${isName ? `, ${title}${way}` : column.startsWith('CAST') ? ' NULLS LAST' : ''}`;
}

/** Rows by id, in the order of the ids. */
export function rowsOf(database: Database, ids: readonly string[]): ItemRow[] {
  return ids.flatMap((id) => database.get<ItemRow>(`SELECT ${ROW_COLUMNS} FROM libraryItems i WHERE i.id = ?`, id) ?? []);
}

/** One page of the items of a library that a user may see, with the number of all. */
export function listItems(database: Database, library: Library, user: User, query: ListQuery, settings: SortSettings): { rows: ItemRow[]; total: number } {
  const rule = contentRule(user);
  const filter = filterRule(library.mediaType, query.filter);
  const needsProgress = library.mediaType === 'book' && query.filter?.group === 'progress';
  const seriesId = query.filter?.group === 'series' && query.filter.value !== 'no-series' ? query.filter.value : null;
  const join = needsProgress ? progressJoin(user) : { sql: '', values: [] };
  const series = seriesId === null ? { sql: '', values: [] } : { sql: ' LEFT JOIN bookSeries q ON q.itemId = i.id AND q.seriesId = ?', values: [seriesId] };
  const from = ` FROM libraryItems i${join.sql}${series.sql} WHERE i.libraryId = ?${rule.sql}${filter.sql}`;
  const values = [...join.values, ...series.values, library.id, ...rule.values, ...filter.values];
  const order = orderBy(library.mediaType, query.sortBy, query.sortDesc, settings, seriesId !== null, needsProgress);
  if (query.limit === 0) {
    const rows = database.all<ItemRow>(`SELECT ${ROW_COLUMNS}${from}${order}`, ...values);
    return { rows, total: rows.length };
  }
  /* Ids first: sorting then moves a few bytes for each item, not whole rows. */
  const ids = database.all<{ id: string }>(`SELECT i.id${from}${order} LIMIT ? OFFSET ?`, ...values, query.limit, query.limit * query.page);
  const rows = rowsOf(database, ids.map((row) => row.id));
  const total = database.get<{ n: number }>(`SELECT count(*) AS n${from}`, ...values)?.n ?? 0;
  return { rows, total };
}
