import { pageOf } from '../tolerant-list.ts';
import { z } from '../zod.ts';
import { bookItemMinified } from './library-item-minified.ts';
import { rssFeedMinified } from './rss-feed.ts';

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

export const seriesDetail = z.extend(series, {
  progress: z.optional(
    z.object({
      libraryItemIds: z.array(z.string()),
      libraryItemIdsFinished: z.array(z.string()),
      isFinished: z.boolean(),
    }),
  ),
  rssFeed: z.nullish(rssFeedMinified),
});
export type SeriesDetail = z.output<typeof seriesDetail>;

export const seriesPage = pageOf(seriesWithBooks);
