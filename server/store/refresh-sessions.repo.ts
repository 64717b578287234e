import type { Database } from './database.ts';

/** One sign-in that can be renewed. Only a hash of the refresh token is kept. */
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
    byTokenHash: (hash: string) => database.get<RefreshSession>('SELECT * FROM refreshSessions WHERE tokenHash = ?', hash),
    insert: (session: RefreshSession) =>
      database.run(
        'INSERT INTO refreshSessions (id, userId, tokenHash, ipAddress, userAgent, expiresAt, createdAt) VALUES (?, ?, ?, ?, ?, ?, ?)',
        session.id, session.userId, session.tokenHash, session.ipAddress, session.userAgent, session.expiresAt, session.createdAt,
      ),
    removeByTokenHash: (hash: string) => database.run('DELETE FROM refreshSessions WHERE tokenHash = ?', hash),
    removeOfUser: (userId: string) => database.run('DELETE FROM refreshSessions WHERE userId = ?', userId),
    removeExpired: (now: number) => database.run('DELETE FROM refreshSessions WHERE expiresAt < ?', now),
  };
}
