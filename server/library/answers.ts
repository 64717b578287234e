import { minifiedFromRow } from '../items/item-json.ts';
import { createItemRepository } from '../items/items.repo.ts';
import type { Database } from '../store/database.ts';
import type { Library } from '../store/libraries.repo.ts';
import type { User } from '../store/users.repo.ts';
import { serverTotals, serverYear } from '../system/server-stats.ts';
import { allAuthors, listAuthors } from './query/authors.ts';
import { collapsedItems } from './query/collapse.ts';
import { feedsOf, withIncludes } from './query/decorate.ts';
import { newestEpisodes } from './query/episodes.ts';
import { filterData } from './query/filter-data.ts';
import { listItems, type ListQuery, type SortSettings } from './query/list.ts';
import { searchLibrary } from './query/search.ts';
import { attachSeries, listSeries } from './query/series.ts';
import { personalShelves } from './query/shelves.ts';
import { narratorsOf } from './query/narrators.ts';
import { libraryStats } from './query/stats.ts';

interface Requested {
  readonly library: Library;
  readonly user: User;
}

/** The query parameters that change the content of a page. */
export interface PageQuery extends ListQuery {
  readonly include: readonly string[];
}

/** Content of library pages and server statistics. Read only and plain data, so another thread may do it. */
export const libraryAnswers = {
  items: (
    database: Database,
    {
      library,
      user,
      query,
      sort,
      isCollapsed,
    }: Requested & { query: PageQuery; sort: SortSettings; isCollapsed: boolean },
  ) => {
    const { items, total } = isCollapsed
      ? collapsedItems(database, library, user, query, sort)
      : plainItems(database, library, user, query, sort);
    return { results: withIncludes(database, user, items, query.include), total };
  },
  series: (
    database: Database,
    { library, user, query, sort }: Requested & { query: PageQuery; sort: SortSettings },
  ) => {
    const { results, total } = listSeries(database, library, user, query, sort);
    const ids = results.map((series) => series.id);
    const feeds = query.include.includes('rssfeed') ? feedsOf(database, ids) : new Map<string, unknown>();
    return {
      results: results.map((series) => (feeds.has(series.id) ? { ...series, rssFeed: feeds.get(series.id) } : series)),
      total,
    };
  },
  /** Without a limit the list has another name, and comes as JSON. */
  authors: (database: Database, { library, user, query }: Requested & { query: ListQuery }) =>
    query.limit === 0
      ? `{"authors":${allAuthors(database, library, user, query)}}`
      : listAuthors(database, library, user, query),
  shelves: (database: Database, requested: Requested & { limit: number; include: readonly string[] }) =>
    personalShelves({ database, ...requested }),
  stats: (database: Database, { library, user }: Requested) => libraryStats(database, library, user),
  filters: (database: Database, { library, user }: Requested) => filterData(database, library, user).json,
  filterPage: (database: Database, { library, user }: Requested) => {
    const { json, numIssues } = filterData(database, library, user);
    return `{"filterdata":${json},"issues":${numIssues}}`;
  },
  episodes: (database: Database, { limit, page, ...requested }: Requested & { limit: number; page: number }) =>
    newestEpisodes({ database, ...requested }, limit, page),
  narrators: (database: Database, { library, user }: Requested) => ({
    narrators: narratorsOf(database, library, user),
  }),
  serverTotals: (database: Database, _requested: Record<string, never>) => serverTotals(database),
  serverYear: (database: Database, requested: { year: number }) => serverYear(database, requested),
  search: (
    database: Database,
    { text, limit, prefixes, ...requested }: Requested & { text: string; limit: number; prefixes: readonly string[] },
  ) =>
    searchLibrary(
      { database, items: createItemRepository(database, () => prefixes), prefixes, ...requested },
      text,
      limit,
    ),
};

function plainItems(database: Database, library: Library, user: User, query: ListQuery, sort: SortSettings) {
  const { rows, total } = listItems(database, library, user, query, sort);
  const list = rows.map(minifiedFromRow);
  return { items: query.filter?.group === 'series' ? attachSeries(database, list, query.filter.value) : list, total };
}
