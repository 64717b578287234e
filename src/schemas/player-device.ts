import { z } from './zod.ts';

export const deviceToken = z.string().check(z.regex(/^[\w-]{4,64}$/));

export const playingSince = z.object({ at: z.number() });

export const browserSessions = z.array(z.string());

/** `duration` in seconds, `coverUpdatedAt` in ms since 1970 or null without a cover. */
export const lastOpen = z.object({
  userId: z.string(),
  media: z.object({ libraryItemId: z.string(), episodeId: z.nullable(z.string()) }),
  preview: z.object({
    title: z.string(),
    author: z.string(),
    podcast: z.string(),
    coverUpdatedAt: z.nullable(z.number()),
    duration: z.number(),
  }),
});
