import { mediaType } from './api/common.ts';
import { z } from './zod.ts';

/**
 * What the journal keeps of a playback session until the server has everything: seconds, but `startedAt`, `updatedAt`,
 * `clockAhead` and `pageBegan` (ms). `owner` names the page that listens, or listened.
 */
export const journalRecord = z.object({
  sessionId: z.string().check(z.minLength(1)),
  owner: z.string(),
  userId: z.string(),
  media: z.object({ libraryItemId: z.string(), episodeId: z.nullable(z.string()) }),
  session: z.object({
    libraryId: z.string(),
    mediaType,
    displayTitle: z.string(),
    displayAuthor: z.string(),
    duration: z.number(),
    date: z.string(),
    dayOfWeek: z.string(),
    startTime: z.number(),
    startedAt: z.number(),
    clockAhead: z.number(),
    pageBegan: z.number(),
  }),
  heard: z.number().check(z.nonnegative()),
  confirmed: z.number().check(z.nonnegative()),
  time: z.number().check(z.nonnegative()),
  savedTime: z.number().check(z.nonnegative()),
  updatedAt: z.number(),
  /** The server does not have it open any more. */
  isLost: z.boolean(),
});

export type JournalRecord = z.output<typeof journalRecord>;
