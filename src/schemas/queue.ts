import { contractIssues, notifyDropped } from './contract-issues.ts';
import { tolerantList } from './tolerant-list.ts';
import { z } from './zod.ts';

/** `subtitle`: authors, or the podcast; `duration` in seconds; `updatedAt` in ms, for the cover's address. */
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

export const storedOf = (items: readonly QueueItem[]): StoredQueue => ({ version: VERSION, items });

export const storedQueue = z.pipe(
  z.unknown(),
  z.transform((found): StoredQueue => {
    const parsed = z.safeParse(versionOne, found);
    if (parsed.success) return storedOf(parsed.data.items.items);
    notifyDropped(contractIssues(parsed.error.issues).slice(0, 1));
    return storedOf([]);
  }),
);

/** Reads autoplay: 1, or 0 only for a stored '0'. */
export const storedAutoplay = z.pipe(
  z.unknown(),
  z.transform((found): 0 | 1 => (found === 0 || found === '0' ? 0 : 1)),
);
