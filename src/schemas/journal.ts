import { mediaType } from './api/common.ts';
import { z } from './zod.ts';

const seconds = z.number().check(z.nonnegative());

/**
 * What the journal keeps of a playback session until the server has everything: seconds, but `startedAt`,
 * `heardAt`, `heardServer` and `notBefore` (ms). `owner` names the page that listens, or listened.
 */
export const journalRecord = z.object({
  sessionId: z.string().check(z.minLength(1)),
  owner: z.string(),
  userId: z.string(),
  /** The device id that the session was opened with. */
  device: z.string(),
  media: z.object({ libraryItemId: z.string(), episodeId: z.nullable(z.string()) }),
  /** What storing the session whole needs. */
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
  }),
  /** What sounded in the session, and what of it the server confirmed. */
  heard: seconds,
  confirmed: seconds,
  /** Where the listener is, the position that the server has, and those that were sent or taken over lately. */
  time: seconds,
  savedTime: seconds,
  places: z.array(seconds).check(z.maxLength(20)),
  /** When the position was heard: by the device's clock, and by the server's, which it is later than `notBefore`. */
  heardAt: z.number(),
  heardServer: z.nullable(z.number()),
  notBefore: z.number(),
  /** The server has progress of this book or episode. */
  hasRow: z.boolean(),
  /** No call that adds seconds is without a clear answer. */
  isClean: z.boolean(),
  /** Whether the server has the session open; `assumed`: it said 'not found', which a proxy may have said instead. */
  closing: z.enum(['open', 'assumed', 'closed']),
  /** It was stored whole after it was closed. */
  isStored: z.boolean(),
  /** Stored, and its position was not taken, though no other device may have moved it. */
  isMisplaced: z.boolean(),
});

export type JournalRecord = z.output<typeof journalRecord>;
