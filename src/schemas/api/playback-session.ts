import { tolerantList } from '../tolerant-list.ts';
import { z } from '../zod.ts';
import { chapter, audioTrack } from './audio-file.ts';
import { clearableText, mediaType, namedReference } from './common.ts';

const text = z.nullish(z.string());

export const deviceInfo = z.object({
  id: text,
  userId: text,
  deviceId: text,
  ipAddress: text,
  browserName: text,
  browserVersion: text,
  osName: text,
  osVersion: text,
  deviceType: text,
  clientVersion: text,
  clientName: text,
  deviceName: text,
  manufacturer: text,
  model: text,
  sdkVersion: z.nullish(z.union([z.string(), z.number()])),
});
export type DeviceInfo = z.output<typeof deviceInfo>;

/** 0 direct play, 1 direct stream, 2 transcode, 3 local. */
export const playMethod = z.literal([0, 1, 2, 3]);

const sessionMetadata = z.object({
  title: clearableText,
  subtitle: z.nullish(z.string()),
  author: z.nullish(z.string()),
  authors: z.optional(z.array(namedReference)),
  narrators: z.optional(z.array(z.string())),
  series: z.optional(z.array(z.extend(namedReference, { sequence: z.nullish(z.string()) }))),
  explicit: z.optional(z.boolean()),
});

/** Seconds, `startedAt` and `updatedAt` in ms. No tracks: the item has no sound. */
export const playbackSession = z.object({
  id: z.string(),
  userId: z.string(),
  libraryId: z.string(),
  libraryItemId: z.string(),
  bookId: z.nullish(z.string()),
  episodeId: z.nullable(z.string()),
  mediaType,
  mediaMetadata: sessionMetadata,
  chapters: tolerantList(chapter),
  displayTitle: clearableText,
  displayAuthor: clearableText,
  coverPath: z.nullable(z.string()),
  duration: z.number(),
  playMethod,
  mediaPlayer: z.nullish(z.string()),
  deviceInfo: z.nullish(deviceInfo),
  serverVersion: z.nullish(z.string()),
  /** `yyyy-MM-dd` on the server's clock. */
  date: z.string(),
  dayOfWeek: z.string(),
  timeListening: z.number(),
  startTime: z.number(),
  currentTime: z.number(),
  startedAt: z.number(),
  updatedAt: z.number(),
  audioTracks: z.array(audioTrack),
  /** The rest of the item is not parsed: errors in it must not prevent playback. */
  libraryItem: z.object({ updatedAt: z.number() }),
});
export type PlaybackSession = z.output<typeof playbackSession>;
