import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ServerContext } from '../context.ts';
import { requirePermission } from '../http/access.ts';
import { fail } from '../http/errors.ts';
import { bodyOf, param, queryText } from '../http/input.ts';
import { moveTitlePrefix } from '../scan/names.ts';
import { libraryOf } from './access-hooks.ts';
import { sanitiseHtml } from './html.ts';
import { createItemEditor } from './item-editor.ts';
import { contentRule } from './query/access.ts';
import { feedsOf } from './query/decorate.ts';
import { seriesJson, seriesProgress, type SeriesRow } from './query/series.ts';

/** One series, and changing its name and description. */
export function registerSeries(app: FastifyInstance, ctx: ServerContext): void {
  const { database } = ctx.store;
  const editor = createItemEditor(ctx);

  const seriesOf = (request: FastifyRequest, id: string): SeriesRow => {
    const row = database.get<SeriesRow>('SELECT * FROM series WHERE id = ?', id);
    if (!row) throw fail(404);
    const rule = contentRule(request.user);
    const seen = database.get(
      `SELECT 1 AS one FROM bookSeries b JOIN libraryItems i ON i.id = b.itemId WHERE b.seriesId = ?${rule.sql} LIMIT 1`, id, ...rule.values,
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
    const { name, description } = bodyOf(request);
    const newName = typeof name === 'string' ? name.trim() : '';
    const hasDescription = description === null || typeof description === 'string';
    if (!newName && !hasDescription) throw fail(400, 'No valid fields to update');
    const next: SeriesRow = {
      ...row, name: newName || row.name, description: hasDescription ? (description ? sanitiseHtml(description) : null) : row.description,
      updatedAt: Math.max(Date.now(), row.updatedAt + 1),
    };
    const isTaken = next.name !== row.name && database.get(
      'SELECT 1 AS one FROM series WHERE libraryId = ? AND name = ? COLLATE NOCASE AND id <> ?', row.libraryId, next.name, row.id,
    );
    if (isTaken) throw fail(400, 'Series name is already in use');
    next.nameIgnorePrefix = moveTitlePrefix(next.name, editor.prefixes());
    database.run(
      'UPDATE series SET name = ?, nameIgnorePrefix = ?, description = ?, updatedAt = ? WHERE id = ?', next.name, next.nameIgnorePrefix,
      next.description, next.updatedAt, next.id,
    );
    if (next.name !== row.name) {
      const books = database.all<{ itemId: string }>(
        'SELECT itemId FROM bookSeries WHERE seriesId = ?', row.id,
      ).flatMap(({ itemId }) => editor.items.load(itemId) ?? []);
      await editor.saveAll(books);
    }
    ctx.events.toEveryone('series_updated', seriesJson(next));
    return seriesJson(next);
  });
}
