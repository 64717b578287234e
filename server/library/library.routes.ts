import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServerContext } from '../context.ts';
import { canSeeLibrary, requireAdmin } from '../http/access.ts';
import { fail } from '../http/errors.ts';
import { queryCount, queryText } from '../http/input.ts';
import type { User } from '../store/users.repo.ts';
import { libraryOf } from './access-hooks.ts';
import { createAnswerCache } from './answer-cache.ts';
import { minifiedFromRow } from './item-json.ts';
import { createItemRepository } from './items.repo.ts';
import { listAuthors } from './query/authors.ts';
import { collapsedItems } from './query/collapse.ts';
import { feedsOf, withIncludes } from './query/decorate.ts';
import { newestEpisodes } from './query/episodes.ts';
import { filterData } from './query/filter-data.ts';
import { parseFilter } from './query/filters.ts';
import { listItems, type ListQuery } from './query/list.ts';
import { attachSeries, listSeries } from './query/series.ts';
import { personalShelves } from './query/shelves.ts';
import { searchLibrary } from './query/search.ts';
import { libraryStats } from './query/stats.ts';

/** `limit` and `page`: not a number counts as 0, a negative or broken number is refused. */
function pageValue(request: FastifyRequest, name: 'limit' | 'page'): number {
  const value = Number(queryText(request, name) || 0);
  if (Number.isNaN(value)) return 0;
  if (value < 0 || !Number.isInteger(value)) throw fail(400, `Invalid request. ${name} must be a positive integer`);
  return value;
}

const includesOf = (request: FastifyRequest): string[] => queryText(request, 'include').toLowerCase().split(',').map((entry) => entry.trim()).filter(Boolean);

interface PageRequest extends ListQuery {
  readonly include: readonly string[];
  readonly minified: boolean;
  readonly filterBy: string;
}

function pageRequest(request: FastifyRequest): PageRequest {
  const filterBy = queryText(request, 'filter');
  return {
    limit: pageValue(request, 'limit'), page: pageValue(request, 'page'), sortBy: queryText(request, 'sort'),
    sortDesc: queryText(request, 'desc') === '1', filterBy, filter: parseFilter(filterBy), include: includesOf(request),
    minified: queryText(request, 'minified') === '1',
  };
}

/** The part of a paged answer that says what was asked for; keys that were not sent are absent. */
const echo = ({ limit, page, sortBy, sortDesc, filterBy, minified, include }: PageRequest) => ({
  limit, page, ...(sortBy ? { sortBy } : {}), sortDesc, ...(filterBy ? { filterBy } : {}), minified, include: include.join(','),
});

