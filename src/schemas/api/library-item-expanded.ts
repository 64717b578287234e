import { tolerantList } from '../tolerant-list.ts';
import { z } from '../zod.ts';
import { audioFile, fileMetadata, chapter, audioTrack } from './audio-file.ts';
import { amount, clearableText, namedReference } from './common.ts';
import { mediaItemShare } from './share.ts';
import { mediaProgress } from './progress.ts';
import { podcastEpisodeExpanded, episodeDownload } from './podcast-episode.ts';
import { rssFeedMinified } from './rss-feed.ts';

/** `sequence` may be `1.5`. */
export const seriesSequence = z.extend(namedReference, { sequence: z.nullish(z.string()) });
export type SeriesSequence = z.output<typeof seriesSequence>;

/** `description` is HTML that may be hostile. */
export const storedBookMetadata = z.object({
  title: clearableText,
  subtitle: z.nullable(z.string()),
  authors: z.array(namedReference),
  narrators: z.array(z.string()),
  series: z.array(seriesSequence),
  genres: z.array(z.string()),
  publishedYear: z.nullable(z.string()),
  publishedDate: z.nullable(z.string()),
  publisher: z.nullable(z.string()),
  description: z.nullable(z.string()),
  isbn: z.nullable(z.string()),
  asin: z.nullable(z.string()),
  language: z.nullable(z.string()),
  explicit: z.boolean(),
  abridged: z.boolean(),
});

/** `authorNameLF` has the last name first. */
export const bookMetadata = z.extend(storedBookMetadata, {
  titleIgnorePrefix: z.nullish(z.string()),
  authorName: z.string(),
  authorNameLF: z.string(),
  narratorName: z.string(),
  seriesName: z.string(),
});
export type BookMetadata = z.output<typeof bookMetadata>;

export const podcastMetadata = z.object({
  title: clearableText,
  titleIgnorePrefix: z.nullish(z.string()),
  author: z.nullable(z.string()),
  description: z.nullable(z.string()),
  releaseDate: z.nullish(z.string()),
  genres: z.array(z.string()),
  feedUrl: z.nullable(z.string()),
  imageUrl: z.nullish(z.string()),
  itunesPageUrl: z.nullish(z.string()),
  itunesId: z.nullish(z.string()),
  itunesArtistId: z.nullish(z.string()),
  explicit: z.boolean(),
  language: z.nullable(z.string()),
  type: z.nullish(z.string()),
});
export type PodcastMetadata = z.output<typeof podcastMetadata>;

/** `isSupplementary` is null for other files than ebooks. */
export const libraryFile = z.object({
  ino: z.string(),
  metadata: fileMetadata,
  isSupplementary: z.nullish(z.boolean()),
  addedAt: z.nullish(z.number()),
  updatedAt: z.nullish(z.number()),
  fileType: z.string(),
});
export type LibraryFile = z.output<typeof libraryFile>;

export const ebookFile = z.object({
  ino: z.string(),
  metadata: fileMetadata,
  ebookFormat: z.string(),
  addedAt: z.nullish(z.number()),
  updatedAt: z.nullish(z.number()),
});
export type EbookFile = z.output<typeof ebookFile>;

const itemFields = {
  id: z.string(),
  libraryId: z.string(),
  folderId: z.string(),
  path: z.string(),
  relPath: z.string(),
  isFile: z.boolean(),
  mtimeMs: amount,
  ctimeMs: amount,
  birthtimeMs: amount,
  addedAt: z.number(),
  updatedAt: z.number(),
  lastScan: z.nullish(z.number()),
  scanVersion: z.nullish(z.string()),
  isMissing: z.boolean(),
  isInvalid: z.boolean(),
  libraryFiles: tolerantList(libraryFile),
  /** Bytes. */
  size: amount,
  /** These four need `include`. */
  userMediaProgress: z.nullish(mediaProgress),
  rssFeed: z.nullish(rssFeedMinified),
  mediaItemShare: z.nullish(mediaItemShare),
  episodeDownloadsQueued: z.optional(tolerantList(episodeDownload)),
  episodesDownloading: z.optional(tolerantList(episodeDownload)),
};

export const bookItemExpanded = z.object({
  ...itemFields,
  mediaType: z.literal('book'),
  media: z.object({
    id: z.string(),
    libraryItemId: z.string(),
    metadata: bookMetadata,
    coverPath: z.nullable(z.string()),
    tags: z.array(z.string()),
    audioFiles: tolerantList(audioFile),
    chapters: tolerantList(chapter),
    ebookFile: z.nullable(ebookFile),
    /** Seconds. */
    duration: amount,
    size: amount,
    tracks: tolerantList(audioTrack),
  }),
});
export type BookItemExpanded = z.output<typeof bookItemExpanded>;

export const podcastItemExpanded = z.object({
  ...itemFields,
  mediaType: z.literal('podcast'),
  media: z.object({
    id: z.string(),
    libraryItemId: z.string(),
    metadata: podcastMetadata,
    coverPath: z.nullable(z.string()),
    tags: z.array(z.string()),
    episodes: tolerantList(podcastEpisodeExpanded),
    autoDownloadEpisodes: z.boolean(),
    autoDownloadSchedule: z.nullish(z.string()),
    /** Milliseconds since 1970. */
    lastEpisodeCheck: z.nullish(z.number()),
    /** 0 for no limit. */
    maxEpisodesToKeep: z.nullish(z.number()),
    maxNewEpisodesToDownload: z.nullish(z.number()),
    size: z.nullish(z.number()),
  }),
});
export type PodcastItemExpanded = z.output<typeof podcastItemExpanded>;

export const libraryItemExpanded = z.discriminatedUnion('mediaType', [bookItemExpanded, podcastItemExpanded]);
export type LibraryItemExpanded = z.output<typeof libraryItemExpanded>;
