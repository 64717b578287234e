import { z } from '../zod.ts';

/**
 * Sizes in GB. Values for the settings page alone are optional: sign-in must not fail when a server stops sending them.
 */
export const serverSettings = z.object({
  id: z.string(),
  scannerFindCovers: z.optional(z.boolean()),
  scannerCoverProvider: z.optional(z.string()),
  scannerParseSubtitle: z.optional(z.boolean()),
  scannerPreferMatchedMetadata: z.optional(z.boolean()),
  scannerDisableWatcher: z.optional(z.boolean()),
  storeCoverWithItem: z.optional(z.boolean()),
  storeMetadataWithItem: z.optional(z.boolean()),
  metadataFileFormat: z.optional(z.string()),
  allowIframe: z.optional(z.boolean()),
  backupPath: z.optional(z.string()),
  backupSchedule: z.nullish(z.union([z.string(), z.literal(false)])),
  backupsToKeep: z.nullish(z.number()),
  maxBackupSize: z.nullish(z.number()),
  /** 0 is the standard view with wooden shelves, 1 the plain one with details. */
  homeBookshelfView: z.number(),
  bookshelfView: z.number(),
  podcastEpisodeSchedule: z.optional(z.string()),
  sortingIgnorePrefix: z.boolean(),
  sortingPrefixes: z.array(z.string()),
  chromecastEnabled: z.boolean(),
  dateFormat: z.string(),
  timeFormat: z.string(),
  language: z.string(),
  logLevel: z.nullish(z.number()),
  version: z.string(),
  buildNumber: z.optional(z.number()),
});
export type ServerSettings = z.output<typeof serverSettings>;

export const serverStatus = z.object({
  app: z.optional(z.string()),
  serverVersion: z.string(),
  /** False until the first user exists. */
  isInit: z.boolean(),
  language: z.optional(z.string()),
  authMethods: z.optional(z.array(z.string())),
  authFormData: z.optional(
    z.nullable(
      z.object({
        /** HTML shown on the sign-in form; has to be sanitised. */
        authLoginCustomMessage: z.nullish(z.string()),
        authOpenIDButtonText: z.nullish(z.string()),
        authOpenIDAutoLaunch: z.nullish(z.boolean()),
      }),
    ),
  ),
  ConfigPath: z.optional(z.string()),
  MetadataPath: z.optional(z.string()),
});
export type ServerStatus = z.output<typeof serverStatus>;
