import type { Database } from '../../store/database.ts';
import type { Library } from '../../store/libraries.repo.ts';
import type { User } from '../../store/users.repo.ts';
import { expandedJson, episodeJson, plainJson } from '../../items/item-json.ts';
import type { ItemRepository } from '../../items/items.repo.ts';
import type { ItemJson } from '../../items/items.types.ts';
import type { Item } from '../../items/model.ts';
import type { ValueKind } from '../../items/names.repo.ts';
import { contentRule, NOTHING, type SqlPart } from '../../items/content-rule.ts';
import { countedAuthorJson, type AuthorRow } from './authors.ts';
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

/**
 * The rows whose texts hold the text, by the index of runs of three characters; what is shorter has to be looked for in
 * every row. It finds no less than LIKE, which is asked as well.
 */
function indexed(index: 'itemSearch' | 'episodeSearch', column: string, text: string): SqlPart {
  if ([...text].length < 3 || text.includes('\0')) return NOTHING;
  return {
    sql: ` AND ${column} IN (SELECT k.id FROM ${index}Keys k WHERE k.key IN (SELECT rowid FROM ${index} WHERE ${index} MATCH ?))`,
    values: [`"${text.replaceAll('"', '""')}"`],
  };
}

/** So many books of a series that is a hit come whole, the others as in lists: their files are not read. */
const WHOLE_SERIES_BOOKS = 5;

/** Tags, genres or narrators that match, with the number of items that have them and may be seen. */
function values(context: SearchContext, kind: ValueKind, text: string, limit: number): { value: string; n: number }[] {
  const rule = contentRule(context.user);
  const [number, items, groups] =
    rule.sql === ''
      ? ['c.numItems', '', '']
      : [
          'count(*)',
          ' CROSS JOIN itemValues v ON v.kind = c.kind AND v.value = c.value CROSS JOIN libraryItems i ON i.id = v.itemId AND i.libraryId = c.libraryId',
          ' GROUP BY c.value',
        ];
  return context.database.all(
    `SELECT c.value, ${number} AS n FROM valueCounts c${items} WHERE c.libraryId = ? AND c.kind = ? AND c.value ${LIKE}${rule.sql}${groups}
     ORDER BY n DESC, c.value LIMIT ?`,
    context.library.id,
    kind,
    pattern(text),
    ...rule.values,
    limit,
  );
}

/** What sorts after all texts that begin with another one, behind it. */
const LAST_LETTER = '\u{10FFFF}';

/**
 * Items of which a column matches; those whose title begins with the text come first, then by title. Both are found in
 * the order of the titles, so that what is frequent ends soon.
 */
function matching(context: SearchContext, columns: readonly string[], text: string, limit: number): Item[] {
  const { database, items, library, user } = context;
  const rule = contentRule(user);
  const like = pattern(text);
  const hits = indexed('itemSearch', 'i.id', text);
  const title = 'i.title COLLATE NOCASE';
  const find = (condition: string, values: readonly string[], most: number) =>
    database.all<{ id: string }>(
      `SELECT i.id FROM libraryItems i WHERE i.libraryId = ?${rule.sql}${hits.sql} AND ${condition} ORDER BY ${title} LIMIT ?`,
      library.id,
      ...rule.values,
      ...hits.values,
      ...values,
      most,
    );
  const begins = `i.title ${LIKE}`;
  const beginning = find(
    `${title} >= ? AND ${title} < ? AND ${begins}`,
    [text, `${text}${LAST_LETTER}`, like.slice(1)],
    limit,
  );
  const matches = columns.map((column) => `i.${column} ${LIKE}`).join(' OR ');
  const others =
    beginning.length < limit
      ? find(`NOT ${begins} AND (${matches})`, [like.slice(1), ...columns.map(() => like)], limit - beginning.length)
      : [];
  return [...beginning, ...others].flatMap(({ id }) => items.load(id) ?? []);
}

function searchBooks(context: SearchContext, text: string, limit: number) {
  const { database, library, user, items } = context;
  const rule = contentRule(user);
  const series = database.all<SeriesRow>(
    `SELECT * FROM series s WHERE libraryId = ? AND name ${LIKE} AND EXISTS (SELECT 1 FROM bookSeries b JOIN libraryItems i ON i.id = b.itemId
     WHERE b.seriesId = s.id${rule.sql}) ORDER BY name COLLATE NOCASE LIMIT ?`,
    library.id,
    pattern(text),
    ...rule.values,
    limit,
  );
  const authors = database.all<AuthorRow>(
    `SELECT a.* FROM authors a WHERE a.libraryId = ? AND a.name ${LIKE} ORDER BY a.name COLLATE NOCASE LIMIT ?`,
    library.id,
    pattern(text),
    limit,
  );
  const books = booksOfSeries(
    database,
    user,
    series.map(({ id }) => id),
  );
  const seriesBook = (book: ItemJson, index: number) => {
    const item = index < WHOLE_SERIES_BOOKS ? items.load(book.id) : undefined;
    return item ? plainJson(item) : book;
  };
  return {
    book: matching(context, ['title', 'subtitle', 'asin', 'isbn'], text, limit).map((item) => ({
      libraryItem: expandedJson(item, context.prefixes),
    })),
    narrators: values(context, 'narrator', text, limit).map(({ value, n }) => ({ name: value, numBooks: n })),
    tags: values(context, 'tag', text, limit).map(({ value, n }) => ({ name: value, numItems: n })),
    genres: values(context, 'genre', text, limit).map(({ value, n }) => ({ name: value, numItems: n })),
    series: series.map((row) => ({ series: seriesJson(row), books: (books.get(row.id) ?? []).map(seriesBook) })),
    authors: authors.map(countedAuthorJson),
  };
}

function searchPodcasts(context: SearchContext, text: string, limit: number) {
  const { database, library, user, items, prefixes } = context;
  const rule = contentRule(user);
  const found = indexed('episodeSearch', 'e.id', text);
  const hits = database.all<{ itemId: string; id: string }>(
    `SELECT e.itemId, e.id FROM podcastEpisodes e JOIN libraryItems i ON i.id = e.itemId
     WHERE i.libraryId = ?${rule.sql}${found.sql} AND (e.title ${LIKE} OR e.subtitle ${LIKE}) ORDER BY e.publishedAt DESC LIMIT ?`,
    library.id,
    ...rule.values,
    ...found.values,
    pattern(text),
    pattern(text),
    limit,
  );
  return {
    podcast: matching(context, ['title', 'authorName', 'itunesId'], text, limit).map((item) => ({
      libraryItem: expandedJson(item, prefixes),
    })),
    tags: values(context, 'tag', text, limit).map(({ value, n }) => ({ name: value, numItems: n })),
    genres: values(context, 'genre', text, limit).map(({ value, n }) => ({ name: value, numItems: n })),
    episodes: hits.flatMap((hit) => {
      const item = items.load(hit.itemId);
      const episode = item?.mediaType === 'podcast' ? item.episodes.find((entry) => entry.id === hit.id) : undefined;
      return item?.mediaType === 'podcast' && episode
        ? [{ libraryItem: { ...expandedJson(item, prefixes), recentEpisode: episodeJson(item, episode) } }]
        : [];
    }),
  };
}

/** `GET /api/libraries/:id/search`: hits by kind, at most `limit` of each. */
export function searchLibrary(context: SearchContext, text: string, limit: number) {
  return context.library.mediaType === 'book'
    ? searchBooks(context, text, limit)
    : searchPodcasts(context, text, limit);
}
