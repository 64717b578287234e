import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { credentials, newRoot } from '../../src/schemas/requests/accounts.ts';
import type { ServerContext } from '../context.ts';
import { readBody } from '../http/body.ts';
import { fail, failBare, failJson } from '../http/errors.ts';
import type { User } from '../store/users.repo.ts';
import { createAccount } from '../users/accounts.ts';
import { loginJson } from '../users/user-json.ts';
import { REFRESH_COOKIE, clearCookie, cookieOf, setRefreshCookie, setSessionCookie } from './cookies.ts';
import { endSessionUrl } from './openid/end-session.ts';
import { ID_TOKEN_COOKIE, METHOD_COOKIE } from './openid/visit.ts';
import { verifyPassword } from './passwords.ts';
import { refreshSignIn, signIn, type TokenPair } from './sign-in.ts';
import { hashToken } from './tokens.ts';

/** Largest body of a call that needs no account, in bytes. */
export const AUTH_BODY_LIMIT = 16 * 1024;

/** Text of a client without an account, cut short and kept on one line. */
const forLog = (text: string): string => text.slice(0, 100).replaceAll(/\p{Cc}/gu, ' ');

export function registerAuth(app: FastifyInstance, ctx: ServerContext): void {
  let isInitialising = false;

  app.post('/init', { bodyLimit: AUTH_BODY_LIMIT }, async (request, reply) => {
    if (isInitialising || ctx.store.users.hasRoot()) throw fail(500);
    const { username, password } = readBody(request, newRoot).newRoot;
    isInitialising = true;
    try {
      await createAccount(ctx, { username, password, type: 'root', isActive: true });
    } finally {
      isInitialising = false;
    }
    ctx.log.info('Auth', `The root user "${forLog(username)}" was created`);
    return reply.send('OK');
  });

  app.post('/login', { preHandler: ctx.limitAuth, bodyLimit: AUTH_BODY_LIMIT }, async (request, reply) => {
    const { username, password } = readBody(request, credentials, () => failBare(400));
    const user = ctx.store.users.byName(username);
    const isRight = await verifyPassword(ctx.readers, password, user?.passwordHash);
    if (!user || !isRight || !user.isActive) {
      ctx.log.error('Auth', `Failed sign-in for user name "${forLog(username)}" from ${request.ip}`);
      throw failBare(401);
    }
    setSessionCookie(reply);
    ctx.log.info('Auth', `User "${user.username}" signed in from ${request.ip}`);
    return answerWithTokens(
      ctx,
      user,
      await signIn(ctx, user, request),
      request,
      reply,
      request.headers['x-return-tokens'] === 'true' ? 'body' : 'cookie',
    );
  });

  app.post('/auth/refresh', { preHandler: ctx.limitAuth, bodyLimit: AUTH_BODY_LIMIT }, async (request, reply) => {
    const header = headerToken(request);
    const token = header ?? cookieOf(request, REFRESH_COOKIE);
    if (!token) throw failJson(401, { error: 'No refresh token provided' });
    const refreshed = await refreshSignIn(ctx, token, request);
    if (typeof refreshed === 'string') throw failJson(401, { error: refreshed });
    return answerWithTokens(
      ctx,
      refreshed.user,
      refreshed.tokens,
      request,
      reply,
      header === undefined ? 'cookie' : 'both',
    );
  });

  app.post('/logout', { bodyLimit: AUTH_BODY_LIMIT }, async (request, reply) => {
    const token = headerToken(request) ?? cookieOf(request, REFRESH_COOKIE);
    const session = token ? ctx.store.refreshSessions.byTokenHash(hashToken(token)) : undefined;
    if (session) {
      ctx.store.refreshSessions.remove(session.id);
      ctx.auth.changed(session.userId);
    }
    clearCookie(reply, REFRESH_COOKIE);
    clearCookie(reply, METHOD_COOKIE);
    if (cookieOf(request, ID_TOKEN_COOKIE) !== undefined) clearCookie(reply, ID_TOKEN_COOKIE);
    setSessionCookie(reply);
    return { redirect_url: endSessionUrl(ctx, request) };
  });

  app.post('/api/authorize', async (request) => loginJson(ctx, request.user));
}

function headerToken(request: FastifyRequest): string | undefined {
  const header = request.headers['x-refresh-token'];
  return typeof header === 'string' && header !== '' ? header : undefined;
}

/** Answers with new tokens; the refresh token goes into the cookie, the body, or both. */
function answerWithTokens(
  ctx: ServerContext,
  user: User,
  { accessToken, refreshToken }: TokenPair,
  request: FastifyRequest,
  reply: FastifyReply,
  where: 'cookie' | 'body' | 'both',
) {
  if (where !== 'body') setRefreshCookie(request, reply, refreshToken, ctx.config.refreshTokenExpiry);
  return loginJson(ctx, user, { refreshToken: where === 'cookie' ? null : refreshToken, accessToken });
}
