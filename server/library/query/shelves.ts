import { randomInt } from 'node:crypto';
import { toJson, type Database } from '../../store/database.ts';
import type { Library } from '../../store/libraries.repo.ts';
import type { User } from '../../store/users.repo.ts';
import { minifiedFromRow, ROW_COLUMNS, withSeries, type ItemRow } from '../../items/item-json.ts';
import type { ItemJson } from '../../items/items.types.ts';
import { contentRule, NOTHING, type SqlPart } from '../../items/content-rule.ts';
import { newestAuthors } from './authors.ts';
import { countItems } from './count-items.ts';
import { withIncludes } from './decorate.ts';
import { recentEpisodes } from './episodes.ts';
import { NO_SERIES } from './filters.ts';
import { firstBooks } from './first-books.ts';
import { rowsOf } from './list.ts';
import { listSeries } from './series.ts';
import { sequenceOf } from './order.ts';

export interface Shelf {
  readonly id: string;
  readonly label: string;
  readonly labelStringKey: string;
  readonly type: 'book' | 'podcast' | 'episode' | 'series' | 'authors';
  readonly entities: readonly unknown[];
  /** Number of all entries that belong on it. */
  readonly total: number;
}

export interface ShelfContext {
  readonly database: Database;
  readonly library: Library;
  readonly user: User;
  readonly limit: number;
  readonly include: readonly string[];
}

const shelf = (
  id: string,
  label: string,
  type: Shelf['type'],
  { entities, total }: { entities: readonly unknown[]; total: number },
): Shelf => ({ id, label, labelStringKey: `Label${label.replaceAll(' ', '')}`, type, entities, total });

/**
 * Items `i` of a table that the user may see and that meet a condition; `p` is his progress where the table has it.
 * `counted` is their number, where known.
 */
function pick(
  context: ShelfContext,
  table: SqlPart,
  condition: string,
  order: string,
  counted?: number,
): { entities: ItemJson[]; total: number } {
  const rule = contentRule(context.user);
  const from = ` FROM ${table.sql} WHERE i.libraryId = ?${rule.sql}${condition}`;
  const all = [...table.values, context.library.id, ...rule.values];
  const total = counted ?? context.database.get<{ n: number }>(`SELECT count(*) AS n${from}`, ...all)?.n ?? 0;
  const rows = total
    ? context.database.all<ItemRow>(`SELECT ${ROW_COLUMNS}${from} ORDER BY ${order} LIMIT ?`, ...all, context.limit)
    : [];
  return { entities: withIncludes(context.database, context.user, rows.map(minifiedFromRow), context.include), total };
}

/** Joins from the progress of the user to his books: he has begun few of all. */
const begunBy = ({ user }: ShelfContext): SqlPart => ({
  sql: 'mediaProgress p CROSS JOIN libraryItems i ON p.userId = ? AND i.mediaId = p.mediaItemId',
  values: [user.id],
});

const recentlyAdded = (context: ShelfContext) =>
  pick(
    context,
    { sql: 'libraryItems i', values: [] },
    '',
    'i.addedAt DESC',
    countItems(context.database, context.library, context.user),
  );

const byProgress = (context: ShelfContext, condition: string, order = 'p.lastUpdate DESC') =>
  pick(context, begunBy(context), ` AND ${condition}`, order);

const SEQUENCE = sequenceOf('b');

/**
 * The next book of each series with a finished book and none in progress. With the library setting, only books after
 * the furthest finished one count.
 */
