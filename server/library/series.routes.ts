import type { FastifyInstance, FastifyRequest } from 'fastify';
import { seriesChange } from '../../src/schemas/requests/items.ts';
import type { ServerContext } from '../context.ts';
import { canSeeLibrary, requirePermission } from '../http/access.ts';
import { readBody } from '../http/body.ts';
import { fail } from '../http/errors.ts';
import { param, queryText } from '../http/input.ts';
import { moveTitlePrefix } from '../items/names.ts';
import { libraryOf } from './access-hooks.ts';
import { sanitiseHtml } from '../items/html.ts';
import { seriesIn, type SeriesRow } from '../items/series.repo.ts';
import { seriesView } from './name-events.ts';
import { feedsOf } from './query/decorate.ts';
import { isSeriesSeen, seriesJson, seriesProgress } from './query/series.ts';

export function registerSeries(app: FastifyInstance, ctx: ServerContext): void {
  const { database } = ctx.store;
  const series = seriesIn(database);
  const { editor } = ctx;

  const seriesOf = (request: FastifyRequest, id: string): SeriesRow => {
    const row = series.byId(id);
    if (!row) throw fail(404);
    if (!canSeeLibrary(request.user, row.libraryId)) throw fail(403);
    if (!isSeriesSeen(database, request.user, id)) throw fail(404);
    return row;
  };
  const withIncludes = (request: FastifyRequest, row: SeriesRow) => {
    const include = queryText(request, 'include').toLowerCase().split(',');
    return {
      ...seriesJson(row),
      ...(include.includes('progress') ? { progress: seriesProgress(database, request.user, row.id) } : {}),
      ...(include.includes('rssfeed') ? { rssFeed: feedsOf(database, [row.id]).get(row.id) ?? null } : {}),
    };
  };

  app.get('/api/series/:id', async (request) => withIncludes(request, seriesOf(request, param(request, 'id'))));

  app.get('/api/libraries/:id/series/:seriesId', async (request) => {
    const library = libraryOf(ctx, request);
    const row = seriesOf(request, param(request, 'seriesId'));
    if (row.libraryId !== library.id) throw fail(404);
    return withIncludes(request, row);
  });

  app.patch('/api/series/:id', { preHandler: requirePermission('update') }, async (request) => {
    const row = seriesOf(request, param(request, 'id'));
    const { name, description } = readBody(request, seriesChange);
    const next: SeriesRow = {
      ...row,
      name: name ?? row.name,
      description: description === undefined ? row.description : description ? sanitiseHtml(description) : null,
      updatedAt: Math.max(Date.now(), row.updatedAt + 1),
    };
    if (next.name !== row.name && series.isTaken(next.name, row)) throw fail(400, 'Series name is already in use');
    next.nameIgnorePrefix = moveTitlePrefix(next.name, editor.prefixes());
    const books = database.transaction(() => {
      series.save(next);
      return editor.store(next.name === row.name ? [] : series.bookIds(row.id), (item) => ({ ...item }));
    });
    await editor.notify(books, { together: true });
    ctx.events.toEach('series_updated', seriesJson(next), seriesView(database, next, seriesJson(next)));
    return seriesJson(next);
  });
}
