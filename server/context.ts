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

/** What every area is given. */
export interface ServerContext {
  readonly config: ServerConfig;
  /** Whether the Host header of a request names this server. */
  readonly isOurHost: HostCheck;
  readonly store: Store;
  /** Threads for what would hold up everybody. */
  readonly readers: Readers;
  /** Reads files and feeds that others made, in a thread of their own. */
  readonly parse: Parser;
  /** Server settings as the API shows them. */
  readonly settings: SettingsService;
  readonly tokens: TokenService;
  readonly auth: Authenticator;
  /** Route hook for everything that takes a password or a refresh token. */
  readonly limitAuth: RateLimiter;
  readonly events: EventHub;
  readonly tasks: TaskManager;
  readonly items: ItemService;
  /** Whole items, and every change of them. */
  readonly editor: ItemEditor;
  readonly scans: ScanService;
  readonly notifications: NotificationService;
  /** The queue of podcast episodes that are loaded from the web. */
  readonly downloads: EpisodeDownloads;
  /** The open play sessions. */
  readonly playback: Playback;
  /** The visitors of public links. */
  readonly shareSessions: ShareSessions;
  /** Who is connected. */
  readonly presence: Presence;
  readonly log: Logger;
  /** Registers what must end before the database closes: watchers, timers, child processes. Run in reverse order. */
  readonly onClose: (work: () => void | Promise<void>) => void;
}

/** One file per area exports `registerXxx`, listed in `areas.ts`. */
export type Area = (app: FastifyInstance, ctx: ServerContext) => void | Promise<void>;
