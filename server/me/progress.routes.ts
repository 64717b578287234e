import type { FastifyInstance } from 'fastify';
import { NO_CHANGES, progressChange, progressChangeOf } from '../../src/schemas/requests/listening.ts';
import type { ServerContext } from '../context.ts';
import { readBody, readEntries } from '../http/body.ts';
import { fail } from '../http/errors.ts';
import { param, queryLimit } from '../http/input.ts';
import { LONG_LISTS } from '../http/json-body.ts';
import { itemInSight } from '../library/access-hooks.ts';
import { storeInParts } from '../store/in-parts.ts';
import type { MediaProgress } from '../store/progress.repo.ts';
import type { User } from '../store/users.repo.ts';
import { userJson } from '../users/user-json.ts';
import { announceUser, saveProgress } from './progress.service.ts';

const MOST_IN_PROGRESS = 1000;

/** Progress of the own account: reading, writing, hiding, and items in progress. */
export function registerProgress(app: FastifyInstance, ctx: ServerContext): void {
  app.get('/api/me/items-in-progress', async (request) => ({
    libraryItems: itemsInProgress(ctx, request.user, queryLimit(request, 'limit', 25, MOST_IN_PROGRESS)),
  }));

  for (const path of ['/api/me/progress/:id', '/api/me/progress/:id/:episodeId']) {
    app.get(path, async (request) => {
      const progress = ctx.store.progress.find(
        request.user.id,
        param(request, 'id'),
        param(request, 'episodeId') || null,
      );
      if (!progress) throw fail(404);
      return progress;
    });
    app.patch(path, async (request, reply) => {
      const saved = saveProgress(
        ctx,
        request.user.id,
        param(request, 'id'),
        param(request, 'episodeId') || null,
        readBody(request, progressChange),
      );
      if (typeof saved === 'string') throw fail(404, saved);
      announceUser(ctx, request.user.id);
      return reply.send('OK');
    });
  }

  app.patch('/api/me/progress/batch/update', LONG_LISTS, async (request, reply) => {
    const none = fail(400, NO_CHANGES);
    const changes = await readEntries(request, progressChangeOf, { refuse: none });
    if (changes.length === 0) throw none;
    try {
      await storeInParts(ctx.store.database, changes, ({ libraryItemId, episodeId, ...change }) =>
        saveProgress(ctx, request.user.id, libraryItemId, episodeId ?? null, change),
      );
    } finally {
      // Changes stored before a failure stay: each is whole, and may be sent again.
      announceUser(ctx, request.user.id);
    }
    return reply.send('OK');
  });

  app.delete('/api/me/progress/:id', async (request, reply) => {
    const own = ownProgress(ctx, request.user, param(request, 'id'));
    if (own && ctx.store.progress.remove(own.id) > 0) announceUser(ctx, request.user.id);
    return reply.send('OK');
  });

  app.get('/api/me/progress/:id/remove-from-continue-listening', async (request) => {
    const own = ownProgress(ctx, request.user, param(request, 'id'));
    if (!own) throw fail(404);
    ctx.store.progress.save({ ...own, hideFromContinueListening: true });
    announceUser(ctx, request.user.id);
    return userJson(ctx, request.user);
  });
}

function ownProgress(ctx: ServerContext, user: User, id: string): MediaProgress | undefined {
  const progress = ctx.store.progress.byId(id);
  return progress?.userId === user.id ? progress : undefined;
}

/** Begun and not finished, latest first; one entry per item, a podcast with its latest episode. */
function itemsInProgress(ctx: ServerContext, user: User, limit: number) {
  const begun = ctx.store.progress
    .ofUser(user.id)
    .filter((progress) => !progress.isFinished && (progress.currentTime > 0 || progress.ebookProgress > 0));
  const latest = new Map<string, MediaProgress>();
  for (const progress of begun.toSorted((a, b) => b.lastUpdate - a.lastUpdate)) {
    if (!latest.has(progress.libraryItemId)) latest.set(progress.libraryItemId, progress);
  }
  return [...latest.values()]
    .flatMap((progress) => {
      const seen = itemInSight(ctx, user, progress.libraryItemId);
      const item = seen && ctx.items.minified(seen.id);
      if (!item) return [];
      const recentEpisode = progress.episodeId === null ? undefined : ctx.items.episode(item.id, progress.episodeId);
      return [{ ...item, ...(recentEpisode ? { recentEpisode } : {}), progressLastUpdate: progress.lastUpdate }];
    })
    .slice(0, limit);
}
