import { z } from '../zod.ts';
import { pageOf } from './page-of.ts';
import { rssFeedMinified } from './rss-feed-minified.ts';
import { series, seriesWithBooks } from './series.ts';

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
export type SeriesPage = z.output<typeof seriesPage>;
