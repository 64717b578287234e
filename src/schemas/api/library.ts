import { tolerantList } from '../tolerant-list.ts';
import { z } from '../zod.ts';
import { mediaType } from './common.ts';

/** Podcast libraries lack the keys about books, book libraries `podcastSearchRegion`. */
export const librarySettings = z.object({
  /** 0: 1.6:1, 1: square, the default. */
  coverAspectRatio: z.pipe(
    z.optional(z.number()),
    z.transform((ratio) => ratio ?? 1),
  ),
  disableWatcher: z.optional(z.boolean()),
  autoScanCronExpression: z.nullish(z.string()),
  skipMatchingMediaWithAsin: z.optional(z.boolean()),
  skipMatchingMediaWithIsbn: z.optional(z.boolean()),
  audiobooksOnly: z.optional(z.boolean()),
  epubsAllowScriptedContent: z.optional(z.boolean()),
  hideSingleBookSeries: z.optional(z.boolean()),
  onlyShowLaterBooksInContinueSeries: z.optional(z.boolean()),
  metadataPrecedence: z.optional(z.array(z.string())),
  podcastSearchRegion: z.optional(z.string()),
  /** 0..100; null when only the remaining time decides. */
  markAsFinishedPercentComplete: z.nullish(z.number()),
  /** Seconds. */
  markAsFinishedTimeRemaining: z.nullish(z.number()),
});
export type LibrarySettings = z.output<typeof librarySettings>;

export const libraryFolder = z.looseObject({
  id: z.string(),
  fullPath: z.string(),
  libraryId: z.string(),
  addedAt: z.optional(z.number()),
});
export type LibraryFolder = z.output<typeof libraryFolder>;

/** Times in ms; `lastScan` null before the first scan. */
export const library = z.object({
  id: z.string(),
  name: z.string(),
  folders: z.array(libraryFolder),
  displayOrder: z.number(),
  icon: z.string(),
  mediaType,
  provider: z.string(),
  settings: librarySettings,
  lastScan: z.nullish(z.number()),
  lastScanVersion: z.nullish(z.string()),
  createdAt: z.number(),
  lastUpdate: z.number(),
  /** Only with `include=stats`. Bytes, seconds. */
  stats: z.optional(
    z.object({ totalSize: z.number(), totalDuration: z.number(), numAudioFiles: z.number(), totalItems: z.number() }),
  ),
});
export type Library = z.output<typeof library>;

export const libraryList = z.object({ libraries: tolerantList(library) });
export type LibraryList = z.output<typeof libraryList>;
