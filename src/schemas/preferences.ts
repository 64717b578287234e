import { z } from './zod.ts';

const text = (fallback: string) => z._default(z.string(), fallback);
const flag = z._default(z.boolean(), false);

/**
 * What this device remembers about how its user likes things.
 * `playbackRate` 0.5..10, its step 0.1 or 0.05 (PLR-071), jumps in seconds, `bookshelfCoverSize` in CSS pixels,
 * `volume` 0..1.
 */
export const preferences = z.object({
  theme: z._default(z.enum(['system', 'light', 'dark']), 'system'),
  language: z._default(z.nullable(z.string()), null),
  lastLibraryId: z._default(z.nullable(z.string()), null),
  orderBy: text('media.metadata.title'),
  orderDesc: flag,
  filterBy: text('all'),
  playbackRate: z._default(z.number().check(z.gte(0.5), z.lte(10)), 1),
  playbackRateIncrementDecrement: z._default(z.union([z.literal(0.1), z.literal(0.05)]), 0.1),
  bookshelfCoverSize: z._default(z.number().check(z.gte(40), z.lte(400)), 120),
  /** How the items of a library are shown: as covers, or line by line with what is known of them. */
  bookshelfLayout: z._default(z.enum(['covers', 'list']), 'covers'),
  collapseSeries: flag,
  collapseBookSeries: flag,
  showSubtitles: flag,
  useChapterTrack: flag,
  seriesSortBy: text('name'),
  seriesSortDesc: flag,
  seriesFilterBy: text('all'),
  authorSortBy: text('name'),
  authorSortDesc: flag,
  podcastEpisodesFilter: z._default(z.enum(['all', 'incomplete', 'in_progress', 'complete']), 'incomplete'),
  podcastEpisodesSortBy: z._default(z.enum(['publishedAt', 'title', 'season', 'episode', 'filename']), 'publishedAt'),
  podcastEpisodesSortDesc: z._default(z.boolean(), true),
  jumpForwardAmount: z._default(z.number().check(z.gte(1), z.lte(600)), 10),
  jumpBackwardAmount: z._default(z.number().check(z.gte(1), z.lte(600)), 10),
  /** The sleep timer lowers the sound in its last seconds. */
  sleepTimerFades: z._default(z.boolean(), true),
  /** When the queue is over, the next book of the series plays. */
  playsNextOfSeries: flag,
  /** The most that playing goes back after a pause, in seconds; 0: it does not. */
  autoRewind: z._default(z.number().check(z.gte(0), z.lte(30)), 0),
  /** Going back after a pause stops where the chapter begins. */
  autoRewindInChapter: flag,
  /** What 'previous' and 'next' of a keyboard, a headset or a lock screen do. */
  mediaKeys: z._default(z.enum(['chapters', 'jumps']), 'chapters'),
  volume: z._default(z.number().check(z.gte(0), z.lte(1)), 1),
});

export type Preferences = z.output<typeof preferences>;
export const defaultPreferences: Preferences = z.parse(preferences, {});

/**
 * Reads preferences field by field: one broken field falls back to its default and costs no other.
 * A value that is false or 0 is a value (pitfall 41).
 */
export const storedPreferences = z.pipe(
  z.record(z.string(), z.unknown()),
  z.transform((found): Preferences => {
    const whole = z.safeParse(preferences, found);
    if (whole.success) return whole.data;
    const broken = new Set(whole.error.issues.map((issue) => String(issue.path[0])));
    return z.parse(preferences, Object.fromEntries(Object.entries(found).filter(([key]) => !broken.has(key))));
  }),
);
