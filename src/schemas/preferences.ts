import { z } from './zod.ts';

const text = (fallback: string) => z._default(z.string(), fallback);
const flag = z._default(z.boolean(), false);

/**
 * `playbackRate` 0.5..10, its step 0.1 or 0.05, jumps in seconds, `bookshelfCoverSize` in CSS pixels, `volume` 0..1.
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
  sleepTimerFades: z._default(z.boolean(), true),
  playsNextOfSeries: flag,
  /** Seconds; 0: off. */
  autoRewind: z._default(z.number().check(z.gte(0), z.lte(30)), 0),
  autoRewindInChapter: flag,
  mediaKeys: z._default(z.enum(['chapters', 'jumps']), 'chapters'),
  volume: z._default(z.number().check(z.gte(0), z.lte(1)), 1),
});

export type Preferences = z.output<typeof preferences>;
export const defaultPreferences: Preferences = z.parse(preferences, {});

/** The language in use, for the boot script; `server`: its setting when it last answered. */
export const storedLocale = z.object({
  language: z.string(),
  direction: z.enum(['ltr', 'rtl']),
  server: z.nullable(z.string()),
});

/** Field by field: a broken one falls back to its default. false and 0 are values (pitfall 41). */
export const storedPreferences = z.pipe(
  z.record(z.string(), z.unknown()),
  z.transform((found): Preferences => {
    const whole = z.safeParse(preferences, found);
    if (whole.success) return whole.data;
    const broken = new Set(whole.error.issues.map((issue) => String(issue.path[0])));
    return z.parse(preferences, Object.fromEntries(Object.entries(found).filter(([key]) => !broken.has(key))));
  }),
);
