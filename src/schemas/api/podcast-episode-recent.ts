import { z } from '../zod.ts';
import { clearableText } from './common.ts';

/** `publishedAt` in ms, `duration` of the file in seconds. */
export const recentEpisode = z.object({
  id: z.string(),
  libraryItemId: z.string(),
  podcastId: z.optional(z.string()),
  title: clearableText,
  season: z.nullish(z.string()),
  episode: z.nullish(z.string()),
  episodeType: z.nullish(z.string()),
  publishedAt: z.nullish(z.number()),
  audioFile: z.nullish(z.object({ duration: z.nullish(z.number()) })),
});
export type RecentEpisode = z.output<typeof recentEpisode>;
