import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { apiKeyChange, newApiKey } from '../../src/schemas/requests/accounts.ts';
import type { ServerContext } from '../context.ts';
import { requireAdmin } from '../http/access.ts';
import { readBody } from '../http/body.ts';
import { fail } from '../http/errors.ts';
import { param } from '../http/input.ts';
import { fromJson } from '../store/database.ts';
import type { User } from '../store/users.repo.ts';

interface ApiKeyRow {
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

const isoDate = (time: number | null) => (time === null ? null : new Date(time).toISOString());

/** API keys, for admins. Only the answer to its creation has the key itself. */
export function registerApiKeys(app: FastifyInstance, ctx: ServerContext): void {
  const admins = { preHandler: requireAdmin };
  const { database, users } = ctx.store;
  const byId = (id: string) => database.get<ApiKeyRow>('SELECT * FROM apiKeys WHERE id = ?', id);
  const shortUser = (id: string | null) => {
    const user = id === null ? undefined : users.byId(id);
    return user ? { id: user.id, username: user.username, type: user.type } : null;
  };
  const toJson = (row: ApiKeyRow) => ({
    id: row.id,
    name: row.name,
    description: row.description,
    expiresAt: isoDate(row.expiresAt),
    lastUsedAt: isoDate(row.lastUsedAt),
    isActive: row.isActive === 1,
    permissions: fromJson<unknown>(row.permissions, null),
    createdAt: isoDate(row.createdAt),
    updatedAt: isoDate(row.updatedAt),
    userId: row.userId,
    createdByUserId: row.createdByUserId,
    user: shortUser(row.userId),
  });
  /** A key acts as its user, so only root creates one for root. */
  const owner = (maker: User, userId: string): User => {
    const user = users.byId(userId);
    if (!user) throw fail(400);
    if (user.type === 'root' && maker.type !== 'root') throw fail(403);
    return user;
  };

  app.get('/api/api-keys', admins, async () => ({
    apiKeys: database
      .all<ApiKeyRow>('SELECT * FROM apiKeys ORDER BY createdAt, rowid')
      .map((row) => ({ ...toJson(row), createdByUser: shortUser(row.createdByUserId) })),
  }));

  app.post('/api/api-keys', admins, async (request) => {
    const { name, expiresIn, isActive, userId } = readBody(request, newApiKey);
    const lifetime = expiresIn || null;
    const user = owner(request.user, userId);
    const [id, now] = [randomUUID(), Date.now()];
    const expiresAt = lifetime === null ? null : now + lifetime * 1000;
    database.run(
      'INSERT INTO apiKeys (id, name, expiresAt, isActive, userId, createdByUserId, createdAt, updatedAt) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      id,
      name,
      expiresAt,
      isActive,
      user.id,
      request.user.id,
      now,
      now,
    );
    const apiKey = await ctx.tokens.apiKey(id, name, lifetime);
    const dates = { expiresAt: isoDate(expiresAt), updatedAt: isoDate(now), createdAt: isoDate(now) };
    return {
      apiKey: {
        apiKey,
        id,
        name,
        userId: user.id,
        isActive,
        createdByUserId: request.user.id,
        ...dates,
        user: shortUser(user.id),
      },
    };
  });

  app.patch('/api/api-keys/:id', admins, async (request) => {
    const row = byId(param(request, 'id'));
    if (!row) throw fail(404);
    const { isActive, userId } = readBody(request, apiKeyChange);
    owner(request.user, row.userId);
    const user = userId === undefined ? row.userId : owner(request.user, userId).id;
    const active = isActive ?? row.isActive === 1;
    database.run(
      'UPDATE apiKeys SET isActive = ?, userId = ?, updatedAt = ? WHERE id = ?',
      active,
      user,
      Date.now(),
      row.id,
    );
    return { apiKey: toJson(byId(row.id) ?? row) };
  });

  app.delete('/api/api-keys/:id', admins, async (request, reply) => {
    const row = byId(param(request, 'id'));
    if (!row) throw fail(404);
    if (users.byId(row.userId)) owner(request.user, row.userId);
    database.run('DELETE FROM apiKeys WHERE id = ?', row.id);
    return reply.send('OK');
  });
}
