import { z } from '../zod.ts';

/** The settings of the server that a client shows or obeys. Sizes in GB, intervals in ms. */
export const serverSettings = z.object({
  id: z.string(),
  scannerFindCovers: z.boolean(),
  scannerCoverProvider: z.string(),
  scannerParseSubtitle: z.boolean(),
  scannerPreferMatchedMetadata: z.boolean(),
  scannerDisableWatcher: z.boolean(),
  storeCoverWithItem: z.boolean(),
  storeMetadataWithItem: z.boolean(),
  metadataFileFormat: z.string(),
  allowIframe: z.optional(z.boolean()),
  backupPath: z.optional(z.string()),
  /** A cron expression, or false when backups are off. */
  backupSchedule: z.union([z.string(), z.literal(false)]),
  backupsToKeep: z.number(),
  maxBackupSize: z.number(),
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
  logLevel: z.number(),
  version: z.string(),
  buildNumber: z.optional(z.number()),
});
export type ServerSettings = z.output<typeof serverSettings>;
