import { z } from '../zod.ts';
import { bookItemMinified } from './library-item-minified.ts';
import { rssFeedMinified } from './rss-feed-minified.ts';

export const series = z.object({
  id: z.string(),
  name: z.string(),
  nameIgnorePrefix: z.nullish(z.string()),
  description: z.nullish(z.string()),
  libraryId: z.string(),
  addedAt: z.number(),
  updatedAt: z.number(),
});
export type Series = z.output<typeof series>;

export const seriesWithBooks = z.extend(series, {
  books: z.array(bookItemMinified),
  totalDuration: z.optional(z.number()),
  rssFeed: z.nullish(rssFeedMinified),
});
export type SeriesWithBooks = z.output<typeof seriesWithBooks>;
