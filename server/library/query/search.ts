import type { Database } from '../../store/database.ts';
import type { Library } from '../../store/libraries.repo.ts';
import type { User } from '../../store/users.repo.ts';
import { expandedJson, episodeJson, plainJson } from '../item-json.ts';
import type { ItemRepository } from '../items.repo.ts';
import type { ItemJson } from '../items.types.ts';
import type { Item } from '../model.ts';
import { contentRule } from './access.ts';
import { authorJson, type AuthorRow } from './authors.ts';
import { booksOfSeries, seriesJson, type SeriesRow } from './series.ts';

export interface SearchContext {
  readonly database: Database;
  readonly items: ItemRepository;
  readonly library: Library;
  readonly user: User;
  readonly prefixes: readonly string[];
}

/** `%text%` with the signs of LIKE taken as letters. */
const pattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
const LIKE = "LIKE ? ESCAPE '\\'";

/** So many books of a series that is a hit come whole, the others as in lists: their files are not read. */
const WHOLE_SERIES_BOOKS = 5;

/** Tags, genres or narrators that match, with the number of items that have them. */
function values(context: SearchContext, kind: 'tag' | 'genre' | 'narrator', text: string, limit: number): { value: string; n: number }[] {
  const rule = contentRule(context.user);
  /* CROSS JOIN keeps the order: matching values first, then their items. */
  return context.database.all(
    `SELECT v.value, count(*) AS n FROM itemValues v CROSS JOIN libraryItems i ON i.id = v.itemId
     WHERE v.kind = ? AND v.value ${LIKE} AND i.libraryId = ?${rule.sql} GROUP BY v.value ORDER BY n DESC, v.value LIMIT ?`,
    kind, pattern(text), context.library.id, ...rule.values, limit,
  );
}

/** Items of which a column matches; those that begin with the text come first. */
function matching(context: SearchContext, columns: readonly string[], text: string, limit: number): Item[] {
  const rule = contentRule(context.user);
  const like = pattern(text);
  const rows = context.database.all<{ id: string }>(
    `SELECT i.id FROM libraryItems i WHERE i.libraryId = ?${rule.sql} AND (${columns.map((column) => `i.${column} ${LIKE}`).join(' OR ')})
     ORDER BY i.title ${LIKE} DESC, i.title COLLATE NOCASE LIMIT ?`,
    context.library.id, ...rule.values, ...columns.map(() => like), like.slice(1), limit,
  );
  return rows.flatMap((row) => context.items.load(row.id) ?? []);
}

function searchBooks(context: SearchContext, text: string, limit: number) {
  const { database, library, user, items } = context;
  const rule = contentRule(user);
  const series = database.all<SeriesRow>(
    `SELECT * FROM series s WHERE libraryId = ? AND name ${LIKE} AND EXISTS (SELECT 1 FROM bookSeries b JOIN libraryItems i ON i.id = b.itemId
     WHERE b.seriesId = s.id${rule.sql}) ORDER BY name COLLATE NOCASE LIMIT ?`,
    library.id, pattern(text), ...rule.values, limit,
  );
  const authors = database.all<AuthorRow & { numBooks: number }>(
    `SELECT a.*, (SELECT count(*) FROM bookAuthors b WHERE b.authorId = a.id) AS numBooks FROM authors a WHERE a.libraryId = ? AND a.name ${LIKE}
     ORDER BY a.name COLLATE NOCASE LIMIT ?`,
    library.id, pattern(text), limit,
  );
  const books = booksOfSeries(database, user, series.map(({ id }) => id));
  const seriesBook = (book: ItemJson, index: number) => {
    const item = index < WHOLE_SERIES_BOOKS ? items.load(book.id) : undefined;
    return item ? plainJson(item) : book;
  };
  return {
    book: matching(context, ['title', 'subtitle', 'asin', 'isbn'], text, limit).map((item) => ({ libraryItem: expandedJson(item, context.prefixes) })),
    narrators: values(context, 'narrator', text, limit).map(({ value, n }) => ({ name: value, numBooks: n })),
    tags: values(context, 'tag', text, limit).map(({ value, n }) => ({ name: value, numItems: n })),
    genres: values(context, 'genre', text, limit).map(({ value, n }) => ({ name: value, numItems: n })),
    series: series.map((row) => ({ series: seriesJson(row), books: (books.get(row.id) ?? []).map(seriesBook) })),
    authors: authors.map((row) => ({ ...authorJson(row), numBooks: row.numBooks })),
  };
}

function searchPodcasts(context: SearchContext, text: string, limit: number) {
  const { database, library, user, items, prefixes } = context;
  const rule = contentRule(user);
  const hits = database.all<{ itemId: string; id: string }>(
    `SELECT e.itemId, e.id FROM podcastEpisodes e JOIN libraryItems i ON i.id = e.itemId
     WHERE i.libraryId = ?${rule.sql} AND (e.title ${LIKE} OR e.subtitle ${LIKE}) ORDER BY e.publishedAt DESC LIMIT ?`,
    library.id, ...rule.values, pattern(text), pattern(text), limit,
  );
  return {
    podcast: matching(context, ['title', 'authorName', 'itunesId'], text, limit).map((item) => ({ libraryItem: expandedJson(item, prefixes) })),
    tags: values(context, 'tag', text, limit).map(({ value, n }) => ({ name: value, numItems: n })),
    genres: values(context, 'genre', text, limit).map(({ value, n }) => ({ name: value, numItems: n })),
    episodes: hits.flatMap((hit) => {
      const item = items.load(hit.itemId);
      const episode = item?.mediaType === 'podcast' ? item.episodes.find((entry) => entry.id === hit.id) : undefined;
      return item?.mediaType === 'podcast' && episode ? [{ libraryItem: { ...expandedJson(item, prefixes), recentEpisode: episodeJson(item, episode) } }] : [];
    }),
  };
}

/** `GET /api/libraries/:id/search`: hits by kind, at most `limit` of each. */
export function searchLibrary(context: SearchContext, text: string, limit: number) {
  return context.library.mediaType === 'book' ? searchBooks(context, text, limit) : searchPodcasts(context, text, limit);
}
