import type { Database } from './database.ts';

export interface ApiKeyRow {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
  readonly isActive: number;
  readonly permissions: string | null;
  readonly userId: string;
  readonly createdByUserId: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

type NewApiKey = Pick<ApiKeyRow, 'id' | 'name' | 'expiresAt' | 'userId' | 'createdAt'> & {
  readonly isActive: boolean;
  readonly createdByUserId: string;
};

export type ApiKeyRepository = ReturnType<typeof createApiKeyRepository>;

export function createApiKeyRepository(database: Database) {
  return {
    all: () => database.all<ApiKeyRow>('SELECT * FROM apiKeys ORDER BY createdAt, rowid'),
    byId: (id: string) => database.get<ApiKeyRow>('SELECT * FROM apiKeys WHERE id = ?', id),
    activeById: (id: string | undefined) =>
      database.get<ApiKeyRow>('SELECT * FROM apiKeys WHERE id = ? AND isActive = 1', id),
    add: (key: NewApiKey): void =>
      void database.run(
        'INSERT INTO apiKeys (id, name, expiresAt, isActive, userId, createdByUserId, createdAt, updatedAt) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
        key.id,
        key.name,
        key.expiresAt,
        key.isActive,
        key.userId,
        key.createdByUserId,
        key.createdAt,
        key.createdAt,
      ),
    change: (id: string, isActive: boolean, userId: string, now: number): void =>
      void database.run(
        'UPDATE apiKeys SET isActive = ?, userId = ?, updatedAt = ? WHERE id = ?',
        isActive,
        userId,
        now,
        id,
      ),
    noteUse: (id: string, now: number): void =>
      void database.run('UPDATE apiKeys SET lastUsedAt = ? WHERE id = ?', now, id),
    remove: (id: string): void => void database.run('DELETE FROM apiKeys WHERE id = ?', id),
  };
}
