import { z } from '../zod.ts';
import { mediaType, namedReference } from './common.ts';
import { library } from './library.ts';

export const filterData = z.object({
  authors: z.array(namedReference),
  genres: z.array(z.string()),
  tags: z.array(z.string()),
  series: z.array(namedReference),
  narrators: z.array(z.string()),
  languages: z.array(z.string()),
  publishers: z.array(z.string()),
  /** First years of decades, as text. */
  publishedDecades: z.array(z.string()),
  bookCount: z.optional(z.number()),
  authorCount: z.optional(z.number()),
  seriesCount: z.optional(z.number()),
  podcastCount: z.optional(z.number()),
  numIssues: z.optional(z.number()),
});
export type FilterData = z.output<typeof filterData>;

export const customMetadataProvider = z.object({
  id: z.string(),
  name: z.string(),
  mediaType: z.optional(mediaType),
  slug: z.string(),
});

/** Newer servers omit `customMetadataProviders`. */
export const libraryWithFilterData = z.object({
  library,
  filterdata: filterData,
  issues: z.number(),
  numUserPlaylists: z.number(),
  customMetadataProviders: z.optional(z.array(customMetadataProvider)),
});
export type LibraryWithFilterData = z.output<typeof libraryWithFilterData>;
