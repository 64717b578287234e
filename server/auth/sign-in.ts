import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { ServerContext } from '../context.ts';
import type { User } from '../store/users.repo.ts';
import { hashToken } from './tokens.ts';

export interface TokenPair {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** Opens a refresh session for a user and gives the two tokens of it. */
export async function issueTokens(ctx: ServerContext, user: User, request: FastifyRequest): Promise<TokenPair> {
  const [accessToken, refreshToken] = await Promise.all([ctx.tokens.access(user), ctx.tokens.refresh(user)]);
  const now = Date.now();
  ctx.store.refreshSessions.removeExpired(now - 24 * 3600_000);
  ctx.store.refreshSessions.insert({
    id: randomUUID(),
    userId: user.id,
    tokenHash: hashToken(refreshToken),
    ipAddress: request.ip,
    userAgent: request.headers['user-agent'] ?? null,
    expiresAt: now + ctx.config.refreshTokenExpiry * 1000,
    createdAt: now,
  });
  return { accessToken, refreshToken };
}

export type RefreshFailure = 'Invalid refresh token' | 'Refresh token expired' | 'Invalid token type' | 'User not found or inactive';

/** The account of a refresh token and the end of its session: a token is good for one refresh. */
export async function redeemRefreshToken(ctx: ServerContext, token: string): Promise<User | RefreshFailure> {
  const check = await ctx.tokens.check(token);
  if (!check.ok) {
    ctx.store.refreshSessions.removeByTokenHash(hashToken(token));
    return check.reason === 'expired' ? 'Refresh token expired' : 'Invalid refresh token';
  }
  if (check.claims.type !== 'refresh') return 'Invalid token type';
  const session = ctx.store.refreshSessions.byTokenHash(hashToken(token));
  if (!session) return 'Invalid refresh token';
  ctx.store.refreshSessions.removeByTokenHash(session.tokenHash);
  if (session.expiresAt < Date.now()) return 'Refresh token expired';
  const user = ctx.store.users.byId(session.userId);
  return user?.isActive ? user : 'User not found or inactive';
}
