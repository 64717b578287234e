import { z } from '../zod.ts';
import { missingText } from './common.ts';

/** Seconds of the whole book. A transcoded session has one track without a file (`metadata` null). */
export const audioTrack = z.object({
  /** From 1. */
  index: z.number(),
  ino: z.optional(z.string()),
  title: z.string(),
  startOffset: z.number(),
  duration: z.number(),
  /** Path on the server without the base path. */
  contentUrl: z.string(),
  mimeType: z.string(),
  codec: z.nullish(z.string()),
  metadata: z.nullish(
    z.object({ filename: z.string(), ext: z.string(), path: z.string(), relPath: z.string(), size: z.number() }),
  ),
});
export type AudioTrack = z.output<typeof audioTrack>;

/** Seconds of the whole book or episode. Some feeds omit titles. */
export const chapter = z.object({ id: z.number(), start: z.number(), end: z.number(), title: missingText });
export type Chapter = z.output<typeof chapter>;

/** Bytes; times in ms. */
export const fileMetadata = z.object({
  filename: z.string(),
  /** With the dot: `.mp3`. */
  ext: z.string(),
  path: z.string(),
  relPath: z.string(),
  size: z.number(),
  mtimeMs: z.nullish(z.number()),
  ctimeMs: z.nullish(z.number()),
  birthtimeMs: z.nullish(z.number()),
});
export type FileMetadata = z.output<typeof fileMetadata>;

/** `duration` in seconds, `bitRate` in bit/s. Older scans lack many fields. */
export const audioFile = z.object({
  /** From 1; negative or null when excluded. */
  index: z.nullish(z.number()),
  ino: z.string(),
  metadata: fileMetadata,
  addedAt: z.nullish(z.number()),
  updatedAt: z.nullish(z.number()),
  trackNumFromMeta: z.nullish(z.number()),
  discNumFromMeta: z.nullish(z.number()),
  trackNumFromFilename: z.nullish(z.number()),
  discNumFromFilename: z.nullish(z.number()),
  exclude: z.nullish(z.boolean()),
  error: z.nullish(z.string()),
  format: z.nullish(z.string()),
  duration: z.nullish(z.number()),
  bitRate: z.nullish(z.number()),
  language: z.nullish(z.string()),
  codec: z.nullish(z.string()),
  timeBase: z.nullish(z.string()),
  channels: z.nullish(z.number()),
  channelLayout: z.nullish(z.string()),
  chapters: z.nullish(z.array(chapter)),
  embeddedCoverArt: z.nullish(z.string()),
  metaTags: z.nullish(z.record(z.string(), z.nullish(z.string()))),
  mimeType: z.nullish(z.string()),
});
export type AudioFile = z.output<typeof audioFile>;
