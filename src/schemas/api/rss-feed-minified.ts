import { z } from '../zod.ts';

/** An open RSS feed as it hangs on an item, series or collection. `feedUrl` is a path on this server. */
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
