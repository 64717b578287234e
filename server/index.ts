import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { areas } from './areas.ts';
import { createAuthenticator } from './auth/authenticate.ts';
import { createRateLimiter } from './auth/rate-limit.ts';
import { createTokenService } from './auth/tokens.ts';
import { defaultConfig, metadataDir, type ServerConfig } from './config.ts';
import type { ServerContext } from './context.ts';
import { StartError } from './errors.ts';
import { createEventHub } from './events/events.ts';
import { createApp } from './http/app.ts';
import { createItemService } from './library/items.ts';
import { createLogger } from './logger.ts';
import { createSettingsService } from './settings/server-settings.ts';
import { openStore } from './store/index.ts';
import { createTaskManager } from './tasks/task-manager.ts';

export interface RunningServer {
  /** `http://host:port` without a slash at the end. */
  readonly url: string;
  readonly ctx: ServerContext;
  readonly app: FastifyInstance;
  /** Ends connections, jobs and the database, in this order. */
  close(): Promise<void>;
}

/** Starts an embedded server. Rejects with a StartError worded for the terminal when it cannot. */
export async function startServer(options: Partial<ServerConfig> = {}): Promise<RunningServer> {
  const config: ServerConfig = { ...defaultConfig, ...options };
  const store = openStore(config.dataDir);
  const closers: (() => void | Promise<void>)[] = [];
  const closeAll = async (): Promise<void> => {
    for (const close of closers.splice(0).toReversed()) await close();
    store.close();
  };
  try {
    const events = createEventHub();
    const settings = createSettingsService(store, path.join(metadataDir(config), 'backups'));
    const log = createLogger(metadataDir(config), () => settings.get().logLevel);
    closers.push(() => log.close());
    const tokens = createTokenService(store, config);
    const ctx: ServerContext = {
      config,
      store,
      settings,
      tokens,
      auth: createAuthenticator(store, tokens),
      limitAuth: createRateLimiter(config.rateLimit),
      events,
      tasks: createTaskManager(events),
      items: createItemService(store),
      log,
      onClose: (work) => void closers.push(work),
    };
    const app = await createApp(ctx);
    for (const register of areas) await register(app, ctx);
    closers.push(() => app.close());
    const url = await listen(app, config);
    return { url, ctx, app, close: closeAll };
  } catch (cause) {
    await closeAll();
    throw cause;
  }
}

async function listen(app: FastifyInstance, { host, port }: ServerConfig): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    if (code === 'EADDRINUSE') throw new StartError(`Port ${port} on ${host} is taken by another program. Choose another with --port.`);
    if (code === 'EACCES') throw new StartError(`Port ${port} may not be used by this account. Choose one above 1023 with --port.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') throw new StartError(`The address ${host} is not one of this machine. Choose another with --host.`);
    throw cause;
  }
  const address = app.server.address();
  const boundPort = typeof address === 'object' && address ? address.port : port;
  return `http://${host.includes(':') ? `[${host}]` : host}:${boundPort}`;
}
