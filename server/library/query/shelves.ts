import type { Database, SqlValue } from '../../store/database.ts';
import type { Library } from '../../store/libraries.repo.ts';
import type { User } from '../../store/users.repo.ts';
import { minifiedFromRow, ROW_COLUMNS, withSeries, type ItemRow } from '../item-json.ts';
import type { ItemJson } from '../items.types.ts';
import { contentRule } from './access.ts';
import { newestAuthors } from './authors.ts';
import { withIncludes } from './decorate.ts';
import { recentEpisodes } from './episodes.ts';
import { rowsOf } from './list.ts';
import { listSeries } from './series.ts';

export interface Shelf {
  readonly id: string;
  readonly label: string;
  readonly labelStringKey: string;
  readonly type: 'book' | 'podcast' | 'episode' | 'series' | 'authors';
  readonly entities: readonly unknown[];
  /** Number of all that would belong on it. */
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
  id: string, label: string, type: Shelf['type'], { entities, total }: { entities: readonly unknown[]; total: number },
): Shelf => ({ id, label, labelStringKey: `Label${label.replaceAll(' ', '')}`, type, entities, total });

/** Items of the library that the user may see and that a condition holds for; `p` is his progress when the join is wanted. */
function pick(
  context: ShelfContext, joins: string, joinValues: readonly SqlValue[], condition: string, values: readonly SqlValue[], order: string,
): { entities: ItemJson[]; total: number } {
  const rule = contentRule(context.user);
  const from = ` FROM libraryItems i${joins} WHERE i.libraryId = ?${rule.sql}${condition}`;
  const all = [...joinValues, context.library.id, ...rule.values, ...values];
  const total = context.database.get<{ n: number }>(`SELECT count(*) AS n${from}`, ...all)?.n ?? 0;
  const rows = total ? context.database.all<ItemRow>(`SELECT ${ROW_COLUMNS}${from} ORDER BY ${order} LIMIT ?`, ...all, context.limit) : [];
  return { entities: withIncludes(context.database, context.user, rows.map(minifiedFromRow), context.include), total };
}

const byProgress = (context: ShelfContext, condition: string, order = 'p.lastUpdate DESC') => pick(
  context, ' JOIN mediaProgress p ON p.mediaItemId = i.mediaId AND p.userId = ?', [context.user.id], ` AND ${condition}`, [], order,
);

/** Finished books of the user's series, with the sequence as a number (unnumbered ones last). */
const SEQUENCE = "CASE WHEN b.sequence GLOB '[0-9]*' THEN CAST(b.sequence AS REAL) END";

/**
 * The next book of each series in which a book is finished and none is in progress. With the library setting, only books after
 * the furthest finished one count.
 */
function continueSeries(context: ShelfContext): { entities: ItemJson[]; total: number } {
  const { database, user, library, limit } = context;
  const rule = contentRule(user);
  const hidden = new Set(user.seriesHideFromContinueListening);
  const started = database.all<{ seriesId: string; name: string; furthest: number | null }>(
    `SELECT b.seriesId, s.name, max(CASE WHEN p.isFinished = 1 THEN ${SEQUENCE} END) AS furthest FROM mediaProgress p JOIN bookSeries b ON b.itemId = p.libraryItemId JOIN series s ON s.id = b.seriesId
     WHERE p.userId = ? AND s.libraryId = ? GROUP BY b.seriesId
     HAVING sum(p.isFinished) > 0 AND sum(p.isFinished = 0 AND (p.currentTime > 0 OR p.ebookProgress > 0)) = 0 ORDER BY max(p.lastUpdate) DESC`,
    user.id, library.id,
  );
  const entities: ItemJson[] = [];
  for (const { seriesId, name, furthest } of started) {
    if (hidden.has(seriesId)) continue;
    const after = library.settings.onlyShowLaterBooksInContinueSeries && furthest !== null ? furthest : null;
    const row = database.get<ItemRow & { sequence: string | null }>(
      `SELECT ${ROW_COLUMNS}, b.sequence FROM bookSeries b JOIN libraryItems i ON i.id = b.itemId LEFT JOIN mediaProgress p ON p.mediaItemId = i.mediaId AND p.userId = ?
       WHERE b.seriesId = ?${rule.sql} AND coalesce(p.isFinished, 0) = 0${after === null ? '' : ` AND ${SEQUENCE} > ?`}
       ORDER BY ${SEQUENCE} NULLS LAST, i.title COLLATE NOCASE LIMIT 1`,
      user.id, seriesId, ...rule.values, ...(after === null ? [] : [after]),
    );
    if (!row) continue;
    const item = minifiedFromRow(row);
    entities.push(withSeries(item, { id: seriesId, name, sequence: row.sequence }));
  }
  return { entities: withIncludes(database, user, entities.slice(0, limit), context.include), total: entities.length };
}

