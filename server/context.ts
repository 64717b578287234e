import type { FastifyInstance } from 'fastify';
import type { Authenticator } from './auth/authenticate.ts';
import type { RateLimiter } from './auth/rate-limit.ts';
import type { TokenService } from './auth/tokens.ts';
import type { ServerConfig } from './config.ts';
import type { EventHub } from './events/events.ts';
import type { HostCheck } from './http/hosts.ts';
import type { ItemEditor } from './items/item-editor.ts';
import type { ItemService } from './items/items.types.ts';
import type { Logger } from './logger.ts';
import type { NotificationService } from './notifications/notifications.service.ts';
import type { Playback } from './playback/playback.ts';
import type { EpisodeDownloads } from './podcasts/downloads.ts';
import type { Parser } from './readers/parser.ts';
import type { Readers } from './readers/readers.ts';
import type { ScanService } from './scan/scan.types.ts';
import type { SettingsService } from './settings/server-settings.ts';
import type { ShareSessions } from './share/share-sessions.ts';
import type { Presence } from './socket/presence.ts';
import type { Store } from './store/index.ts';
import type { TaskManager } from './tasks/task-manager.ts';

/** Shared services of all areas. */
export interface ServerContext {
  readonly config: ServerConfig;
  readonly isOurHost: HostCheck;
  readonly store: Store;
  /** Threads for work that would block the loop. */
  readonly readers: Readers;
  /** Parses files and feeds of others, in its own thread. */
  readonly parse: Parser;
  readonly settings: SettingsService;
  readonly tokens: TokenService;
  readonly auth: Authenticator;
  /** Route hook for calls that take a password or refresh token. */
  readonly limitAuth: RateLimiter;
  readonly events: EventHub;
  readonly tasks: TaskManager;
  readonly items: ItemService;
  /** Loads and changes whole items. */
  readonly editor: ItemEditor;
  readonly scans: ScanService;
  readonly notifications: NotificationService;
  /** Queue of podcast episodes to download. */
  readonly downloads: EpisodeDownloads;
  readonly playback: Playback;
  /** Visitors of public links. */
  readonly shareSessions: ShareSessions;
  /** Connected accounts. */
  readonly presence: Presence;
  readonly log: Logger;
  /**
   * Registers work that must end before the database closes: watchers, timers, child processes. Runs in reverse order.
   */
  readonly onClose: (work: () => void | Promise<void>) => void;
}

/** One file per area exports `registerXxx`, listed in `areas.ts`. */
export type Area = (app: FastifyInstance, ctx: ServerContext) => void | Promise<void>;
