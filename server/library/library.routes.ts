import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServerContext } from '../context.ts';
import { canSeeLibrary, requireAdmin } from '../http/access.ts';
import { fail } from '../http/errors.ts';
import { param, queryCount, queryLimit, queryText } from '../http/input.ts';
import { sendJson } from '../http/send-json.ts';
import { contentRule } from '../items/content-rule.ts';
import type { Answer } from '../readers/jobs.ts';
import type { User } from '../store/users.repo.ts';
import { customProvidersIn } from '../system/custom-providers.repo.ts';
import { libraryOf } from './access-hooks.ts';
import { createAnswerCache } from './answer-cache.ts';
import type { PageQuery } from './answers.ts';
import { parseFilter } from './query/filters.ts';

/** Most hits of each kind in a search (each comes whole, with all its files), and most entries of a home shelf. */
const MOST_HITS = 200;
const MOST_ON_SHELF = 500;

/** Cache key for accounts that see the same items, whatever they listen to. */
const viewerOf = (user: User): string => JSON.stringify(contentRule(user));

const LARGEST_PAGE = 1e9;
/** `limit` and `page`: anything but a number counts as 0; negative, fractional or huge numbers are refused. */
function pageValue(request: FastifyRequest, name: 'limit' | 'page'): number {
  const value = Number(queryText(request, name) || 0);
  if (Number.isNaN(value)) return 0;
  if (value < 0 || value > LARGEST_PAGE || !Number.isInteger(value))
    throw fail(400, `Invalid request. ${name} must be a positive integer`);
  return value;
}

const includesOf = (request: FastifyRequest): string[] =>
  queryText(request, 'include')
    .toLowerCase()
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);

interface PageRequest extends PageQuery {
  readonly minified: boolean;
  readonly filterBy: string;
}

function pageRequest(request: FastifyRequest): PageRequest {
  const filterBy = queryText(request, 'filter');
  return {
    limit: pageValue(request, 'limit'),
    page: pageValue(request, 'page'),
    sortBy: queryText(request, 'sort'),
    sortDesc: queryText(request, 'desc') === '1',
    filterBy,
    filter: parseFilter(filterBy),
    include: includesOf(request),
    minified: queryText(request, 'minified') === '1',
  };
}

/** The request's own part of a paged answer; keys that were not sent are absent. */
const echo = ({ limit, page, sortBy, sortDesc, filterBy, minified, include }: PageRequest) => ({
  limit,
  page,
  ...(sortBy ? { sortBy } : {}),
  sortDesc,
  ...(filterBy ? { filterBy } : {}),
  minified,
  include: include.join(','),
});

/** Adds keys to the JSON of an object without parsing it. */
const withKeys = (json: string, keys: Readonly<Record<string, unknown>>): string =>
  `${json.slice(0, -1)},${JSON.stringify(keys).slice(1)}`;

