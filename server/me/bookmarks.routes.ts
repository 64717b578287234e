import type { FastifyInstance } from 'fastify';
import { bookmark } from '../../src/schemas/requests/listening.ts';
import type { ServerContext } from '../context.ts';
import { readBody } from '../http/body.ts';
import { fail, failPlain } from '../http/errors.ts';
import { param } from '../http/input.ts';
import { announceUser } from './progress.service.ts';

/** Every answer about the account includes them. */
const MOST_BOOKMARKS = 5000;

/** Bookmarks of the own account; the time (seconds) is the key within an item. */
export function registerBookmarks(app: FastifyInstance, ctx: ServerContext): void {
  app.post('/api/me/item/:id/bookmark', async (request) => {
    const libraryItemId = param(request, 'id');
    if (!ctx.items.access(libraryItemId)) throw fail(404);
    const { time, title } = readBody(request, bookmark);
    const known = ctx.store.progress.bookmark(request.user.id, libraryItemId, time);
    if (!known && ctx.store.progress.bookmarkCount(request.user.id) >= MOST_BOOKMARKS)
      throw failPlain(400, `An account may have ${MOST_BOOKMARKS} bookmarks at most`);
    const saved = { libraryItemId, time, title, createdAt: known?.createdAt ?? Date.now() };
    ctx.store.progress.saveBookmark(request.user.id, saved);
    announceUser(ctx, request.user.id);
    return saved;
  });

  app.patch('/api/me/item/:id/bookmark', async (request) => {
    const libraryItemId = param(request, 'id');
    if (!ctx.items.access(libraryItemId)) throw fail(404);
    const { time, title } = readBody(request, bookmark);
    const known = ctx.store.progress.bookmark(request.user.id, libraryItemId, time);
    if (!known) throw fail(404);
    const saved = { ...known, title };
    ctx.store.progress.saveBookmark(request.user.id, saved);
    announceUser(ctx, request.user.id);
    return saved;
  });

  app.delete('/api/me/item/:id/bookmark/:time', async (request, reply) => {
    const time = Number(param(request, 'time'));
    if (Number.isNaN(time)) throw fail(400, 'Invalid time');
    if (ctx.store.progress.removeBookmark(request.user.id, param(request, 'id'), time) === 0) throw fail(404);
    announceUser(ctx, request.user.id);
    return reply.send('OK');
  });
}
