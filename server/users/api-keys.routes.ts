import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { apiKeyChange, newApiKey } from '../../src/schemas/requests/accounts.ts';
import type { ServerContext } from '../context.ts';
import { requireAdmin } from '../http/access.ts';
import { readBody } from '../http/body.ts';
import { fail } from '../http/errors.ts';
import { param } from '../http/input.ts';
import type { ApiKeyRow } from '../store/api-keys.repo.ts';
import { fromJson } from '../store/database.ts';
import type { User } from '../store/users.repo.ts';

const isoDate = (time: number | null) => (time === null ? null : new Date(time).toISOString());

/** API keys, for admins. Only the answer to its creation has the key itself. */
export function registerApiKeys(app: FastifyInstance, ctx: ServerContext): void {
  const admins = { preHandler: requireAdmin };
  const { apiKeys, users } = ctx.store;
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
    apiKeys: apiKeys.all().map((row) => ({ ...toJson(row), createdByUser: shortUser(row.createdByUserId) })),
  }));

  app.post('/api/api-keys', admins, async (request) => {
    const { name, expiresIn, isActive, userId } = readBody(request, newApiKey);
    const lifetime = expiresIn || null;
    const user = owner(request.user, userId);
    const [id, now] = [randomUUID(), Date.now()];
    const expiresAt = lifetime === null ? null : now + lifetime * 1000;
    const createdByUserId = request.user.id;
    apiKeys.add({ id, name, expiresAt, isActive, userId: user.id, createdByUserId, createdAt: now });
    const apiKey = await ctx.tokens.apiKey(id, name, lifetime);
    const dates = { expiresAt: isoDate(expiresAt), updatedAt: isoDate(now), createdAt: isoDate(now) };
    return {
      apiKey: {
        apiKey,
        id,
        name,
        userId: user.id,
        isActive,
        createdByUserId,
        ...dates,
        user: shortUser(user.id),
      },
    };
  });

  app.patch('/api/api-keys/:id', admins, async (request) => {
    const row = apiKeys.byId(param(request, 'id'));
    if (!row) throw fail(404);
    const { isActive, userId } = readBody(request, apiKeyChange);
    owner(request.user, row.userId);
    const user = userId === undefined ? row.userId : owner(request.user, userId).id;
    const active = isActive ?? row.isActive === 1;
    apiKeys.change(row.id, active, user, Date.now());
    return { apiKey: toJson(apiKeys.byId(row.id) ?? row) };
  });

  app.delete('/api/api-keys/:id', admins, async (request, reply) => {
    const row = apiKeys.byId(param(request, 'id'));
    if (!row) throw fail(404);
    if (users.byId(row.userId)) owner(request.user, row.userId);
    apiKeys.remove(row.id);
    return reply.send('OK');
  });
}
