import type { FastifyInstance } from 'fastify';
import type { ServerContext } from '../context.ts';
import { requireAdmin, requireAdminOrHide, requirePermission } from '../http/access.ts';
import { fail } from '../http/errors.ts';
import { bodyOf, param, queryCount, queryText, stringList } from '../http/input.ts';
import { storedSessionJson } from '../me/listening.ts';
import { sessionSortColumn } from '../store/playback-sessions.repo.ts';
import { openSessionJson } from './session-json.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Listening sessions of all accounts, for admins. */
export function registerSessions(app: FastifyInstance, ctx: ServerContext): void {
  const userOf = (userId: string) => {
    const user = ctx.store.users.byId(userId);
    return user ? { id: user.id, username: user.username } : null;
  };

  app.get('/api/sessions', { preHandler: requireAdminOrHide }, async (request) => {
    const [page, itemsPerPage, userId] = [queryCount(request, 'page', 0), queryCount(request, 'itemsPerPage', 10) || 10, queryText(request, 'user')];
    const isDescending = queryText(request, 'sort') === '' || queryText(request, 'desc') === '1';
    const { total, sessions } = ctx.store.sessions.page(userId ? { userId } : {}, page, itemsPerPage, sessionSortColumn(queryText(request, 'sort')), isDescending);
    const always = { lastSave: 0, audioTracks: [], stream: null, shareSessionId: null, mediaItemShareId: null, coverAspectRatio: null };
    return {
      total,
      numPages: Math.ceil(total / itemsPerPage),
      page,
      itemsPerPage,
      sessions: sessions.map((session) => ({ ...storedSessionJson(session), ...always, user: userOf(session.userId) })),
      ...(userId ? { userId } : {}),
    };
  });

  app.get('/api/sessions/open', { preHandler: requireAdminOrHide }, async () => ({
    sessions: ctx.playback.all().map((entry) => ({ ...openSessionJson(entry), user: userOf(entry.session.userId) })),
    shareSessions: [],
  }));

  app.delete('/api/sessions/:id', { preHandler: requirePermission('delete') }, async (request, reply) => {
    if (ctx.store.sessions.remove(param(request, 'id')) === 0) throw fail(404);
    return reply.send('OK');
  });

  app.post('/api/sessions/batch/delete', { preHandler: requireAdmin }, async (request, reply) => {
    const ids = stringList(bodyOf(request)['sessions']);
    if (!ids || ids.length === 0 || !ids.every((id) => uuid.test(id))) throw fail(400, 'Invalid request body. "sessions" array of session id strings is required.');
    ctx.store.database.transaction(() => ids.forEach((id) => ctx.store.sessions.remove(id)));
    return reply.send('OK');
  });
}
