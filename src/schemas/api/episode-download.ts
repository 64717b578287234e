import { z } from '../zod.ts';

export const episodeDownload = z.object({
  id: z.string(),
  episodeDisplayTitle: z.nullable(z.string()),
  url: z.string(),
  libraryItemId: z.string(),
  libraryId: z.string(),
  isFinished: z.boolean(),
  failed: z.boolean(),
  startedAt: z.nullable(z.number()),
  createdAt: z.number(),
  finishedAt: z.nullable(z.number()),
  podcastTitle: z.nullish(z.string()),
  podcastExplicit: z.nullish(z.boolean()),
  season: z.nullish(z.string()),
  episode: z.nullish(z.string()),
  episodeType: z.nullish(z.string()),
  publishedAt: z.nullish(z.number()),
  guid: z.nullish(z.string()),
});
export type EpisodeDownload = z.output<typeof episodeDownload>;
