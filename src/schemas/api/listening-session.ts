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
