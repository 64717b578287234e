import { z } from './zod.ts';

const episodeDetails = z.object({
  season: z.string(),
  episode: z.string(),
  episodeType: z.string(),
  /** As `2026-03-24`, local time. */
  day: z.string(),
  time: z.string(),
  title: z.string(),
  subtitle: z.string(),
  /** HTML. */
  description: z.string(),
});

/** An episode that is edited and not saved: kept over a reload. `base`: what the details were made of. */
export const episodeDraft = z.object({
  libraryItemId: z.string(),
  episodeId: z.string(),
  base: episodeDetails,
  details: episodeDetails,
  /** Changed here and elsewhere, and not decided about. */
  clashes: z._default(z.array(z.keyof(episodeDetails)), []),
});
export type EpisodeDraft = z.output<typeof episodeDraft>;
