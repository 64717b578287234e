import type { FastifyInstance } from 'fastify';
import type { ServerContext } from '../context.ts';
import { createClientFiles } from './client-files.ts';

/** Serves the built client, if there is one, before the router sees the request. */
export function registerClient(app: FastifyInstance, ctx: ServerContext): void {
  if (ctx.config.clientDir === null) return;
  const client = createClientFiles(ctx.config.clientDir, () => {
    const { allowIframe, chromecastEnabled } = ctx.settings.get();
    return { frames: allowIframe, casting: chromecastEnabled };
  });
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.url === undefined && client.respond(request.raw, reply.raw)) reply.hijack();
  });
}
