import type { FastifyRequest } from 'fastify';
import { isWriteFailure } from '../http/write-failures.ts';
import type { Store } from '../store/index.ts';
import type { User } from '../store/users.repo.ts';
import type { TokenClaims, TokenService } from './tokens.ts';

export type Authenticator = ReturnType<typeof createAuthenticator>;

/** Who sends a request: the account and the sign-in of its token (API keys and legacy tokens have none). */
export interface Asker {
  readonly user: User;
  readonly sessionId: string | undefined;
}

/** Finds the active account behind a token. API keys count for HTTP only. */
export function createAuthenticator(store: Store, tokens: TokenService) {
  const listeners = new Set<(userId: string | null) => void>();
  const activeUser = (userId: string | undefined): User | undefined => {
    const user = userId === undefined ? undefined : store.users.byId(userId);
    return user?.isActive ? user : undefined;
  };
  /** A token of a sign-in is valid while that lasts; any other, while the account keeps its token version. */
  const userOfClaims = ({ userId, sessionId, version }: TokenClaims): User | undefined => {
    const user = activeUser(userId);
    const holds =
      sessionId === undefined
        ? user?.tokenVersion === version
        : store.refreshSessions.byId(sessionId)?.userId === userId;
    return holds ? user : undefined;
  };
  return {
    activeUser,
    userOfClaims,
    askerOf: async (request: FastifyRequest): Promise<Asker | undefined> => {
      const token = bearerToken(request);
      if (token === undefined) return undefined;
      const check = await tokens.check(token);
      if (!check.ok) return undefined;
      const { claims } = check;
      const user = claims.type === 'api' ? userOfKey(claims.keyId) : userOfClaims(claims);
      return user && { user, sessionId: claims.sessionId };
    },
    /** Reports that an account (null: any) may have lost rights or sign-ins: its open connections are checked again. */
    changed: (userId: string | null): void => listeners.forEach((listener) => listener(userId)),
    onChange: (listener: (userId: string | null) => void): void => void listeners.add(listener),
  };

  function userOfKey(keyId: string | undefined): User | undefined {
    const key = store.apiKeys.activeById(keyId);
    if (!key || (key.expiresAt !== null && key.expiresAt < Date.now())) return undefined;
    try {
      store.apiKeys.noteUse(key.id, Date.now());
    } catch (cause) {
      if (!isWriteFailure(cause)) throw cause; // Reading goes on where nothing can be written.
    }
    return activeUser(key.userId);
  }
}

function bearerToken(request: FastifyRequest): string | undefined {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  if (scheme?.toLowerCase() === 'bearer' && token) return token;
  const query = request.query as Record<string, string | string[] | undefined>;
  return typeof query['token'] === 'string' ? query['token'] : undefined;
}
