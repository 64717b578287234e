import type { FastifyInstance } from 'fastify';
import { sessionIds } from '../../src/schemas/requests/listening.ts';
import type { ServerContext } from '../context.ts';
import { requireAdmin, requireAdminOrHide, requirePermission } from '../http/access.ts';
import { readBody } from '../http/body.ts';
import { fail } from '../http/errors.ts';
import { param, queryCount, queryText } from '../http/input.ts';
import { MOST_SESSIONS, storedSessionJson } from '../me/listening.ts';
import { sessionSortColumn } from '../store/playback-sessions.repo.ts';
import { openSessionJson } from './session-json.ts';

/** Listening sessions of all accounts, for admins. */
export function registerSessions(app: FastifyInstance, ctx: ServerContext): void {
  const userOf = (userId: string | null) => {
    const user = userId === null ? undefined : ctx.store.users.byId(userId);
    return user ? { id: user.id, username: user.username } : null;
  };

  app.get('/api/sessions', { preHandler: requireAdminOrHide }, async (request) => {
    const [page, itemsPerPage, userId] = [
      queryCount(request, 'page', 0),
      Math.min(queryCount(request, 'itemsPerPage', 10) || 10, MOST_SESSIONS),
      queryText(request, 'user'),
    ];
    const isDescending = queryText(request, 'sort') === '' || queryText(request, 'desc') === '1';
    const { total, sessions } = ctx.store.sessions.page(
      userId ? { userId } : {},
      page,
      itemsPerPage,
      sessionSortColumn(queryText(request, 'sort')),
      isDescending,
    );
    const empty = {
      lastSave: 0,
      audioTracks: [],
      stream: null,
      shareSessionId: null,
      mediaItemShareId: null,
      coverAspectRatio: null,
    };
    return {
      total,
      numPages: Math.ceil(total / itemsPerPage),
      page,
      itemsPerPage,
      sessions: sessions.map((session) => ({
        ...storedSessionJson(session),
        ...(userId ? {} : { ...empty, user: userOf(session.userId) }),
      })),
      ...(userId ? { userId } : {}),
    };
  });

  app.get('/api/sessions/open', { preHandler: requireAdminOrHide }, async () => ({
    sessions: ctx.playback.all().map((entry) => ({ ...openSessionJson(entry), user: userOf(entry.session.userId) })),
    shareSessions: ctx.shareSessions.list(),
  }));

  app.delete('/api/sessions/:id', { preHandler: requirePermission('delete') }, async (request, reply) => {
    if (ctx.store.sessions.remove(param(request, 'id')) === 0) throw fail(404);
    return reply.send('OK');
  });

  app.post('/api/sessions/batch/delete', { preHandler: requireAdmin }, async (request, reply) => {
    const { sessions } = readBody(request, sessionIds);
    ctx.store.database.transaction(() => sessions.forEach((id) => ctx.store.sessions.remove(id)));
    return reply.send('OK');
  });
}
