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
  description: z.string(),
});

/** Unsaved edits of an episode: kept over a reload. `base`: the original details. */
export const episodeDraft = z.object({
  libraryItemId: z.string(),
  episodeId: z.string(),
  base: episodeDetails,
  details: episodeDetails,
  clashes: z._default(z.array(z.keyof(episodeDetails)), []),
});
export type EpisodeDraft = z.output<typeof episodeDraft>;