/** Reading libraries: the list, one, and everything that a library page shows. */
export function registerLibraries(app: FastifyInstance, ctx: ServerContext): void {
  const { database, libraries } = ctx.store;
  const cached = createAnswerCache(database);
  const items = createItemRepository(database, () => ctx.settings.get().sortingPrefixes);
  const sortSettings = () => ({ ignorePrefix: ctx.settings.get().sortingIgnorePrefix });
  const sendCached = (request: FastifyRequest, reply: FastifyReply, make: () => unknown): FastifyReply =>
    reply.type('application/json; charset=utf-8').send(/[?&]sort=random/.test(request.url) ? JSON.stringify(make()) : cached(`${request.user.id} ${request.url}`, make));
  const visible = (user: User) => libraries.all().filter((library) => canSeeLibrary(user, library.id));

  app.get('/api/libraries', async (request) => {
    if (!includesOf(request).includes('stats')) return { libraries: visible(request.user) };
    return {
      libraries: visible(request.user).map((library) => {
        const { totalSize, totalDuration, numAudioTracks, totalItems } = libraryStats(database, library);
        return { ...library, stats: { totalSize, totalDuration, numAudioFiles: numAudioTracks, totalItems } };
      }),
    };
  });

  app.get('/api/libraries/:id', async (request, reply) => {
    const library = libraryOf(ctx, request);
    if (!includesOf(request).includes('filterdata')) return library;
    const playlists = database.get<{ n: number }>('SELECT count(*) AS n FROM playlists WHERE userId = ? AND libraryId = ?', request.user.id, library.id)?.n ?? 0;
    const providers = database.all<{ id: string; name: string; mediaType: string }>(
      'SELECT id, name, mediaType FROM customMetadataProviders WHERE mediaType = ? ORDER BY createdAt', library.mediaType,
    );
    return sendCached(request, reply, () => {
      const filters = filterData(database, library);
      return {
        filterdata: filters, issues: filters.numIssues, numUserPlaylists: playlists,
        customMetadataProviders: providers.map((provider) => ({ ...provider, slug: `custom-${provider.id}` })), library,
      };
    });
  });

  app.get('/api/libraries/:id/filterdata', async (request, reply) => {
    const library = libraryOf(ctx, request);
    return sendCached(request, reply, () => filterData(database, library));
  });

  app.get('/api/libraries/:id/items', async (request, reply) => {
    const library = libraryOf(ctx, request);
    const query = pageRequest(request);
    const collapseseries = queryText(request, 'collapseseries') === '1';
    return sendCached(request, reply, () => {
      const collapsed = collapseseries && library.mediaType === 'book';
      const { items, total } = collapsed ? collapsedItems(database, library, request.user, query, sortSettings()) : plainItems();
      return {
        results: withIncludes(database, request.user, items, query.include), total, ...echo(query), mediaType: library.mediaType, collapseseries,
        offset: query.limit * query.page,
      };
    });
    function plainItems() {
      const { rows, total } = listItems(database, library, request.user, query, sortSettings());
      const list = rows.map(minifiedFromRow);
      return { items: query.filter?.group === 'series' ? attachSeries(database, list, query.filter.value) : list, total };
    }
  });

  app.get('/api/libraries/:id/personalized', async (request, reply) => {
    const library = libraryOf(ctx, request);
    return sendCached(
      request, reply,
      () => personalShelves({ database, library, user: request.user, limit: queryCount(request, 'limit', 10) || 10, include: includesOf(request) }),
    );
  });

  app.get('/api/libraries/:id/series', async (request, reply) => {
    const library = libraryOf(ctx, request);
    const query = pageRequest(request);
    return sendCached(request, reply, () => {
      const { results, total } = listSeries(database, library, request.user, query, sortSettings());
      const feeds = query.include.includes('rssfeed') ? feedsOf(database, results.map((series) => series.id)) : new Map<string, unknown>();
      return { results: results.map((series) => (feeds.has(series.id) ? { ...series, rssFeed: feeds.get(series.id) } : series)), total, ...echo(query) };
    });
  });

  app.get('/api/libraries/:id/authors', async (request, reply) => {
    const library = libraryOf(ctx, request);
    const query = pageRequest(request);
    return sendCached(request, reply, () => {
      const { results, total } = listAuthors(database, library, query);
      if (query.limit === 0) return { authors: results };
      const { include: _include, ...paged } = echo(query);
      return { results, total, ...paged };
    });
  });

  app.get('/api/libraries/:id/stats', async (request, reply) => {
    const library = libraryOf(ctx, request);
    return sendCached(request, reply, () => libraryStats(database, library));
  });

  app.get('/api/libraries/:id/recent-episodes', async (request, reply) => {
    const library = libraryOf(ctx, request);
    if (library.mediaType !== 'podcast') throw fail(404);
    const [limit, page] = [queryCount(request, 'limit', 0), queryCount(request, 'page', 0)];
    return sendCached(request, reply, () => ({ episodes: newestEpisodes({ database, library, user: request.user }, limit, page), limit, page }));
  });

  app.get('/api/libraries/:id/search', async (request, reply) => {
    const library = libraryOf(ctx, request);
    const text = queryText(request, 'q').trim();
    if (!text) throw fail(400, 'Invalid request. Query param "q" must be a string');
    const limit = queryCount(request, 'limit', 12) || 12;
    return sendCached(
      request, reply,
      () => searchLibrary({ database, items, library, user: request.user, prefixes: ctx.settings.get().sortingPrefixes }, text, limit),
    );
  });

  app.post('/api/libraries/:id/scan', { preHandler: requireAdmin }, async (request, reply) => {
    const library = libraryOf(ctx, request);
    void ctx.scans.scanLibrary(library.id, { force: queryText(request, 'force') === '1' });
    return reply.type('text/plain; charset=utf-8').send('OK');
  });
}
