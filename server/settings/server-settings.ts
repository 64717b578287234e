import { CONTRACT_VERSION } from '../version.ts';
import type { Store } from '../store/index.ts';
import type { LogLevel } from '../logger.ts';

/** `serverSettings` of the API, key for key. */
export interface ServerSettings {
  scannerFindCovers: boolean;
  scannerCoverProvider: string;
  scannerParseSubtitle: boolean;
  scannerPreferMatchedMetadata: boolean;
  scannerDisableWatcher: boolean;
  storeCoverWithItem: boolean;
  storeMetadataWithItem: boolean;
  metadataFileFormat: string;
  rateLimitLoginRequests: number;
  rateLimitLoginWindow: number;
  allowIframe: boolean;
  backupPath: string;
  backupSchedule: string | false;
  backupsToKeep: number;
  maxBackupSize: number;
  loggerDailyLogsToKeep: number;
  loggerScannerLogsToKeep: number;
  homeBookshelfView: number;
  bookshelfView: number;
  podcastEpisodeSchedule: string;
  sortingIgnorePrefix: boolean;
  sortingPrefixes: string[];
  chromecastEnabled: boolean;
  dateFormat: string;
  timeFormat: string;
  language: string;
  logLevel: LogLevel;
  authLoginCustomMessage: string | null;
  authActiveAuthMethods: string[];
  authOpenIDIssuerURL: string | null;
  authOpenIDAuthorizationURL: string | null;
  authOpenIDTokenURL: string | null;
  authOpenIDUserInfoURL: string | null;
  authOpenIDJwksURL: string | null;
  authOpenIDLogoutURL: string | null;
  authOpenIDTokenSigningAlgorithm: string;
  authOpenIDButtonText: string;
  authOpenIDAutoLaunch: boolean;
  authOpenIDAutoRegister: boolean;
  authOpenIDMatchExistingBy: string | null;
}

const defaults: ServerSettings = {
  scannerFindCovers: false,
  scannerCoverProvider: 'google',
  scannerParseSubtitle: false,
  scannerPreferMatchedMetadata: false,
  scannerDisableWatcher: false,
  storeCoverWithItem: false,
  storeMetadataWithItem: false,
  metadataFileFormat: 'json',
  rateLimitLoginRequests: 10,
  rateLimitLoginWindow: 600_000,
  allowIframe: false,
  backupPath: '',
  backupSchedule: false,
  backupsToKeep: 2,
  maxBackupSize: 1,
  loggerDailyLogsToKeep: 7,
  loggerScannerLogsToKeep: 2,
  homeBookshelfView: 1,
  bookshelfView: 1,
  podcastEpisodeSchedule: '0 * * * *',
  sortingIgnorePrefix: false,
  sortingPrefixes: ['the', 'a'],
  chromecastEnabled: false,
  dateFormat: 'MM/dd/yyyy',
  timeFormat: 'HH:mm',
  language: 'en-us',
  logLevel: 2,
  authLoginCustomMessage: null,
  authActiveAuthMethods: ['local'],
  authOpenIDIssuerURL: null,
  authOpenIDAuthorizationURL: null,
  authOpenIDTokenURL: null,
  authOpenIDUserInfoURL: null,
  authOpenIDJwksURL: null,
  authOpenIDLogoutURL: null,
  authOpenIDTokenSigningAlgorithm: 'RS256',
  authOpenIDButtonText: 'Login with OpenId',
  authOpenIDAutoLaunch: false,
  authOpenIDAutoRegister: false,
  authOpenIDMatchExistingBy: null,
};

/** Settings tied to one server, or to secrets that no backup has. */
const NOT_IMPORTED = /^(auth|backupPath$|rateLimit)/;

/** The settings of another server with the same meaning here: those of a known name and type. */
export function importedSettings(theirs: Readonly<Record<string, unknown>>): Partial<ServerSettings> {
  const known = Object.entries(defaults).filter(
    ([key, value]) =>
      !NOT_IMPORTED.test(key) &&
      (typeof theirs[key] === typeof value || (value === false && typeof theirs[key] === 'string')),
  );
  return Object.fromEntries(known.map(([key]) => [key, theirs[key]]));
}

export type SettingsService = ReturnType<typeof createSettingsService>;

/** Server settings: stored changes over the defaults. */
export function createSettingsService(store: Store, backupPath: string) {
  const read = (): ServerSettings => ({
    ...defaults,
    backupPath,
    ...store.settings.get<Partial<ServerSettings>>('server', {}),
  });
  let current = read();
  return {
    get: (): Readonly<ServerSettings> => current,
    /** Reads the stored settings again, after a backup was applied. */
    reload: (): void => void (current = read()),
    /** Stores the changes; returns whether anything is different. */
    update: (changes: Partial<ServerSettings>): boolean => {
      const next = { ...current, ...changes };
      if (JSON.stringify(next) === JSON.stringify(current)) return false;
      current = next;
      store.settings.set('server', current);
      return true;
    },
    /** `serverSettings` as sent to clients. */
    toJson: () => {
      const { authLoginCustomMessage, ...rest } = current;
      const entries = Object.entries(rest);
      const authStart = entries.findIndex(([key]) => key.startsWith('auth'));
      return {
        id: 'server-settings',
        ...Object.fromEntries(entries.slice(0, authStart)),
        version: CONTRACT_VERSION,
        buildNumber: 1,
        authLoginCustomMessage,
        ...Object.fromEntries(entries.slice(authStart)),
      };
    },
  };
}