function continueSeries(context: ShelfContext): { entities: ItemJson[]; total: number } {
  const { database, user, library, limit } = context;
  const rule = contentRule(user);
  const hidden = new Set(user.seriesHideFromContinueListening);
  const started = database.all<{ seriesId: string; name: string; furthest: number | null }>(
    `SELECT b.seriesId, s.name, max(CASE WHEN p.isFinished = 1 THEN ${SEQUENCE} END) AS furthest FROM mediaProgress p CROSS JOIN bookSeries b ON b.itemId = p.libraryItemId CROSS JOIN series s ON s.id = b.seriesId
     WHERE p.userId = ? AND s.libraryId = ? GROUP BY b.seriesId
     HAVING sum(p.isFinished) > 0 AND sum(p.isFinished = 0 AND (p.currentTime > 0 OR p.ebookProgress > 0)) = 0 ORDER BY max(p.lastUpdate) DESC`,
    user.id,
    library.id,
  );
  const entities: ItemJson[] = [];
  for (const { seriesId, name, furthest } of started) {
    if (hidden.has(seriesId)) continue;
    const after = library.settings.onlyShowLaterBooksInContinueSeries && furthest !== null ? furthest : null;
    const row = database.get<ItemRow & { sequence: string | null }>(
      `SELECT ${ROW_COLUMNS}, b.sequence FROM bookSeries b JOIN libraryItems i ON i.id = b.itemId LEFT JOIN mediaProgress p ON p.mediaItemId = i.mediaId AND p.userId = ?
       WHERE b.seriesId = ?${rule.sql} AND coalesce(p.isFinished, 0) = 0${after === null ? '' : ` AND ${SEQUENCE} > ?`}
       ORDER BY ${SEQUENCE} NULLS LAST, i.title COLLATE NOCASE LIMIT 1`,
      user.id,
      seriesId,
      ...rule.values,
      ...(after === null ? [] : [after]),
    );
    if (!row) continue;
    const item = minifiedFromRow(row);
    entities.push(withSeries(item, { id: seriesId, name, sequence: row.sequence }));
  }
  return { entities: withIncludes(database, user, entities.slice(0, limit), context.include), total: entities.length };
}

/** Rows tried for each book wanted of a large library, before the whole library is drawn from. */
const TRIES = 8;

/** Random books without a series that the user has not begun. `numAlone` includes the begun ones. */
function drawAlone(context: ShelfContext, isAlone: SqlPart, numAlone: number, wanted: number): string[] {
  const { database } = context;
  const begun = begunBy(context);
  const draw = (from: SqlPart, order: string): string[] =>
    database
      .all<{ id: string }>(
        `SELECT i.id FROM ${from.sql} WHERE ${isAlone.sql} AND i.id NOT IN (SELECT i.id FROM ${begun.sql})${order} LIMIT ?`,
        ...from.values,
        ...isAlone.values,
        ...begun.values,
        wanted,
      )
      .map(({ id }) => id);
  const tries = wanted * TRIES;
  if (numAlone > tries) {
    /* Any row is equally likely: matching ones are drawn without reading all. */
    const most = database.get<{ most: number }>('SELECT max(rowid) AS most FROM libraryItems')?.most ?? 1;
    const rows = new Set(Array.from({ length: tries }, () => randomInt(most) + 1));
    const tried = 'json_each(?) c CROSS JOIN libraryItems i ON i.rowid = c.value';
    const found = draw({ sql: tried, values: [toJson([...rows])] }, '');
    if (found.length === wanted) return found;
  }
  return draw({ sql: 'libraryItems i', values: [] }, ' ORDER BY random()');
}

