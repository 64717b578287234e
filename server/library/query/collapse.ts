import type { Database } from '../../store/database.ts';
import type { Library } from '../../store/libraries.repo.ts';
import type { User } from '../../store/users.repo.ts';
import { minifiedFromRow } from '../item-json.ts';
import type { ItemJson } from '../items.types.ts';
import { contentRule } from './access.ts';
import { filterRule, progressJoin } from './filters.ts';
import { listItems, orderBy, rowsOf, type ListQuery, type SortSettings } from './list.ts';
import { attachSeries, SEQUENCE_ORDER } from './series.ts';

/** One entry of the page: an item, and the series that it stands for. */
interface Head {
  id: string;
  seriesId: string | null;
  name: string | null;
  nameIgnorePrefix: string | null;
  sequence: string | null;
  /** Entries in all. */
  total: number;
}

/** A series within a series, with the sequences that its books have in the outer one. */
interface SubSeries {
  id: string;
  name: string;
  nameIgnorePrefix: string;
  libraryItemIds: string[];
  sequences: (string | null)[];
}

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
function collapseSubSeries(
  database: Database, library: Library, user: User, query: ListQuery, settings: SortSettings, seriesId: string,
): { items: ItemJson[]; total: number } {
  const { rows } = listItems(database, library, user, { ...query, limit: 0, page: 0 }, settings);
  const shown: { item: ItemJson; group: SubSeries | null }[] = [];
  const groups = new Map<string, SubSeries>();
  for (const item of attachSeries(database, rows.map(minifiedFromRow), seriesId)) {
    const links = database.all<{ id: string; name: string; nameIgnorePrefix: string; sequence: string | null }>(
      'SELECT s.id, s.name, s.nameIgnorePrefix, b.sequence FROM bookSeries b JOIN series s ON s.id = b.seriesId WHERE b.itemId = ? ORDER BY b.position',
      item.id,
    );
    const sequence = links.find((link) => link.id === seriesId)?.sequence ?? null;
    const others = links.filter((link) => link.id !== seriesId);
    if (others.length === 0) shown.push({ item, group: null });
    for (const { id, name, nameIgnorePrefix } of others) {
      const group = groups.get(id) ?? { id, name, nameIgnorePrefix, libraryItemIds: [], sequences: [] };
      if (!groups.has(id)) shown.push({ item, group });
      groups.set(id, group);
      group.libraryItemIds.push(item.id);
      group.sequences.push(sequence);
    }
  }
  const items = shown.map(({ item, group }): ItemJson => {
    if (!group) return item;
    const { sequences, ...rest } = group;
    return { ...item, collapsedSeries: { ...rest, numBooks: rest.libraryItemIds.length, seriesSequenceList: sequenceList(sequences) } };
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
  /* Only the columns that the order needs are carried along. */
  const keys = [...new Set(['title', 'titleIgnorePrefix', ...(/i\.(\w+)/.exec(orderBy('book', query.sortBy, false, settings, false, false))?.slice(1) ?? [])])];
  const columns = `${keys.join(', ')}${needsProgress ? ', lastUpdate' : ''}`;
  const name = settings.ignorePrefix ? 'coalesce(s.nameIgnorePrefix, i.titleIgnorePrefix)' : 'coalesce(s.name, i.title)';
  const order = query.sortBy === 'media.metadata.title' ? ` ORDER BY ${name} COLLATE NOCASE ${query.sortDesc ? 'DESC' : 'ASC'}` : orderBy(
    'book', query.sortBy, query.sortDesc, settings, false, needsProgress,
  ).replace('p.lastUpdate', 'i.lastUpdate');
  const shownColumns = ['id', ...keys].map((key) => `i.${key}`).join(', ') + (needsProgress ? ', p.lastUpdate' : '');
  const entries = `WITH shown AS MATERIALIZED (SELECT ${shownColumns} FROM libraryItems i${join.sql} WHERE i.libraryId = ?${rule.sql}${where.sql}),
    ranked AS (SELECT b.seriesId, b.itemId, b.sequence, b.position, row_number() OVER (PARTITION BY b.seriesId ORDER BY ${SEQUENCE_ORDER}) AS rank
    FROM shown i JOIN bookSeries b ON b.itemId = i.id),
    firsts AS (SELECT seriesId, itemId, sequence, row_number() OVER (PARTITION BY itemId ORDER BY position) AS choice FROM ranked WHERE rank = 1),
    heads AS (SELECT id, ${columns}, NULL AS seriesId, NULL AS sequence FROM shown WHERE id NOT IN (SELECT itemId FROM bookSeries)
    UNION ALL SELECT i.id, ${columns}, f.seriesId, f.sequence FROM firsts f JOIN shown i ON i.id = f.itemId WHERE f.choice = 1)
    SELECT i.id, i.seriesId, i.sequence, s.name, s.nameIgnorePrefix, count(*) OVER () AS total FROM heads i LEFT JOIN series s ON s.id = i.seriesId${order}`;
  const pageOf = (limit: number, offset: number): Head[] => database.all<Head>(`${entries} LIMIT ? OFFSET ?`, ...values, limit, offset);
  const page = pageOf(query.limit || -1, query.limit * query.page);
  const total = page[0]?.total ?? (query.page > 0 ? (pageOf(1, 0)[0]?.total ?? 0) : 0);
  const rows = new Map(rowsOf(database, page.map((head) => head.id)).map((row) => [row.id, row]));
  const items = page.flatMap((head): ItemJson[] => {
    const row = rows.get(head.id);
    if (!row) return [];
    const item = minifiedFromRow(row);
    if (head.seriesId === null) return [item];
    const ids = database.all<{ id: string }>(
      `SELECT i.id FROM bookSeries b JOIN libraryItems i ON i.id = b.itemId WHERE b.seriesId = ?${rule.sql} ORDER BY ${SEQUENCE_ORDER}`,
      head.seriesId, ...rule.values,
    ).map((entry) => entry.id);
    return [{
      ...item,
      collapsedSeries: {
        id: head.seriesId, name: head.name, nameIgnorePrefix: head.nameIgnorePrefix, sequence: head.sequence, numBooks: ids.length,
        libraryItemIds: ids,
      },
    }];
  });
  return { items, total };
}
