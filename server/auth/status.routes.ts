import type { FastifyInstance } from 'fastify';
import { metadataDir } from '../config.ts';
import type { ServerContext } from '../context.ts';
import { CONTRACT_VERSION } from '../version.ts';

/** `/status`, `/ping` and `/healthcheck`, which need no account. */
export function registerStatus(app: FastifyInstance, ctx: ServerContext): void {
  app.get('/ping', async () => ({ success: true }));
  app.get('/healthcheck', async (_request, reply) => reply.send('OK'));
  app.get('/status', async () => {
    const settings = ctx.settings.get();
    const isInit = ctx.store.users.hasRoot();
    return {
      app: 'audiobookshelf',
      serverVersion: CONTRACT_VERSION,
      isInit,
      language: settings.language,
      authMethods: settings.authActiveAuthMethods,
      authFormData: {
        authLoginCustomMessage: settings.authLoginCustomMessage,
        ...(settings.authActiveAuthMethods.includes('openid')
          ? {
              authOpenIDButtonText: settings.authOpenIDButtonText,
              authOpenIDAutoLaunch: settings.authOpenIDAutoLaunch,
            }
          : {}),
      },
      ...(isInit ? {} : { ConfigPath: ctx.config.dataDir, MetadataPath: metadataDir(ctx.config) }),
    };
  });
}
