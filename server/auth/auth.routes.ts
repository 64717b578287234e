import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServerContext } from '../context.ts';
import { fail, failBare, failJson } from '../http/errors.ts';
import { bodyOf, isRecord } from '../http/input.ts';
import type { User } from '../store/users.repo.ts';
import { createAccount } from '../users/accounts.ts';
import { loginJson } from '../users/user-json.ts';
import { REFRESH_COOKIE, clearCookie, cookieOf, setRefreshCookie, setSessionCookie } from './cookies.ts';
import { verifyPassword } from './passwords.ts';
import { issueTokens, redeemRefreshToken } from './sign-in.ts';
import { hashToken } from './tokens.ts';

/** First account, sign-in, refresh, sign-out and authorize. */
export function registerAuth(app: FastifyInstance, ctx: ServerContext): void {
  let isInitialising = false;

  app.post('/init', async (request, reply) => {
    if (isInitialising || ctx.store.users.hasRoot()) throw fail(500);
    const { newRoot } = bodyOf(request);
    if (!isRecord(newRoot)) throw fail(400);
    const username = typeof newRoot['username'] === 'string' && newRoot['username'] !== '' ? newRoot['username'] : 'root';
    const password = typeof newRoot['password'] === 'string' ? newRoot['password'] : '';
    isInitialising = true;
    try {
      await createAccount(ctx, { username, password, type: 'root', isActive: true });
    } finally {
      isInitialising = false;
    }
    ctx.log.info('Auth', `The root user "${username}" was created`);
    return reply.send('OK');
  });

  app.post('/login', { preHandler: ctx.limitAuth }, async (request, reply) => {
    const { username, password } = bodyOf(request);
    if (typeof username !== 'string' || typeof password !== 'string' || username === '') throw failBare(400);
    const user = ctx.store.users.byName(username);
    const isRight = await verifyPassword(password, user?.passwordHash);
    if (!user || !isRight || !user.isActive) {
      ctx.log.error('Auth', `Failed sign-in for user name "${username}" from ${request.ip}`);
      throw failBare(401);
    }
    setSessionCookie(reply);
    ctx.log.info('Auth', `User "${user.username}" signed in from ${request.ip}`);
    return answerWithTokens(ctx, user, request, reply, request.headers['x-return-tokens'] === 'true' ? 'body' : 'cookie');
  });

  app.post('/auth/refresh', { preHandler: ctx.limitAuth }, async (request, reply) => {
    const header = headerToken(request);
    const token = header ?? cookieOf(request, REFRESH_COOKIE);
    if (!token) throw failJson(401, { error: 'No refresh token provided' });
    const user = await redeemRefreshToken(ctx, token);
    if (typeof user === 'string') throw failJson(401, { error: user });
    return answerWithTokens(ctx, user, request, reply, header === undefined ? 'cookie' : 'both');
  });

  app.post('/logout', async (request, reply) => {
    const token = headerToken(request) ?? cookieOf(request, REFRESH_COOKIE);
    if (token) ctx.store.refreshSessions.removeByTokenHash(hashToken(token));
    clearCookie(reply, REFRESH_COOKIE);
    clearCookie(reply, 'auth_method');
    setSessionCookie(reply);
    return { redirect_url: null };
  });

  app.post('/api/authorize', async (request) => loginJson(ctx, request.user));
}

function headerToken(request: FastifyRequest): string | undefined {
  const header = request.headers['x-refresh-token'];
  return typeof header === 'string' && header !== '' ? header : undefined;
}

/** New tokens in the answer; the refresh token goes into the cookie, the body, or both. */
async function answerWithTokens(ctx: ServerContext, user: User, request: FastifyRequest, reply: FastifyReply, where: 'cookie' | 'body' | 'both') {
  const { accessToken, refreshToken } = await issueTokens(ctx, user, request);
  if (where !== 'body') setRefreshCookie(request, reply, refreshToken, ctx.config.refreshTokenExpiry);
  return loginJson(ctx, user, { refreshToken: where === 'cookie' ? null : refreshToken, accessToken });
}
