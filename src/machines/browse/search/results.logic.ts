import type { Author } from '../../../schemas/api/author.ts';
import type { LibraryItemMinified } from '../../../schemas/api/library-item-minified.ts';
import type { LibrarySearch } from '../../../schemas/api/library-search.ts';
import { formatFilter } from '../../../services/filter-value.ts';
import { SEARCH_GROUPS, type Route } from '../../kit/router/routes.ts';

export type SearchGroupName = (typeof SEARCH_GROUPS)[number];

interface WithCover {
  readonly id: string;
  readonly updatedAt: number;
  readonly media: { readonly coverPath: string | null };
}

export interface SearchRow {
  readonly id: string;
  readonly route: Route;
  readonly title: string;
  readonly by: string | null;
  /** Number of books or items; null for an item itself. */
  readonly count: number | null;
  readonly cover: WithCover | null;
  readonly author: Author | null;
  readonly item: LibraryItemMinified | null;
}

export interface SearchGroup {
  readonly name: SearchGroupName;
  readonly rows: readonly SearchRow[];
}

const plain = { by: null, count: null, cover: null, author: null, item: null };

export function shelfOf(libraryId: string, group: 'tags' | 'genres' | 'narrators', value: string): Route {
  return { name: 'bookshelf', libraryId, filter: formatFilter({ group, value }) };
}

export function groupsOf(answer: LibrarySearch, libraryId: string): readonly SearchGroup[] {
  const words = (group: 'tags' | 'genres' | 'narrators', name: string, count: number): SearchRow => ({
    ...plain,
    id: `${group}/${name}`,
    route: shelfOf(libraryId, group, name),
    title: name,
    count,
  });
  const rows: Record<SearchGroupName, readonly SearchRow[] | undefined> = {
    books: answer.book?.items.map(({ libraryItem }) => ({
      ...plain,
      id: `books/${libraryItem.id}`,
      route: { name: 'item', id: libraryItem.id },
      title: libraryItem.media.metadata.title,
      by: libraryItem.mediaType === 'book' ? libraryItem.media.metadata.authorName : null,
      cover: libraryItem,
      item: libraryItem,
    })),
    podcasts: answer.podcast?.items.map(({ libraryItem }) => ({
      ...plain,
      id: `podcasts/${libraryItem.id}`,
      route: { name: 'item', id: libraryItem.id },
      title: libraryItem.media.metadata.title,
      by: libraryItem.mediaType === 'podcast' ? libraryItem.media.metadata.author : null,
      cover: libraryItem,
      item: libraryItem,
    })),
    episodes: answer.episodes?.items.flatMap(({ libraryItem }) =>
      libraryItem.mediaType === 'podcast' && libraryItem.recentEpisode
        ? [
            {
              ...plain,
              id: `episodes/${libraryItem.recentEpisode.id}`,
              route: { name: 'item', id: libraryItem.id } as const,
              title: libraryItem.recentEpisode.title,
              by: libraryItem.media.metadata.title,
              cover: libraryItem,
              item: libraryItem,
            },
          ]
        : [],
    ),
    authors: answer.authors?.items.map((author) => ({
      ...plain,
      id: `authors/${author.id}`,
      route: { name: 'author', id: author.id },
      title: author.name,
      count: author.numBooks ?? null,
      author,
    })),
    series: answer.series?.items.map(({ series, books }) => ({
      ...plain,
      id: `series/${series.id}`,
      route: { name: 'series', libraryId, seriesId: series.id },
      title: series.name,
      count: books.length,
      cover: books[0] ?? null,
    })),
    tags: answer.tags?.items.map(({ name, numItems }) => words('tags', name, numItems)),
    genres: answer.genres?.items.map(({ name, numItems }) => words('genres', name, numItems)),
    narrators: answer.narrators?.items.map(({ name, numBooks }) => words('narrators', name, numBooks)),
  };
  return SEARCH_GROUPS.map((name) => ({ name, rows: rows[name] ?? [] })).filter((group) => group.rows.length > 0);
}

export function countRows(groups: readonly SearchGroup[]): number {
  return groups.reduce((sum, { rows }) => sum + rows.length, 0);
}

/** New index of the same result; null if missing. The row below all results keeps that position. */
export function activeIn(
  groups: readonly SearchGroup[],
  before: readonly SearchGroup[],
  active: number | null,
): number | null {
  const [count, last] = [countRows(groups), countRows(before)];
  if (active === null || count === 0) return null;
  if (active === last) return count;
  const id = rowsOf(before)[active]?.id;
  const index = rowsOf(groups).findIndex((row) => row.id === id);
  return index === -1 ? null : index;
}

const rowsOf = (groups: readonly SearchGroup[]): readonly SearchRow[] => groups.flatMap(({ rows }) => rows);

export type Step = 'next' | 'previous' | 'first' | 'last';

/** Wraps around; null without rows. */
export function stepped(active: number | null, count: number, step: Step): number | null {
  if (count === 0) return null;
  switch (step) {
    case 'first':
      return 0;
    case 'last':
      return count - 1;
    case 'next':
      return active === null ? 0 : (active + 1) % count;
    case 'previous':
      return active === null ? count - 1 : (active - 1 + count) % count;
  }
}
