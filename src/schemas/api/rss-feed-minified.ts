import { z } from '../zod.ts';

export const rssFeedMinified = z.object({
  id: z.string(),
  entityType: z.string(),
  entityId: z.string(),
  feedUrl: z.string(),
  meta: z.object({
    title: z.string(),
    description: z.nullish(z.string()),
    preventIndexing: z.nullish(z.boolean()),
    ownerName: z.nullish(z.string()),
    ownerEmail: z.nullish(z.string()),
  }),
});
export type RssFeedMinified = z.output<typeof rssFeedMinified>;
