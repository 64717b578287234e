import type { Database } from '../../store/database.ts';
import type { Library } from '../../store/libraries.repo.ts';
import type { User } from '../../store/users.repo.ts';
import { minifiedFromRow, ROW_COLUMNS, type ItemRow } from '../item-json.ts';
import type { ItemJson } from '../items.types.ts';
import { contentRule } from './access.ts';
import { filterRule, progressJoin } from './filters.ts';
import { listItems, orderBy, type ListQuery, type SortSettings } from './list.ts';
import { SEQUENCE_ORDER } from './series.ts';

type CollapsedRow = ItemRow & { seriesId: string | null; seriesName: string; nameIgnorePrefix: string; sequence: string | null; itemIds: string };

/** `1, 2, 3, 5` to `1-3, 5`. */
export function sequenceList(sequences: readonly (string | null)[]): string {
  const parts: { from: string; to: string }[] = [];
  for (const sequence of sequences) {
    if (sequence === null) continue;
    const last = parts[parts.length - 1];
    if (last && /^\d+$/.test(sequence) && Number(sequence) === Number(last.to) + 1) last.to = sequence;
    else parts.push({ from: sequence, to: sequence });
  }
  return parts.map(({ from, to }) => (from === to ? from : `${from}-${to}`)).join(', ');
}

/** Within one series: books that also belong to other series stand together under each of those. */
function collapseSubSeries(database: Database, library: Library, user: User, query: ListQuery, settings: SortSettings, seriesId: string): { items: ItemJson[]; total: number } {
  const { rows } = listItems(database, library, user, { ...query, limit: 0, page: 0 }, settings);
  const series = database.get<{ id: string; name: string }>('SELECT id, name FROM series WHERE id = ?', seriesId);
  const shown: ItemJson[] = [];
  const groups = new Map<string, { name: string; nameIgnorePrefix: string; ids: string[]; sequences: (string | null)[]; at: number }>();
  for (const row of rows) {
    const links = database.all<{ id: string; name: string; nameIgnorePrefix: string; sequence: string | null }>('SELECT s.id, s.name, s.nameIgnorePrefix, b.sequence FROM bookSeries b JOIN series s ON s.id = b.seriesId WHERE b.itemId = ? ORDER BY b.position', row.id);
    const own = links.find((link) => link.id === seriesId);
    const item = minifiedFromRow(row);
    const withSeries = { ...item, media: { ...item.media, metadata: { ...item.media.metadata, series: { id: seriesId, name: series?.name ?? '', sequence: own?.sequence ?? null } } } };
    const others = links.filter((link) => link.id !== seriesId);
    if (others.length === 0) shown.push(withSeries);
    for (const other of others) {
      const group = groups.get(other.id);
      if (group) {
        group.ids.push(row.id);
        group.sequences.push(own?.sequence ?? null);
      } else {
        groups.set(other.id, { name: other.name, nameIgnorePrefix: other.nameIgnorePrefix, ids: [row.id], sequences: [own?.sequence ?? null], at: shown.length });
        shown.push({ ...withSeries, collapsedSeries: other.id });
      }
    }
  }
  const items = shown.map((item): ItemJson => {
    const id = typeof item['collapsedSeries'] === 'string' ? item['collapsedSeries'] : '';
    const group = groups.get(id);
    if (!group) return item;
    return { ...item, collapsedSeries: { id, name: group.name, nameIgnorePrefix: group.nameIgnorePrefix, libraryItemIds: group.ids, numBooks: group.ids.length, seriesSequenceList: sequenceList(group.sequences) } };
  });
  const start = query.limit * query.page;
  return { items: query.limit > 0 ? items.slice(start, start + query.limit) : items, total: items.length };
}

/**
 * A page in which each series is one entry: its first book with `collapsedSeries`. Sorted by title, the entry stands at the
 * name of the series.
 */
export function collapsedItems(database: Database, library: Library, user: User, query: ListQuery, settings: SortSettings): { items: ItemJson[]; total: number } {
  const { filter } = query;
  if (filter?.group === 'series' && filter.value !== 'no-series') return collapseSubSeries(database, library, user, query, settings, filter.value);
  const rule = contentRule(user);
  const where = filterRule('book', filter);
  const needsProgress = filter?.group === 'progress';
  const join = needsProgress ? progressJoin(user) : { sql: '', values: [] };
  const values = [...join.values, library.id, ...rule.values, ...where.values];
  const common = `WITH shown AS (SELECT i.id, i.title${needsProgress ? ', p.lastUpdate' : ''} FROM libraryItems i${join.sql} WHERE i.libraryId = ?${rule.sql}${where.sql}),
    ranked AS (SELECT b.seriesId, b.itemId, b.sequence, b.position, row_number() OVER (PARTITION BY b.seriesId ORDER BY ${SEQUENCE_ORDER}) AS rank FROM bookSeries b JOIN shown i ON i.id = b.itemId),
    firsts AS (SELECT seriesId, itemId, sequence, row_number() OVER (PARTITION BY itemId ORDER BY position) AS choice FROM ranked WHERE rank = 1),
    heads AS (SELECT i.id AS itemId, f.seriesId, f.sequence FROM shown i LEFT JOIN firsts f ON f.itemId = i.id AND f.choice = 1 WHERE f.itemId IS NOT NULL OR NOT EXISTS (SELECT 1 FROM bookSeries b WHERE b.itemId = i.id))`;
  const name = settings.ignorePrefix ? 'coalesce(s.nameIgnorePrefix, i.titleIgnorePrefix)' : 'coalesce(s.name, i.title)';
  const order = query.sortBy === 'media.metadata.title' ? ` ORDER BY ${name} COLLATE NOCASE ${query.sortDesc ? 'DESC' : 'ASC'}` : orderBy('book', query.sortBy, query.sortDesc, settings, false, needsProgress).replace('p.lastUpdate', 'shown.lastUpdate');
  const limit = query.limit > 0 ? ` LIMIT ${query.limit} OFFSET ${query.limit * query.page}` : '';
  const rows = database.all<CollapsedRow>(
    `${common} SELECT ${ROW_COLUMNS}, h.seriesId, s.name AS seriesName, s.nameIgnorePrefix, h.sequence FROM heads h JOIN libraryItems i ON i.id = h.itemId${needsProgress ? ' JOIN shown ON shown.id = i.id' : ''} LEFT JOIN series s ON s.id = h.seriesId${order}${limit}`,
    ...values,
  );
  const total = query.limit > 0 ? (database.get<{ n: number }>(`${common} SELECT count(*) AS n FROM heads`, ...values)?.n ?? 0) : rows.length;
  const items = rows.map((row): ItemJson => {
    const item = minifiedFromRow(row);
    if (row.seriesId === null) return item;
    const ids = database.all<{ id: string }>(`SELECT i.id FROM bookSeries b JOIN libraryItems i ON i.id = b.itemId WHERE b.seriesId = ?${rule.sql} ORDER BY ${SEQUENCE_ORDER}`, row.seriesId, ...rule.values).map((entry) => entry.id);
    return { ...item, collapsedSeries: { id: row.seriesId, name: row.seriesName, nameIgnorePrefix: row.nameIgnorePrefix, sequence: row.sequence, numBooks: ids.length, libraryItemIds: ids } };
  });
  return { items, total };
}