/** Books not begun that are alone or the first of a series not begun, in random order. */
function discover(context: ShelfContext): { entities: ItemJson[]; total: number } {
  const { database, user, library, limit } = context;
  const rule = contentRule(user);
  const rows = database.all<{ id: string }>(
    `WITH firsts AS (SELECT b.seriesId, min(CAST(b.sequence AS REAL)) AS least FROM series s JOIN bookSeries b ON b.seriesId = s.id WHERE s.libraryId = ? GROUP BY b.seriesId)
     SELECT i.id FROM libraryItems i WHERE i.libraryId = ?${rule.sql} AND i.mediaId NOT IN (SELECT mediaItemId FROM mediaProgress WHERE userId = ?)
     AND i.id NOT IN (SELECT b.itemId FROM mediaProgress p JOIN bookSeries q ON q.itemId = p.libraryItemId JOIN bookSeries b ON b.seriesId = q.seriesId
     WHERE p.userId = ?)
     AND i.id NOT IN (SELECT b.itemId FROM firsts f JOIN bookSeries b ON b.seriesId = f.seriesId WHERE CAST(b.sequence AS REAL) > f.least)`,
    library.id, library.id, ...rule.values, user.id, user.id,
  );
  const ids = shuffled(rows.map((row) => row.id)).slice(0, limit);
  const items = rowsOf(database, ids).map(minifiedFromRow);
  return { entities: withIncludes(database, user, items, context.include), total: rows.length };
}

function shuffled<T>(list: readonly T[]): T[] {
  const out = [...list];
  for (let i = out.length - 1; i > 0; i -= 1) {
    const j = Math.floor(Math.random() * (i + 1));
    const [a, b] = [out[i], out[j]];
    if (a !== undefined && b !== undefined) [out[i], out[j]] = [b, a];
  }
  return out;
}

function bookShelves(context: ShelfContext): Shelf[] {
  const { database, library, user, limit } = context;
  const series = listSeries(database, library, user, { filter: null, sortBy: 'addedAt', sortDesc: true, limit: 5, page: 0 }, { ignorePrefix: false });
  return [
    shelf('continue-listening', 'Continue Listening', 'book', byProgress(context, 'p.isFinished = 0 AND p.currentTime > 0 AND p.hideFromContinueListening = 0')),
    shelf(
      'continue-reading', 'Continue Reading', 'book',
      byProgress(context, 'p.isFinished = 0 AND p.currentTime = 0 AND p.ebookProgress > 0 AND p.hideFromContinueListening = 0'),
    ),
    shelf('continue-series', 'Continue Series', 'book', continueSeries(context)),
    shelf('recently-added', 'Recently Added', 'book', pick(context, '', [], '', [], 'i.addedAt DESC')),
    shelf('recent-series', 'Recent Series', 'series', { entities: series.results, total: series.total }),
    shelf('discover', 'Discover', 'book', discover(context)),
    shelf('listen-again', 'Listen Again', 'book', byProgress(context, 'p.isFinished = 1 AND i.numTracks > 0', 'p.finishedAt DESC')),
    shelf('read-again', 'Read Again', 'book', byProgress(context, 'p.isFinished = 1 AND i.numTracks = 0 AND i.ebookFormat IS NOT NULL', 'p.finishedAt DESC')),
    shelf('newest-authors', 'Newest Authors', 'authors', newestAuthors(database, library, limit)),
  ];
}

function podcastShelves(context: ShelfContext): Shelf[] {
  const episodes = (condition: string, order: string) => recentEpisodes(context, condition, order);
  return [
    shelf(
      'continue-listening', 'Continue Listening', 'episode',
      episodes('p.isFinished = 0 AND p.currentTime > 0 AND p.hideFromContinueListening = 0', 'p.lastUpdate DESC'),
    ),
    shelf('newest-episodes', 'Newest Episodes', 'episode', episodes('1', 'e.publishedAt DESC')),
    shelf('recently-added', 'Recently Added', 'podcast', pick(context, '', [], '', [], 'i.addedAt DESC')),
    shelf('listen-again', 'Listen Again', 'episode', episodes('p.isFinished = 1', 'p.finishedAt DESC')),
  ];
}

/** The home shelves of a user: those that have something on them. */
export function personalShelves(context: ShelfContext): Shelf[] {
  const shelves = context.library.mediaType === 'book' ? bookShelves(context) : podcastShelves(context);
  return shelves.filter((entry) => entry.entities.length > 0);
}
