import type { Database } from './database.ts';

/** One sign-in that can be renewed. Only a hash of the refresh token is stored. */
export interface RefreshSession {
  readonly id: string;
  readonly userId: string;
  readonly tokenHash: string;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  readonly expiresAt: number;
  readonly createdAt: number;
}

export type RefreshSessionRepository = ReturnType<typeof createRefreshSessionRepository>;

/** Sign-ins that may be refreshed, each under the hash of its token. */
export function createRefreshSessionRepository(database: Database) {
  return {
    byTokenHash: (hash: string) =>
      database.get<RefreshSession>('SELECT * FROM refreshSessions WHERE tokenHash = ?', hash),
    byId: (id: string) => database.get<RefreshSession>('SELECT * FROM refreshSessions WHERE id = ?', id),
    insert: (session: RefreshSession) =>
      database.run(
        'INSERT INTO refreshSessions (id, userId, tokenHash, ipAddress, userAgent, expiresAt, createdAt) VALUES (?, ?, ?, ?, ?, ?, ?)',
        session.id,
        session.userId,
        session.tokenHash,
        session.ipAddress,
        session.userAgent,
        session.expiresAt,
        session.createdAt,
      ),
    removeByTokenHash: (hash: string) => database.run('DELETE FROM refreshSessions WHERE tokenHash = ?', hash),
    /** Exchanges the token of a session; false when another call was first. */
    rotate: (
      id: string,
      hash: string,
      next: Pick<RefreshSession, 'tokenHash' | 'ipAddress' | 'userAgent' | 'expiresAt'>,
    ): boolean =>
      database.run(
        'UPDATE refreshSessions SET tokenHash = ?, ipAddress = ?, userAgent = ?, expiresAt = ? WHERE id = ? AND tokenHash = ?',
        next.tokenHash,
        next.ipAddress,
        next.userAgent,
        next.expiresAt,
        id,
        hash,
      ) > 0,
    remove: (id: string) => database.run('DELETE FROM refreshSessions WHERE id = ?', id),
    /** Ends the sign-ins of an account, except one if given. */
    removeOfUser: (userId: string, except = '') =>
      database.run('DELETE FROM refreshSessions WHERE userId = ? AND id <> ?', userId, except),
    removeExpired: (now: number) => database.run('DELETE FROM refreshSessions WHERE expiresAt < ?', now),
  };
}
