import type { FastifyInstance } from 'fastify';
import type { ServerContext } from '../context.ts';
import { canSeeItem } from '../http/access.ts';
import { fail } from '../http/errors.ts';
import { bodyOf, isRecord, param, queryCount } from '../http/input.ts';
import type { MediaProgress } from '../store/progress.repo.ts';
import type { User } from '../store/users.repo.ts';
import { userJson } from '../users/user-json.ts';
import { readProgressPatch } from './progress.logic.ts';
import { announceUser, saveProgress } from './progress.service.ts';

/** Progress of the own account: reading, writing, hiding, and the items which are in progress. */
export function registerProgress(app: FastifyInstance, ctx: ServerContext): void {
  app.get('/api/me/items-in-progress', async (request) => ({ libraryItems: itemsInProgress(ctx, request.user, queryCount(request, 'limit', 25)) }));

  for (const path of ['/api/me/progress/:id', '/api/me/progress/:id/:episodeId']) {
    app.get(path, async (request) => {
      const progress = ctx.store.progress.find(request.user.id, param(request, 'id'), param(request, 'episodeId') || null);
      if (!progress) throw fail(404);
      return progress;
    });
    app.patch(path, async (request, reply) => {
      const saved = saveProgress(ctx, request.user.id, param(request, 'id'), param(request, 'episodeId') || null, readProgressPatch(bodyOf(request)));
      if (typeof saved === 'string') throw fail(404, saved);
      announceUser(ctx, request.user.id);
      return reply.send('OK');
    });
  }

  app.patch('/api/me/progress/batch/update', async (request, reply) => {
    const entries = Array.isArray(request.body) ? (request.body as unknown[]).filter(isRecord) : [];
    if (entries.length === 0) throw fail(400, 'Missing request payload');
    ctx.store.database.transaction(() => {
      for (const entry of entries) {
        const { libraryItemId, episodeId } = entry;
        if (typeof libraryItemId !== 'string') continue;
        saveProgress(ctx, request.user.id, libraryItemId, typeof episodeId === 'string' ? episodeId : null, readProgressPatch(entry));
      }
    });
    announceUser(ctx, request.user.id);
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

/** Begun and not finished, latest first; one entry per item, a podcast with the episode heard last. */
function itemsInProgress(ctx: ServerContext, user: User, limit: number) {
  const begun = ctx.store.progress.ofUser(user.id).filter((progress) => !progress.isFinished && (progress.currentTime > 0 || progress.ebookProgress > 0));
  const latest = new Map<string, MediaProgress>();
  for (const progress of begun.toSorted((a, b) => b.lastUpdate - a.lastUpdate)) {
    if (!latest.has(progress.libraryItemId)) latest.set(progress.libraryItemId, progress);
  }
  return [...latest.values()]
    .flatMap((progress) => {
      const access = ctx.items.access(progress.libraryItemId);
      const item = access && canSeeItem(user, access) ? ctx.items.minified(access.id) : undefined;
      if (!item) return [];
      const recentEpisode = progress.episodeId === null ? undefined : ctx.items.episode(item.id, progress.episodeId);
      return [{ ...item, ...(recentEpisode ? { recentEpisode } : {}), progressLastUpdate: progress.lastUpdate }];
    })
    .slice(0, limit);
}
