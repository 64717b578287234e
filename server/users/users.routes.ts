import type { FastifyInstance, FastifyRequest } from 'fastify';
import { newAccount } from '../../src/schemas/requests/accounts.ts';
import { setRefreshCookie } from '../auth/cookies.ts';
import { signIn } from '../auth/sign-in.ts';
import type { ServerContext } from '../context.ts';
import { isAdmin, requireAdmin } from '../http/access.ts';
import { readBody } from '../http/body.ts';
import { fail } from '../http/errors.ts';
import { param, queryText } from '../http/input.ts';
import { listeningSessions, listeningStats, storedSessionJson } from '../me/listening.ts';
import type { User } from '../store/users.repo.ts';
import { changeAccount, createAccount } from './accounts.ts';
import { changeOf, newAccountOf, withEmail } from './account-input.ts';
import { onlineUsersJson } from './online.ts';
import { listedUserJson, userJson } from './user-json.ts';
import { userWithTitles } from './user-progress.ts';

/** Accounts, for admins; an account reads its own listening history here too. */
export function registerUsers(app: FastifyInstance, ctx: ServerContext): void {
  const admins = { preHandler: requireAdmin };
  const found = (request: FastifyRequest): User => {
    const user = ctx.store.users.byId(param(request, 'id'));
    if (!user) throw fail(404);
    return user;
  };
  /** Only root changes root. */
  const changeable = (request: FastifyRequest): User => {
    const user = found(request);
    if (user.type === 'root' && request.user.type !== 'root') throw fail(403);
    return user;
  };

  app.get('/api/users', admins, async (request) => {
    const withLatest = queryText(request, 'include').split(',').includes('latestSession');
    const latest = (user: User) => {
      const [session] = ctx.store.sessions.page({ userId: user.id }, 0, 1).sessions;
      return { latestSession: session ? storedSessionJson(session) : null };
    };
    return {
      users: ctx.store.users
        .all()
        .map((user) => ({ ...listedUserJson(user, request.user), ...(withLatest ? latest(user) : {}) })),
    };
  });

  app.get('/api/users/online', admins, async () => ({
    usersOnline: onlineUsersJson(ctx),
    openSessions: ctx.playback.all().map((entry) => ctx.playback.toJson(entry)),
  }));

  app.get('/api/users/:id', admins, async (request) => userWithTitles(ctx, found(request), request.user));

  app.post('/api/users', admins, async (request) => {
    const account = newAccountOf(readBody(request, newAccount));
    if (ctx.store.users.byName(account.username)) throw fail(400, 'Username already taken');
    const user = await createAccount(ctx, account);
    ctx.events.toAdmins('user_added', userJson(ctx, user));
    return { user: userJson(ctx, user) };
  });

  app.patch('/api/users/:id', admins, async (request, reply) => {
    const before = changeable(request);
    const changes = withEmail(readBody(request, changeOf(before)));
    const namesake = changes.username === undefined ? undefined : ctx.store.users.byName(changes.username);
    if (namesake && namesake.id !== before.id) throw fail(400, 'Username already taken');
    const user = await changeAccount(ctx, before.id, changes);
    if (!user) throw fail(404);
    ctx.events.toUser(request.user.id, 'user_updated', userJson(ctx, user));
    const isOwnRename = user.id === request.user.id && user.username !== before.username;
    if (!isOwnRename) return { success: true, user: userJson(ctx, user) };
    const { accessToken, refreshToken } = await signIn(ctx, user, request);
    setRefreshCookie(request, reply, refreshToken, ctx.config.refreshTokenExpiry);
    return { success: true, user: { ...userJson(ctx, user), accessToken } };
  });

  app.delete('/api/users/:id', admins, async (request) => {
    if (param(request, 'id') === request.user.id) throw fail(400);
    const user = changeable(request);
    const json = userJson(ctx, user);
    ctx.store.users.remove(user.id);
    ctx.auth.changed(user.id);
    ctx.events.toAdmins('user_removed', json);
    return { success: true };
  });

  app.patch('/api/users/:id/openid-unlink', admins, async (request, reply) => {
    ctx.store.users.change(changeable(request).id, (user) => ({ ...user, authOpenIDSub: null }));
    return reply.send('OK');
  });

  const readable = (request: FastifyRequest): string => {
    const id = param(request, 'id');
    if (id !== request.user.id && !isAdmin(request.user)) throw fail(403);
    return found(request).id;
  };
  app.get('/api/users/:id/listening-sessions', async (request) =>
    listeningSessions(ctx, request, { userId: readable(request) }),
  );
  app.get('/api/users/:id/listening-stats', async (request) => listeningStats(ctx, readable(request)));
}
