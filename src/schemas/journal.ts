import { mediaType } from './api/common.ts';
import { z } from './zod.ts';

const seconds = z.number().check(z.nonnegative());

/** Seconds, but `startedAt`, `heardAt`, `heardServer` and `notBefore` (ms). `owner` names the listening page. */
export const journalRecord = z.object({
  sessionId: z.string().check(z.minLength(1)),
  owner: z.string(),
  userId: z.string(),
  device: z.string(),
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
  }),
  /** Heard and confirmed seconds of the session. */
  heard: seconds,
  confirmed: seconds,
  /** The position, the one on the server, and recently sent or received ones. */
  time: seconds,
  savedTime: seconds,
  places: z.array(seconds).check(z.maxLength(20)),
  /** Time of the position on the device's clock, and on the server's, which is later than `notBefore`. */
  heardAt: z.number(),
  heardServer: z.nullable(z.number()),
  notBefore: z.number(),
  hasRow: z.boolean(),
  /** All calls that add seconds have a clear answer. */
  isClean: z.boolean(),
  /** Of the session on the server; `assumed`: after 'not found', which may come from a proxy. */
  closing: z.enum(['open', 'assumed', 'closed']),
  /** Stored as a local session after its close. */
  isStored: z.boolean(),
  /** Stored, but the server refused the position, though no other device can have moved it. */
  isMisplaced: z.boolean(),
});

export type JournalRecord = z.output<typeof journalRecord>;