/** Reading libraries: the list, one, and the content of all library pages. */
export function registerLibraries(app: FastifyInstance, ctx: ServerContext): void {
  const { database, libraries } = ctx.store;
  const cached = createAnswerCache(database);
  const { readers } = ctx;
  const sortSettings = () => ({ ignorePrefix: ctx.settings.get().sortingIgnorePrefix });
  const cachedFor = async (userId: string, request: FastifyRequest, make: () => Promise<string>): Promise<string> =>
    /[?&]sort=random/.test(request.url)
      ? make()
      : cached({ userId, libraryId: param(request, 'id'), url: request.url }, make);
  const sendCached = async (
    request: FastifyRequest,
    reply: FastifyReply,
    make: () => Promise<string>,
    userId = request.user.id,
  ): Promise<FastifyReply> => sendJson(reply, await cachedFor(userId, request, make));
  const visible = (user: User) => libraries.all().filter((library) => canSeeLibrary(user, library.id));

  app.get('/api/libraries', async (request) => {
    const { user } = request;
    if (!includesOf(request).includes('stats')) return { libraries: visible(request.user) };
    const withStats = visible(request.user).map(async (library) => {
      const { totalSize, totalDuration, numAudioTracks, totalItems } = JSON.parse(
        await cached({ userId: viewerOf(user), libraryId: library.id, url: request.url }, () =>
          readers.answer('stats', { library, user }),
        ),
      ) as Answer<'stats'>;
      return { ...library, stats: { totalSize, totalDuration, numAudioFiles: numAudioTracks, totalItems } };
    });
    return { libraries: await Promise.all(withStats) };
  });

  app.get('/api/libraries/:id', async (request, reply) => {
    const { user } = request;
    const library = libraryOf(ctx, request);
    if (!includesOf(request).includes('filterdata')) return library;
    const playlists =
      database.get<{ n: number }>(
        'SELECT count(*) AS n FROM playlists WHERE userId = ? AND libraryId = ?',
        request.user.id,
        library.id,
      )?.n ?? 0;
    const providers = customProvidersIn(database)
      .all()
      .filter(({ mediaType }) => mediaType === library.mediaType)
      .map(({ id, name, mediaType }) => ({ id, name, mediaType }));
    return sendJson(
      reply,
      withKeys(await cachedFor(viewerOf(user), request, () => readers.answer('filterPage', { library, user })), {
        numUserPlaylists: playlists,
        customMetadataProviders: providers.map((provider) => ({ ...provider, slug: `custom-${provider.id}` })),
        library,
      }),
    );
  });

  app.get('/api/libraries/:id/filterdata', async (request, reply) => {
    const library = libraryOf(ctx, request);
    return sendCached(
      request,
      reply,
      () => readers.answer('filters', { library, user: request.user }),
      viewerOf(request.user),
    );
  });

  app.get('/api/libraries/:id/items', async (request, reply) => {
    const { user } = request;
    const library = libraryOf(ctx, request);
    const query = pageRequest(request);
    const collapseseries = queryText(request, 'collapseseries') === '1';
    const isCollapsed = collapseseries && library.mediaType === 'book';
    return sendCached(request, reply, async () =>
      withKeys(await readers.answer('items', { library, user, query, sort: sortSettings(), isCollapsed }), {
        ...echo(query),
        mediaType: library.mediaType,
        collapseseries,
        offset: query.limit * query.page,
      }),
    );
  });

  app.get('/api/libraries/:id/personalized', async (request, reply) => {
    const library = libraryOf(ctx, request);
    return sendCached(request, reply, () =>
      readers.answer('shelves', {
        library,
        user: request.user,
        limit: queryLimit(request, 'limit', 10, MOST_ON_SHELF),
        include: includesOf(request),
      }),
    );
  });

  app.get('/api/libraries/:id/series', async (request, reply) => {
    const { user } = request;
    const library = libraryOf(ctx, request);
    const query = pageRequest(request);
    return sendCached(request, reply, async () =>
      withKeys(await readers.answer('series', { library, user, query, sort: sortSettings() }), echo(query)),
    );
  });

  app.get('/api/libraries/:id/authors', async (request, reply) => {
    const library = libraryOf(ctx, request);
    const query = pageRequest(request);
    const { include: _include, ...paged } = echo(query);
    const make = async (): Promise<string> => {
      const answer = await readers.answer('authors', { library, user: request.user, query });
      return query.limit === 0 ? answer : withKeys(answer, paged);
    };
    return sendCached(request, reply, make, viewerOf(request.user));
  });

  app.get('/api/libraries/:id/stats', async (request, reply) => {
    const library = libraryOf(ctx, request);
    return sendCached(
      request,
      reply,
      () => readers.answer('stats', { library, user: request.user }),
      viewerOf(request.user),
    );
  });

  app.get('/api/libraries/:id/recent-episodes', async (request, reply) => {
    const { user } = request;
    const library = libraryOf(ctx, request);
    if (library.mediaType !== 'podcast') throw fail(404);
    const [limit, page] = [queryCount(request, 'limit', 0), queryCount(request, 'page', 0)];
    return sendCached(request, reply, async () =>
      withKeys(`{"episodes":${await readers.answer('episodes', { library, user, limit, page })}}`, { limit, page }),
    );
  });

  app.get('/api/libraries/:id/search', async (request, reply) => {
    const { user } = request;
    const library = libraryOf(ctx, request);
    const text = queryText(request, 'q').trim();
    if (!text) throw fail(400, 'Invalid request. Query param "q" must be a string');
    const limit = queryLimit(request, 'limit', 12, MOST_HITS);
    return sendCached(request, reply, () =>
      readers.answer('search', { library, user, text, limit, prefixes: ctx.settings.get().sortingPrefixes }),
    );
  });

  app.post('/api/libraries/:id/scan', { preHandler: requireAdmin }, async (request, reply) => {
    const library = libraryOf(ctx, request);
    void ctx.scans.scanLibrary(library.id, { force: queryText(request, 'force') === '1' });
    return reply.type('text/plain; charset=utf-8').send('OK');
  });
}
