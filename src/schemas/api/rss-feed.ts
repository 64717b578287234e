import { tolerantList } from '../tolerant-list.ts';
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

const text = z.nullish(z.string());

/** Paths (`feedUrl`, `link`, `imageUrl`) are below `serverAddress`; times in ms, `duration` in seconds. */
const rssFeed = z.object({
  id: z.string(),
  slug: z.string(),
  userId: z.nullish(z.string()),
  entityType: z.string(),
  entityId: z.string(),
  coverPath: text,
  meta: z.object({
    title: z.string(),
    description: text,
    author: text,
    imageUrl: text,
    feedUrl: z.string(),
    link: text,
    explicit: z.nullish(z.boolean()),
    type: text,
    language: text,
    preventIndexing: z.nullish(z.boolean()),
    ownerName: text,
    ownerEmail: text,
  }),
  serverAddress: z.string(),
  feedUrl: z.string(),
  episodes: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      enclosure: z.nullish(z.object({ url: z.string(), size: z.nullish(z.number()), type: text })),
      pubDate: text,
      duration: z.nullish(z.number()),
    }),
  ),
  createdAt: z.number(),
  updatedAt: z.number(),
});
export type RssFeed = z.output<typeof rssFeed>;

export const rssFeedList = z.object({ feeds: tolerantList(rssFeed) });
export const rssFeedOpened = z.object({ feed: rssFeedMinified });