/** Books not begun, without a series or the first of a series not begun, in random order. */
function discover(context: ShelfContext): { entities: ItemJson[]; total: number } {
  const { database, user, library, limit } = context;
  const rule = contentRule(user);
  const isAlone = { sql: `i.libraryId = ? AND ${NO_SERIES}${rule.sql}`, values: [library.id, ...rule.values] };
  const begun = begunBy(context);
  const numAlone = countItems(database, library, user, 'alone');
  const numBegun =
    database.get<{ n: number }>(
      `SELECT count(*) AS n FROM ${begun.sql} WHERE ${isAlone.sql}`,
      ...begun.values,
      ...isAlone.values,
    )?.n ?? 0;
  const first = firstBooks(library, NOTHING, rule);
  const firsts = database.all<{ id: string; total: number }>(
    `WITH ${first.sql} SELECT id, count(*) OVER () AS total FROM (SELECT DISTINCT itemId AS id FROM firstBooks WHERE itemId IS NOT NULL
     AND itemId NOT IN (SELECT b.itemId FROM mediaProgress p JOIN bookSeries q ON q.itemId = p.libraryItemId JOIN bookSeries b ON b.seriesId = q.seriesId
     WHERE p.userId = ?)) ORDER BY random() LIMIT ?`,
    ...first.values,
    user.id,
    limit,
  );
  const numFirsts = firsts[0]?.total ?? 0;
  const total = numAlone - numBegun + numFirsts;
  /* Each book is equally likely for each place of the shelf. */
  const left = { all: total, firsts: numFirsts };
  const isFirst = Array.from({ length: Math.min(limit, total) }, () => {
    const is = randomInt(left.all) < left.firsts;
    left.all -= 1;
    if (is) left.firsts -= 1;
    return is;
  });
  const ofSeries = firsts.values();
  const alone = drawAlone(context, isAlone, numAlone, isFirst.filter((is) => !is).length).values();
  const ids = isFirst.flatMap((is) => (is ? (ofSeries.next().value?.id ?? []) : (alone.next().value ?? [])));
  const items = rowsOf(database, ids).map(minifiedFromRow);
  return { entities: withIncludes(database, user, items, context.include), total };
}

function bookShelves(context: ShelfContext): Shelf[] {
  const { database, library, user, limit } = context;
  const series = listSeries(
    database,
    library,
    user,
    { filter: null, sortBy: 'addedAt', sortDesc: true, limit: 5, page: 0 },
    { ignorePrefix: false },
  );
  return [
    shelf(
      'continue-listening',
      'Continue Listening',
      'book',
      byProgress(context, 'p.isFinished = 0 AND p.currentTime > 0 AND p.hideFromContinueListening = 0'),
    ),
    shelf(
      'continue-reading',
      'Continue Reading',
      'book',
      byProgress(
        context,
        'p.isFinished = 0 AND p.currentTime = 0 AND p.ebookProgress > 0 AND p.hideFromContinueListening = 0',
      ),
    ),
    shelf('continue-series', 'Continue Series', 'book', continueSeries(context)),
    shelf('recently-added', 'Recently Added', 'book', recentlyAdded(context)),
    shelf('recent-series', 'Recent Series', 'series', { entities: series.results, total: series.total }),
    shelf('discover', 'Discover', 'book', discover(context)),
    shelf(
      'listen-again',
      'Listen Again',
      'book',
      byProgress(context, 'p.isFinished = 1 AND i.numTracks > 0', 'p.finishedAt DESC'),
    ),
    shelf(
      'read-again',
      'Read Again',
      'book',
      byProgress(context, 'p.isFinished = 1 AND i.numTracks = 0 AND i.ebookFormat IS NOT NULL', 'p.finishedAt DESC'),
    ),
    shelf('newest-authors', 'Newest Authors', 'authors', newestAuthors(database, library, user, limit)),
  ];
}

function podcastShelves(context: ShelfContext): Shelf[] {
  const episodes = (condition: string, order: string) => recentEpisodes(context, condition, order);
  return [
    shelf(
      'continue-listening',
      'Continue Listening',
      'episode',
      episodes('p.isFinished = 0 AND p.currentTime > 0 AND p.hideFromContinueListening = 0', 'p.lastUpdate DESC'),
    ),
    shelf('newest-episodes', 'Newest Episodes', 'episode', episodes('1', 'e.publishedAt DESC')),
    shelf('recently-added', 'Recently Added', 'podcast', recentlyAdded(context)),
    shelf('listen-again', 'Listen Again', 'episode', episodes('p.isFinished = 1', 'p.finishedAt DESC')),
  ];
}

/** The home shelves of a user that have entries. */
export function personalShelves(context: ShelfContext): Shelf[] {
  const shelves = context.library.mediaType === 'book' ? bookShelves(context) : podcastShelves(context);
  return shelves.filter((entry) => entry.entities.length > 0);
}
