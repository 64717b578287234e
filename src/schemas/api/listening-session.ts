import { tolerantList } from '../tolerant-list.ts';
import { z } from '../zod.ts';
import { amount, clearableText } from './common.ts';
import { deviceInfo } from './playback-session.ts';

/** Seconds; `startedAt` and `updatedAt` in ms. */
export const listeningSession = z.object({
  id: z.string(),
  userId: z.nullable(z.string()),
  libraryId: z.nullish(z.string()),
  libraryItemId: z.nullable(z.string()),
  episodeId: z.nullish(z.string()),
  mediaType: z.string(),
  displayTitle: clearableText,
  displayAuthor: clearableText,
  coverPath: z.nullish(z.string()),
  duration: amount,
  /** 0 direct play, 1 direct stream, 2 transcode, 3 local. */
  playMethod: z.nullable(z.number()),
  mediaPlayer: z.nullish(z.string()),
  deviceInfo: z.nullish(deviceInfo),
  serverVersion: z.nullish(z.string()),
  /** `yyyy-MM-dd` on the server's clock. */
  date: z.nullable(z.string()),
  dayOfWeek: z.nullable(z.string()),
  timeListening: amount,
  startTime: amount,
  currentTime: amount,
  startedAt: z.number(),
  updatedAt: z.number(),
  user: z.nullish(z.object({ id: z.string(), username: z.string() })),
});
export type ListeningSession = z.output<typeof listeningSession>;

export const listeningSessionsPage = z.object({
  total: z.number(),
  numPages: z.number(),
  page: z.number(),
  itemsPerPage: z.number(),
  sessions: tolerantList(listeningSession),
});
export type ListeningSessionsPage = z.output<typeof listeningSessionsPage>;

export const openSessions = z.object({
  sessions: tolerantList(listeningSession),
  shareSessions: z.optional(tolerantList(listeningSession)),
});
export type OpenSessions = z.output<typeof openSessions>;

const names = z.nullish(tolerantList(z.string()));

/** Metadata at the time of the session: authors, narrators and genres of a book, author and genres of a podcast. */
const heardMetadata = z.object({
  title: z.nullish(z.string()),
  authors: z.nullish(tolerantList(z.object({ name: z.string() }))),
  author: z.nullish(z.string()),
  narrators: names,
  genres: names,
});

/** Seconds; days as `yyyy-MM-dd`, weekdays by their English name. */
export const listeningStats = z.object({
  totalTime: z.number(),
  items: z.record(
    z.string(),
    z.object({
      id: z.string(),
      timeListening: z.number(),
      mediaMetadata: z.nullish(heardMetadata),
    }),
  ),
  days: z.record(z.string(), z.number()),
  dayOfWeek: z.record(z.string(), z.number()),
  today: z.number(),
  recentSessions: tolerantList(listeningSession),
});
export type ListeningStats = z.output<typeof listeningStats>;

export const localSessionResults = z.object({
  results: z.array(
    z.object({
      id: z.string(),
      success: z.boolean(),
      error: z.optional(z.string()),
      progressSynced: z.optional(z.boolean()),
    }),
  ),
});
