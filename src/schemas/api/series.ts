import { z } from '../zod.ts';
import { bookItemMinified } from './library-item-minified.ts';
import { rssFeedMinified } from './rss-feed-minified.ts';

/** A series without its books. Times in ms. */
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

/** A series with its books in order. `totalDuration` in seconds. */
export const seriesWithBooks = z.extend(series, {
  books: z.array(bookItemMinified),
  totalDuration: z.optional(z.number()),
  rssFeed: z.nullish(rssFeedMinified),
});
export type SeriesWithBooks = z.output<typeof seriesWithBooks>;
