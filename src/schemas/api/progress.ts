import { z } from '../zod.ts';
import { amount, mediaItemType } from './common.ts';

/** Its key is item and time (seconds). */
export const bookmark = z.object({
  libraryItemId: z.string(),
  time: z.number(),
  title: z.string(),
  createdAt: z.number(),
});
export type Bookmark = z.output<typeof bookmark>;

/** `episodeId` null for a book. Seconds, milliseconds since 1970, fractions 0..1. */
export const mediaProgress = z.object({
  id: z.string(),
  userId: z.string(),
  libraryItemId: z.string(),
  episodeId: z.nullable(z.string()),
  mediaItemId: z.string(),
  mediaItemType,
  duration: amount,
  progress: z.number(),
  currentTime: amount,
  isFinished: z.boolean(),
  hideFromContinueListening: z.boolean(),
  ebookLocation: z.nullable(z.string()),
  ebookProgress: z.nullable(z.number()),
  lastUpdate: z.number(),
  startedAt: z.nullable(z.number()),
  finishedAt: z.nullable(z.number()),
});
export type MediaProgress = z.output<typeof mediaProgress>;
