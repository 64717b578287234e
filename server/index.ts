import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { areas } from './areas.ts';
import { createAuthenticator } from './auth/authenticate.ts';
import { createRateLimiter } from './auth/rate-limit.ts';
import { createTokenService } from './auth/tokens.ts';
import { defaultConfig, metadataDir, type ServerConfig } from './config.ts';
import type { ServerContext } from './context.ts';
import { createEventHub } from './events/events.ts';
import { createApp } from './http/app.ts';
import { addressOf, explainListenError } from './http/listen.ts';
import { createItemService } from './library/items.ts';
import { createLogger } from './logger.ts';
import { createNotificationService } from './notifications/notifications.service.ts';
import { createHlsService } from './playback/hls/hls-service.ts';
import { createPlayback } from './playback/playback.ts';
import { createEpisodeDownloads } from './podcasts/downloads.ts';
import { createScanService } from './scan/scan-service.ts';
import { refuseKnownPasswords, seed } from './seed.ts';
import { createSettingsService } from './settings/server-settings.ts';
import { createPresence } from './socket/presence.ts';
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
  const closers: (() => void | Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const work of closers.splice(0).toReversed()) await work();
  };
  try {
    const ctx = createContext(config, closers);
    await refuseKnownPasswords(ctx);
    await seed(ctx);
    const app = await createApp(ctx);
    closers.push(() => app.close());
    for (const register of areas) await register(app, ctx);
    await app.listen({ host: config.host, port: config.port }).catch((cause: unknown) => {
      throw explainListenError(cause, config);
    });
    const url = addressOf(app.server, config.host);
    ctx.log.info('Server', `Listening on ${url}`);
    beginScans(ctx);
    return { url, ctx, app, close };
  } catch (cause) {
    await close();
    throw cause;
  }
}

function createContext(config: ServerConfig, closers: (() => void | Promise<void>)[]): ServerContext {
  const store = openStore(config.dataDir);
  closers.push(() => store.close());
  const events = createEventHub();
  const settings = createSettingsService(store, path.join(metadataDir(config), 'backups'));
  const log = createLogger(metadataDir(config), () => ({ level: settings.get().logLevel, daysToKeep: settings.get().loggerDailyLogsToKeep }));
  closers.push(() => log.close());
  const tokens = createTokenService(store, config);
  const base = {
    config,
    store,
    settings,
    tokens,
    auth: createAuthenticator(store, tokens),
    limitAuth: createRateLimiter(config.rateLimit),
    events,
    tasks: createTaskManager(events),
    items: createItemService(store, () => settings.get().sortingPrefixes),
    log,
    presence: createPresence(),
    onClose: (work: () => void | Promise<void>) => void closers.push(work),
  };
  const withNotifications = { ...base, notifications: createNotificationService(base) };
  const services = { ...withNotifications, downloads: createEpisodeDownloads(withNotifications) };
  const withPlayback = { ...services, playback: createPlayback(base, createHlsService(base)) };
  return { ...withPlayback, scans: createScanService(withPlayback) };
}

/** The libraries are read in the background: the first answer does not wait for them, and unchanged files are not read again. */
function beginScans(ctx: ServerContext): void {
  const scanAll = async (): Promise<void> => {
    // Watching comes first, so that nothing falls between the scan and the watch.
    if (ctx.config.watch) await ctx.scans.watch();
    for (const { id } of ctx.store.libraries.all()) await ctx.scans.scanLibrary(id, { keepUnreachable: true });
  };
  scanAll().catch((cause: unknown) => ctx.log.error('Scan', cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)));
}
