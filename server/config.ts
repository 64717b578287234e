import path from 'node:path';
import { publicServices, type SearchServices } from './search/services.ts';

/** All options of a server. Durations are seconds unless the name says otherwise. */
export interface ServerConfig {
  readonly host: string;
  /** Host names of this server, besides IP addresses and `localhost`. */
  readonly allowedHosts: readonly string[];
  /** Path below which a browser finds this server: '' or like `/earmark`. */
  readonly base: string;
  /** 0 takes a free port. */
  readonly port: number;
  readonly dataDir: string;
  /** The built client (`dist/client`), or null when something else serves it. */
  readonly clientDir: string | null;
  readonly bookFolders: readonly string[];
  readonly podcastFolders: readonly string[];
  readonly demo: boolean;
  readonly accessTokenExpiry: number;
  readonly refreshTokenExpiry: number;
  readonly rateLimit: RateLimitConfig;
  readonly watch: boolean;
  /** Lets addresses of pictures and feeds point into the own network; else they are refused. */
  readonly allowPrivateRequests: boolean;
  /** Time in which a body must bring its next 1024 bytes, in ms. */
  readonly bodyStallMs: number;
  /** Timeout of podcast feeds, in ms. */
  readonly feedTimeoutMs: number;
  readonly searchServices: SearchServices;
}

/** Sign-in attempts per client address; `max` 0 turns the limit off. */
export interface RateLimitConfig {
  readonly max: number;
  readonly windowMs: number;
  readonly message: string;
}

export const defaultConfig: ServerConfig = {
  host: '127.0.0.1',
  allowedHosts: [],
  base: '',
  port: 3378,
  dataDir: path.resolve('data'),
  clientDir: null,
  bookFolders: [],
  podcastFolders: [],
  demo: false,
  accessTokenExpiry: 12 * 3600,
  refreshTokenExpiry: 7 * 24 * 3600,
  rateLimit: { max: 40, windowMs: 10 * 60_000, message: 'Too many authentication requests' },
  watch: true,
  allowPrivateRequests: false,
  bodyStallMs: 30_000,
  feedTimeoutMs: 30_000,
  searchServices: publicServices,
};

/** Folder of generated files: covers, caches, logs, backups. */
export function metadataDir(config: Pick<ServerConfig, 'dataDir'>): string {
  return path.join(config.dataDir, 'metadata');
}

/** Folder of an item's cover and edited metadata. */
export function itemDir(config: ServerConfig, itemId: string): string {
  return path.join(metadataDir(config), 'items', itemId);
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}
