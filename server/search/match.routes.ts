import type { FastifyInstance } from 'fastify';
import { match, quickMatch as quickMatchRequest } from '../../src/schemas/requests/items.ts';
import type { ServerContext } from '../context.ts';
import { messageOf } from '../errors.ts';
import { requireAdmin, requirePermission } from '../http/access.ts';
import { readBody } from '../http/body.ts';
import { fail } from '../http/errors.ts';
import { itemAccessOf, itemInSight, libraryOf } from '../library/access-hooks.ts';
import { expandedJson } from '../items/item-json.ts';
import { matchLibrary } from './library-match.ts';
import { createQuickMatcher } from './quick-match.ts';

/** Filling items from the search services: one, several, or a whole library. */
export function registerMatch(app: FastifyInstance, ctx: ServerContext): void {
  const quickMatch = createQuickMatcher(ctx);
  const matchAll = matchLibrary(ctx, quickMatch);

  app.post('/api/items/:id/match', { preHandler: requirePermission('update') }, async (request) => {
    const result = await quickMatch(itemAccessOf(ctx, request).id, readBody(request, match));
    if (!result) throw fail(404);
    if (result.kind === 'none') return { warning: `No ${result.provider} match found` };
    return { updated: result.updated, libraryItem: expandedJson(result.item, ctx.settings.get().sortingPrefixes) };
  });

  app.post('/api/items/batch/quickmatch', { preHandler: requireAdmin }, async (request, reply) => {
    const { libraryItemIds, options } = readBody(request, quickMatchRequest);
    const { user } = request;
    const seen = [...new Set(libraryItemIds)].filter((id) => itemInSight(ctx, user, id));
    if (seen.length === 0) throw fail(404);
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
