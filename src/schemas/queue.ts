import { contractIssues } from './contract-issues.ts';
import { tellDropped } from './dropped.ts';
import { tolerantList } from './tolerant-list.ts';
import { z } from './zod.ts';

/**
 * A book (`episodeId` null) or an episode that waits to be played (ENT-043). `subtitle` names the authors, or the
 * podcast of an episode; `duration` in seconds; `coverPath` null without a cover; `updatedAt` in ms, for the cover's
 * address.
 */
export const queueItem = z.object({
  libraryItemId: z.string().check(z.minLength(1)),
  libraryId: z.string(),
  episodeId: z.nullable(z.string()),
  title: z.string(),
  subtitle: z.string(),
  caption: z.string(),
  duration: z.number().check(z.nonnegative()),
  coverPath: z.nullable(z.string()),
  updatedAt: z.number(),
});
export type QueueItem = z.output<typeof queueItem>;

const VERSION = 1;
const versionOne = z.object({ version: z.literal(VERSION), items: tolerantList(queueItem) });

export interface StoredQueue {
  readonly version: typeof VERSION;
  readonly items: readonly QueueItem[];
}

/** A queue as it is kept. */
export const storedOf = (items: readonly QueueItem[]): StoredQueue => ({ version: VERSION, items });

/** The queue of one account. What cannot be read is left out, and told as by a tolerant list. */
export const storedQueue = z.pipe(
  z.unknown(),
  z.transform((found): StoredQueue => {
    const parsed = z.safeParse(versionOne, found);
    if (parsed.success) return storedOf(parsed.data.items.items);
    tellDropped(contractIssues(parsed.error.issues).slice(0, 1));
    return storedOf([]);
  }),
);

/** Whether the next item plays when one ends: 1, or 0 for a stored '0' alone (PLR-091). */
export const storedAutoplay = z.pipe(
  z.unknown(),
  z.transform((found): 0 | 1 => (found === 0 || found === '0' ? 0 : 1)),
);
