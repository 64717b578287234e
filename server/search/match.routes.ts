import type { FastifyInstance } from 'fastify';
import type { ServerContext } from '../context.ts';
import { messageOf } from '../errors.ts';
import { canSeeItem, requireAdmin, requirePermission } from '../http/access.ts';
import { fail } from '../http/errors.ts';
import { bodyOf, isRecord, stringList } from '../http/input.ts';
import { itemAccessOf, libraryOf } from '../library/access-hooks.ts';
import { expandedJson } from '../library/item-json.ts';
import { matchLibrary } from './library-match.ts';
import { createQuickMatcher, type MatchOptions } from './quick-match.ts';

function optionsOf(body: Record<string, unknown>): MatchOptions {
  const texts = ['provider', 'title', 'author', 'isbn', 'asin'].flatMap((key) => {
    const value = body[key];
    return typeof value === 'string' ? [[key, value.trim()]] : [];
  });
  const flags = ['overrideDetails', 'overrideCover'].flatMap((key) => (typeof body[key] === 'boolean' ? [[key, body[key]]] : []));
  return Object.fromEntries([...texts, ...flags]) as MatchOptions;
}

/** Filling items from what services know of them: one, several, or a whole library. */
export function registerMatch(app: FastifyInstance, ctx: ServerContext): void {
  const quickMatch = createQuickMatcher(ctx);
  const matchAll = matchLibrary(ctx, quickMatch);

  app.post('/api/items/:id/match', { preHandler: requirePermission('update') }, async (request) => {
    const result = await quickMatch(itemAccessOf(ctx, request).id, optionsOf(bodyOf(request)));
    if (!result) throw fail(404);
    if (result.kind === 'none') return { warning: `No ${result.provider} match found` };
    return { updated: result.updated, libraryItem: expandedJson(result.item, ctx.settings.get().sortingPrefixes) };
  });

  app.post('/api/items/batch/quickmatch', { preHandler: requireAdmin }, async (request, reply) => {
    const body = bodyOf(request);
    const ids = stringList(body['libraryItemIds']);
    if (!ids?.length) throw fail(400);
    const { user } = request;
    const seen = [...new Set(ids)].filter((id) => {
      const access = ctx.items.access(id);
      return access && canSeeItem(user, access);
    });
    if (seen.length === 0) throw fail(404);
    const options = optionsOf(isRecord(body['options']) ? body['options'] : {});
    const run = async (): Promise<void> => {
      const counts = { updates: 0, unmatched: 0 };
      for (const id of seen) {
        const result = await quickMatch(id, options);
        if (result?.kind === 'none') counts.unmatched += 1;
        if (result?.kind === 'found' && result.updated) counts.updates += 1;
      }
      ctx.events.toUser(user.id, 'batch_quickmatch_complete', { success: counts.updates > 0, ...counts });
    };
    run().catch((cause: unknown) => {
      ctx.log.error('Match', messageOf(cause));
      ctx.events.toUser(user.id, 'batch_quickmatch_complete', { success: false, updates: 0, unmatched: 0 });
    });
    return reply.type('text/plain; charset=utf-8').send('OK');
  });

  app.get('/api/libraries/:id/matchall', { preHandler: requireAdmin }, async (request, reply) => {
    matchAll(libraryOf(ctx, request));
    return reply.type('text/plain; charset=utf-8').send('OK');
  });
}
