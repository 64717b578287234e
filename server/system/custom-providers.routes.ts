import { randomUUID } from 'node:crypto';
import { newCustomProvider } from '../../src/schemas/requests/server.ts';
import type { Area } from '../context.ts';
import { requireAdmin } from '../http/access.ts';
import { readBody } from '../http/body.ts';
import { fail } from '../http/errors.ts';
import { param } from '../http/input.ts';
import { customProvidersIn, type CustomProvider } from './custom-providers.repo.ts';

/** Search services that an administrator adds. Their secret header goes to administrators only. */
export const registerCustomProviders: Area = (app, ctx) => {
  const providers = customProvidersIn(ctx.store.database);
  const admin = { preHandler: requireAdmin };
  const time = (ms: number) => new Date(ms).toISOString();
  const announced = ({ id, name, mediaType }: CustomProvider) => ({ id, name, mediaType, slug: `custom-${id}` });

  app.get('/api/custom-metadata-providers', admin, async () => ({
    providers: providers.all().map(({ createdAt, updatedAt, ...provider }) => ({
      ...provider,
      extraData: null,
      createdAt: time(createdAt),
      updatedAt: time(updatedAt),
    })),
  }));

  app.post('/api/custom-metadata-providers', admin, async (request) => {
    const { name, url, mediaType, authHeaderValue } = readBody(request, newCustomProvider);
    const now = Date.now();
    const provider: CustomProvider = {
      id: randomUUID(),
      name,
      mediaType,
      url,
      createdAt: now,
      updatedAt: now,
      authHeaderValue: authHeaderValue ?? null,
    };
    providers.add(provider);
    ctx.events.toEveryone('custom_metadata_provider_added', announced(provider));
    return { provider: { ...provider, updatedAt: time(now), createdAt: time(now) } };
  });

  app.delete('/api/custom-metadata-providers/:id', admin, async (request, reply) => {
    const provider = providers.byId(param(request, 'id'));
    if (!provider) throw fail(404);
    providers.remove(provider.id);
    ctx.events.toEveryone('custom_metadata_provider_removed', announced(provider));
    return reply.send('OK');
  });
};
