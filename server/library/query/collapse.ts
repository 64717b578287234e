import type { Database } from '../../store/database.ts';
import type { Library } from '../../store/libraries.repo.ts';
import type { User } from '../../store/users.repo.ts';
import { minifiedFromRow } from '../../items/item-json.ts';
import type { ItemJson } from '../../items/items.types.ts';
import { contentRule } from '../../items/content-rule.ts';
import { countItems } from './count-items.ts';
import { filterRule, NO_SERIES, progressJoin } from './filters.ts';
import { firstBooks } from './first-books.ts';
import { listItems, rowsOf, type ListQuery, type SortSettings } from './list.ts';
import { orderOf, SEQUENCE_ORDER } from './order.ts';
import { attachSeries } from './series.ts';

/** One entry of the page: an item, and the series that it stands for. */
interface Head {
  id: string;
  seriesId: string | null;
  name: string | null;
  nameIgnorePrefix: string | null;
  sequence: string | null;
  /** Series of the whole list. */
  numFirsts: number;
}

/** A series within a series, with the sequences of its books in the outer one. */
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
  database: Database,
  library: Library,
  user: User,
  query: ListQuery,
  settings: SortSettings,
  seriesId: string,
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
    return {
      ...item,
      collapsedSeries: { ...rest, numBooks: rest.libraryItemIds.length, seriesSequenceList: sequenceList(sequences) },
    };
  });
  const start = query.limit * query.page;
  return { items: query.limit > 0 ? items.slice(start, start + query.limit) : items, total: items.length };
}

/**
 * A page in which each series is one entry: its first book with `collapsedSeries`. Sorted by title, the entry stands at
 * the name of the series.
 */
export function collapsedItems(
  database: Database,
  library: Library,
  user: User,
  query: ListQuery,
  settings: SortSettings,
): { items: ItemJson[]; total: number } {
  const { filter } = query;
  if (filter?.group === 'series' && filter.value !== 'no-series')
    return collapseSubSeries(database, library, user, query, settings, filter.value);
  const rule = contentRule(user);
  const where = filterRule('book', filter);
  const needsProgress = filter?.group === 'progress';
  const join = needsProgress ? progressJoin(user) : { sql: '', values: [] };
  const byTitle = query.sortBy === 'media.metadata.title';
  const order = orderOf({
    mediaType: 'book',
    sortBy: query.sortBy,
    isDescending: query.sortDesc,
    ignorePrefix: settings.ignorePrefix,
    isSeriesFilter: false,
    isFiltered: false,
    isExact: false,
    lastUpdate: needsProgress ? 'i.lastUpdate' : null,
    otherwise: 'author',
  });
  const from = ` FROM libraryItems i${join.sql} WHERE i.libraryId = ?${rule.sql}${where.sql}`;
  const values = [...join.values, library.id, ...rule.values, ...where.values];
  const singles =
    where.sql === ''
      ? countItems(database, library, user, 'alone')
      : (database.get<{ n: number }>(`SELECT count(*) AS n${from} AND ${NO_SERIES}`, ...values)?.n ?? 0);
  /* A book that is the first of several series stands for the one named first. */
  const first = firstBooks(library, join, { sql: rule.sql + where.sql, values: [...rule.values, ...where.values] });
  const firsts = `${first.sql}, firsts AS MATERIALIZED (SELECT f.itemId, f.seriesId, b.sequence, min(b.position)
    FROM firstBooks f CROSS JOIN bookSeries b ON b.itemId = f.itemId AND b.seriesId = f.seriesId GROUP BY f.itemId)`;
  /* Only the columns of the order are carried along. */
  const keys = [...new Set(['title', 'titleIgnorePrefix', ...order.columns])];
  const shown = `${['id', ...keys].map((key) => `i.${key}`).join(', ')}${needsProgress ? ', p.lastUpdate' : ''}`;
  const name = settings.ignorePrefix
    ? 'coalesce(s.nameIgnorePrefix, i.titleIgnorePrefix)'
    : 'coalesce(s.name, i.title)';
  const orderBy = byTitle ? ` ORDER BY ${name} COLLATE NOCASE ${query.sortDesc ? 'DESC' : 'ASC'}` : order.sql;
  /* Of the books without a series no more than fit on the page; for a random order, all of them. */
  const ownOrder = byTitle
    ? ` ORDER BY i.${settings.ignorePrefix ? 'titleIgnorePrefix' : 'title'} COLLATE NOCASE ${query.sortDesc ? 'DESC' : 'ASC'}`
    : order.sql;
  const isCut = query.limit > 0 && !needsProgress && query.sortBy !== 'random';
  const cut = isCut
    ? { sql: `${ownOrder} LIMIT ?`, values: [query.limit * (query.page + 1)] }
    : { sql: '', values: [] };
  const page = database.all<Head>(
    `WITH ${firsts}, heads AS (SELECT * FROM (SELECT ${shown}, NULL AS seriesId, NULL AS sequence${from} AND ${NO_SERIES}${cut.sql})
     UNION ALL SELECT ${shown}, f.seriesId, f.sequence FROM firsts f
     CROSS JOIN libraryItems i ON i.id = f.itemId AND i.libraryId = ?${join.sql})
     SELECT i.id, i.seriesId, i.sequence, s.name, s.nameIgnorePrefix, (SELECT count(*) FROM firsts) AS numFirsts
     FROM heads i LEFT JOIN series s ON s.id = i.seriesId${orderBy} LIMIT ? OFFSET ?`,
    ...first.values,
    ...values,
    ...cut.values,
    library.id,
    ...join.values,
    query.limit || -1,
    query.limit * query.page,
  );
  /* Beyond the last page there is no row with the total. */
  const countFirsts = (): number =>
    database.get<{ n: number }>(`WITH ${firsts} SELECT count(*) AS n FROM firsts`, ...first.values)?.n ?? 0;
  const total = singles + (page[0]?.numFirsts ?? countFirsts());
  const rows = new Map(
    rowsOf(
      database,
      page.map((head) => head.id),
    ).map((row) => [row.id, row]),
  );
  const items = page.flatMap((head): ItemJson[] => {
    const row = rows.get(head.id);
    if (!row) return [];
    const item = minifiedFromRow(row);
    if (head.seriesId === null) return [item];
    const ids = database
      .all<{ id: string }>(
        `SELECT i.id FROM bookSeries b JOIN libraryItems i ON i.id = b.itemId WHERE b.seriesId = ?${rule.sql} ORDER BY ${SEQUENCE_ORDER}`,
        head.seriesId,
        ...rule.values,
      )
      .map((entry) => entry.id);
    return [
      {
        ...item,
        collapsedSeries: {
          id: head.seriesId,
          name: head.name,
          nameIgnorePrefix: head.nameIgnorePrefix,
          sequence: head.sequence,
          numBooks: ids.length,
          libraryItemIds: ids,
        },
      },
    ];
  });
  return { items, total };
}
