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
import { contentRule } from '../items/content-rule.ts';
import { seriesView } from './name-events.ts';
import { feedsOf } from './query/decorate.ts';
import { seriesJson, seriesProgress, type SeriesRow } from './query/series.ts';

export function registerSeries(app: FastifyInstance, ctx: ServerContext): void {
  const { database } = ctx.store;
  const { editor } = ctx;

  const seriesOf = (request: FastifyRequest, id: string): SeriesRow => {
    const row = database.get<SeriesRow>('SELECT * FROM series WHERE id = ?', id);
    if (!row) throw fail(404);
    if (!canSeeLibrary(request.user, row.libraryId)) throw fail(403);
    const rule = contentRule(request.user);
    const seen = database.get(
      `SELECT 1 AS one FROM bookSeries b JOIN libraryItems i ON i.id = b.itemId WHERE b.seriesId = ?${rule.sql} LIMIT 1`,
      id,
      ...rule.values,
    );
    if (!seen) throw fail(404);
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
    const isTaken =
      next.name !== row.name &&
      database.get(
        'SELECT 1 AS one FROM series WHERE libraryId = ? AND name = ? COLLATE NOCASE AND id <> ?',
        row.libraryId,
        next.name,
        row.id,
      );
    if (isTaken) throw fail(400, 'Series name is already in use');
    next.nameIgnorePrefix = moveTitlePrefix(next.name, editor.prefixes());
    const books = database.transaction(() => {
      database.run(
        'UPDATE series SET name = ?, nameIgnorePrefix = ?, description = ?, updatedAt = ? WHERE id = ?',
        next.name,
        next.nameIgnorePrefix,
        next.description,
        next.updatedAt,
        next.id,
      );
      const ids =
        next.name === row.name
          ? []
          : database.all<{ itemId: string }>('SELECT itemId FROM bookSeries WHERE seriesId = ?', row.id);
      return editor.store(
        ids.map(({ itemId }) => itemId),
        (item) => ({ ...item }),
      );
    });
    await editor.notify(books, { together: true });
    ctx.events.toEach('series_updated', seriesJson(next), seriesView(database, next, seriesJson(next)));
    return seriesJson(next);
  });
}
