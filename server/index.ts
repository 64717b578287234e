import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { areas } from './areas.ts';
import { createAuthenticator } from './auth/authenticate.ts';
import { createRateLimiter } from './auth/rate-limit.ts';
import { createTokenService } from './auth/tokens.ts';
import { defaultConfig, metadataDir, type ServerConfig } from './config.ts';
import type { ServerContext } from './context.ts';
import { messageOf } from './errors.ts';
import { createEventHub } from './events/events.ts';
import { createApp } from './http/app.ts';
import { serveBelow } from './http/browser-address.ts';
import { createHostCheck } from './http/hosts.ts';
import { addressOf, explainListenError } from './http/listen.ts';
import { createItemEditor } from './items/item-editor.ts';
import { createItemService } from './items/items.ts';
import { createLogger } from './logger.ts';
import { createNotificationService } from './notifications/notifications.service.ts';
import { createHlsService } from './playback/hls/hls-service.ts';
import { createPlayback } from './playback/playback.ts';
import { createEpisodeDownloads } from './podcasts/downloads.ts';
import { createParser } from './readers/parser.ts';
import { createReaders } from './readers/readers.ts';
import { createScanService } from './scan/scan-service.ts';
import { refuseKnownPasswords, seed } from './seed.ts';
import { createSettingsService, type SettingsService } from './settings/server-settings.ts';
import { createShareSessions } from './share/share-sessions.ts';
import { createPresence } from './socket/presence.ts';
import { databaseFile } from './store/database.ts';
import { openStore } from './store/index.ts';
import { lockDataFolder } from './store/lock.ts';
import { createTaskManager } from './tasks/task-manager.ts';

export interface RunningServer {
  /** `http://host:port` without a slash at the end. */
  readonly url: string;
  readonly ctx: ServerContext;
  readonly app: FastifyInstance;
  /** Ends connections, jobs and the database, in this order. */
  close(): Promise<void>;
}

/**
 * Starts an embedded server. Rejects with a StartError for the terminal; `say` gets progress lines when the start takes
 * long.
 */
export async function startServer(
  options: Partial<ServerConfig> = {},
  say: (text: string) => void = () => undefined,
): Promise<RunningServer> {
  const config: ServerConfig = { ...defaultConfig, ...options };
  const closers: (() => void | Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const work of closers.splice(0).toReversed()) await work();
  };
  try {
    const lock = lockDataFolder(config.dataDir);
    closers.push(() => lock.release());
    const ctx = createContext(config, closers, say);
    await refuseKnownPasswords(ctx);
    await seed(ctx);
    const app = await createApp(ctx);
    closers.push(() => app.close());
    for (const register of areas) await register(app, ctx);
    // After the socket is attached: the base path is removed before the socket sees a target.
    app.addHook('onReady', async () => serveBelow(app.server, config.base));
    await app.listen({ host: config.host, port: config.port }).catch((cause: unknown) => {
      throw explainListenError(cause, config);
    });
    const url = addressOf(app.server, config.host);
    ctx.log.info('Server', `Listening on ${url}`);
    if (lock.isAfterCrash) checkInBackground(ctx);
    beginScans(ctx);
    return { url, ctx, app, close };
  } catch (cause) {
    await close();
    throw cause;
  }
}

function createContext(
  config: ServerConfig,
  closers: (() => void | Promise<void>)[],
  say: (text: string) => void,
): ServerContext {
  let known: SettingsService | undefined;
  // Until the settings are loaded every line and every day is kept.
  const log = createLogger(metadataDir(config), () => ({
    level: known?.get().logLevel ?? 0,
    daysToKeep: known?.get().loggerDailyLogsToKeep ?? Infinity,
  }));
  closers.push(() => log.close());
  const store = openStore(config.dataDir, (text) => {
    say(text);
    log.info('Database', text);
  });
  closers.push(() => store.close());
  const readers = createReaders(config.dataDir, store.database);
  closers.push(() => readers.close());
  const { parse, close: closeParser } = createParser();
  closers.push(closeParser);
  const events = createEventHub();
  const settings = createSettingsService(store, path.join(metadataDir(config), 'backups'));
  known = settings;
  const tokens = createTokenService(store, config);
  const editor = createItemEditor({ config, store, settings, events, log });
  const base = {
    config,
    isOurHost: createHostCheck([config.host, ...config.allowedHosts]),
    store,
    readers,
    parse,
    settings,
    tokens,
    auth: createAuthenticator(store, tokens),
    limitAuth: createRateLimiter(config.rateLimit),
    events,
    tasks: createTaskManager(events),
    items: createItemService(editor.items, store, () => settings.get().sortingPrefixes),
    editor,
    log,
    shareSessions: createShareSessions(),
    presence: createPresence(),
    onClose: (work: () => void | Promise<void>) => void closers.push(work),
  };
  const withNotifications = { ...base, notifications: createNotificationService(base) };
  const services = { ...withNotifications, downloads: createEpisodeDownloads(withNotifications) };
  const withPlayback = { ...services, playback: createPlayback(base, createHlsService(base)) };
  return { ...withPlayback, scans: createScanService(withPlayback) };
}

/** After a crash the whole database is checked: damage by the disk is reported, not found by chance. */
function checkInBackground(ctx: ServerContext): void {
  ctx.readers.long('checkDatabase', { file: databaseFile(ctx.config.dataDir) }).then(
    () => ctx.log.info('Database', 'The last run did not come to its end; the database is whole'),
    (cause: unknown) => ctx.log.error('Database', `After a crash: ${messageOf(cause)}. Apply a backup.`),
  );
}

/** Scans the libraries in the background: the first answer does not wait, and unchanged files are not read again. */
function beginScans(ctx: ServerContext): void {
  const scanAll = async (): Promise<void> => {
    // Watching starts first, so that no change falls between the scan and the watch.
    if (ctx.config.watch) await ctx.scans.watch();
    for (const { id } of ctx.store.libraries.all()) await ctx.scans.scanLibrary(id, { keepUnreachable: true });
  };
  scanAll().catch((cause: unknown) =>
    ctx.log.error('Scan', cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)),
  );
}
