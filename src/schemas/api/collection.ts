import { tolerantList } from '../tolerant-list.ts';
import { z } from '../zod.ts';
import { libraryItemReduced } from './library-item-reduced.ts';
import { pageOf } from './page-of.ts';
import { rssFeedMinified } from './rss-feed-minified.ts';

export const collection = z.object({
  id: z.string(),
  libraryId: z.string(),
  name: z.string(),
  description: z.nullish(z.string()),
  books: tolerantList(libraryItemReduced),
  lastUpdate: z.number(),
  createdAt: z.number(),
  rssFeed: z.nullish(rssFeedMinified),
});
export type Collection = z.output<typeof collection>;

export const collectionList = z.object({ collections: tolerantList(collection) });
export const collectionsPage = pageOf(collection);
export type CollectionsPage = z.output<typeof collectionsPage>;
