import type { FastifyRequest } from 'fastify';
import type { Store } from '../store/index.ts';
import type { User } from '../store/users.repo.ts';
import type { TokenService } from './tokens.ts';

export type Authenticator = ReturnType<typeof createAuthenticator>;

/** Finds the active account behind a token. API keys count for HTTP only. */
export function createAuthenticator(store: Store, tokens: TokenService) {
  const active = (userId: string | undefined): User | undefined => {
    const user = userId === undefined ? undefined : store.users.byId(userId);
    return user?.isActive ? user : undefined;
  };
  return {
    /** Account of an access, refresh or legacy token; undefined for anything else. */
    userOfToken: async (token: string): Promise<User | undefined> => {
      const check = await tokens.check(token);
      return check.ok && check.claims.type !== 'api' ? active(check.claims.userId) : undefined;
    },
    /** Account of a request: `Authorization: Bearer`, or `?token=` for links, images and downloads. */
    userOfRequest: async (request: FastifyRequest): Promise<User | undefined> => {
      const token = bearerToken(request);
      if (token === undefined) return undefined;
      const check = await tokens.check(token);
      if (!check.ok) return undefined;
      if (check.claims.type !== 'api') return active(check.claims.userId);
      const key = store.database.get<{ id: string; userId: string; expiresAt: number | null }>(
        'SELECT id, userId, expiresAt FROM apiKeys WHERE id = ? AND isActive = 1', check.claims.keyId,
      );
      if (!key || (key.expiresAt !== null && key.expiresAt < Date.now())) return undefined;
      store.database.run('UPDATE apiKeys SET lastUsedAt = ? WHERE id = ?', Date.now(), key.id);
      return active(key.userId);
    },
  };
}

function bearerToken(request: FastifyRequest): string | undefined {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  if (scheme?.toLowerCase() === 'bearer' && token) return token;
  const query = request.query as Record<string, string | string[] | undefined>;
  return typeof query['token'] === 'string' ? query['token'] : undefined;
}
