import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { ServerContext } from '../context.ts';
import type { User } from '../store/users.repo.ts';
import { hashToken } from './tokens.ts';

export interface TokenPair {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** Opens a sign-in for a user and returns its two tokens. */
export async function signIn(ctx: ServerContext, user: User, request: FastifyRequest): Promise<TokenPair> {
  const id = randomUUID();
  const { tokens, row } = await tokensFor(ctx, user, id, request);
  ctx.store.refreshSessions.removeExpired(Date.now() - 24 * 3600_000);
  ctx.store.refreshSessions.insert({ id, userId: user.id, ...row, createdAt: Date.now() });
  return tokens;
}

export type RefreshFailure =
  'Invalid refresh token' | 'Refresh token expired' | 'Invalid token type' | 'User not found or inactive';

/** Returns new tokens of the same sign-in for a refresh token, which is good for one refresh. */
export async function refreshSignIn(
  ctx: ServerContext,
  token: string,
  request: FastifyRequest,
): Promise<{ user: User; tokens: TokenPair } | RefreshFailure> {
  const { refreshSessions, users } = ctx.store;
  const hash = hashToken(token);
  const check = await ctx.tokens.check(token);
  if (!check.ok) {
    refreshSessions.removeByTokenHash(hash);
    return check.reason === 'expired' ? 'Refresh token expired' : 'Invalid refresh token';
  }
  if (check.claims.type !== 'refresh') return 'Invalid token type';
  const session = refreshSessions.byTokenHash(hash);
  if (!session) return 'Invalid refresh token';
  const user = users.byId(session.userId);
  if (session.expiresAt < Date.now() || !user?.isActive) {
    refreshSessions.remove(session.id);
    return user?.isActive ? 'Refresh token expired' : 'User not found or inactive';
  }
  const { tokens, row } = await tokensFor(ctx, user, session.id, request);
  return refreshSessions.rotate(session.id, hash, row) ? { user, tokens } : 'Invalid refresh token';
}

async function tokensFor(ctx: ServerContext, user: User, sessionId: string, request: FastifyRequest) {
  const [accessToken, refreshToken] = await Promise.all([
    ctx.tokens.access(user, sessionId),
    ctx.tokens.refresh(user, sessionId),
  ]);
  return {
    tokens: { accessToken, refreshToken },
    row: {
      tokenHash: hashToken(refreshToken),
      ipAddress: request.ip,
      userAgent: request.headers['user-agent']?.slice(0, 500) ?? null,
      expiresAt: Date.now() + ctx.config.refreshTokenExpiry * 1000,
    },
  };
}
