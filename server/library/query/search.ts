import type { Database } from '../../store/database.ts';
import type { Library } from '../../store/libraries.repo.ts';
import type { User } from '../../store/users.repo.ts';
import { expandedJson, episodeJson, plainJson } from '../../items/item-json.ts';
import type { ItemRepository } from '../../items/items.repo.ts';
import type { ItemJson } from '../../items/items.types.ts';
import type { ValueKind } from '../../items/names.repo.ts';
import { countedAuthorJson, seenAuthor } from './authors.ts';
import { createFinder } from './find-texts.ts';
import { seriesIn } from '../../items/series.repo.ts';
import { booksOfSeries, seriesJson } from './series.ts';
import { countedValues } from './values.ts';

export interface SearchContext {
  readonly database: Database;
  readonly items: ItemRepository;
  readonly library: Library;
  readonly user: User;
  readonly prefixes: readonly string[];
}

/** This many books of a matching series come whole, the others as in lists: their files are not read. */
const WHOLE_SERIES_BOOKS = 5;

/** All matching tags, genres or narrators are sorted, those of most items first. */
const MOST_VALUES = 20_000;

/** `GET /api/libraries/:id/search`: hits by kind, at most `limit` of each. */
export function searchLibrary(context: SearchContext, text: string, limit: number) {
  const { database, items, library, user, prefixes } = context;
  const find = createFinder(context, text);
  const values = (kind: ValueKind): { value: string; n: number }[] => {
    const hits = find(kind, MOST_VALUES);
    const near = new Set(hits.filter((hit) => hit.isNear).map(({ id }) => id));
    return countedValues(
      database,
      library,
      user,
      kind,
      hits.map(({ id }) => id),
    )
      .toSorted((a, b) => Number(near.has(a.value)) - Number(near.has(b.value)))
      .slice(0, limit);
  };
  const named = (kind: ValueKind) => values(kind).map(({ value, n }) => ({ name: value, numItems: n }));
  const found = find('item', limit)
    .flatMap(({ id }) => items.load(id) ?? [])
    .map((item) => ({ libraryItem: expandedJson(item, prefixes) }));
  if (library.mediaType === 'podcast')
    return {
      podcast: found,
      tags: named('tag'),
      genres: named('genre'),
      episodes: find('episode', limit).flatMap(({ id }) => episodeHit(context, id)),
    };
  const series = find('series', limit).map(({ id }) => id);
  return {
    book: found,
    narrators: values('narrator').map(({ value, n }) => ({ name: value, numBooks: n })),
    tags: named('tag'),
    genres: named('genre'),
    series: seriesHits(context, series),
    authors: find('author', limit)
      .flatMap(({ id }) => seenAuthor(database, user, id) ?? [])
      .map(countedAuthorJson),
  };
}

function episodeHit({ database, items, prefixes }: SearchContext, id: string) {
  const itemId = database.get<{ itemId: string }>('SELECT itemId FROM podcastEpisodes WHERE id = ?', id)?.itemId;
  const item = itemId === undefined ? undefined : items.load(itemId);
  if (item?.mediaType !== 'podcast') return [];
  const episode = item.episodes.find((entry) => entry.id === id);
  return episode
    ? [{ libraryItem: { ...expandedJson(item, prefixes), recentEpisode: episodeJson(item, episode) } }]
    : [];
}

function seriesHits({ database, user, items }: SearchContext, ids: readonly string[]) {
  const books = booksOfSeries(database, user, ids);
  const bookJson = (book: ItemJson, index: number) => {
    const item = index < WHOLE_SERIES_BOOKS ? items.load(book.id) : undefined;
    return item ? plainJson(item) : book;
  };
  return ids.flatMap((id) => {
    const row = seriesIn(database).byId(id);
    return row ? [{ series: seriesJson(row), books: (books.get(id) ?? []).map(bookJson) }] : [];
  });
}
