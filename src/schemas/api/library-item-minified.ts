import { z } from '../zod.ts';
import { amount, clearableText } from './common.ts';
import { mediaItemShare } from './share.ts';
import { recentEpisode } from './podcast-episode.ts';
import { rssFeedMinified } from './rss-feed.ts';

/* Items of lists. Phones parse sixty at a time: only fields of cards, their menus and the sort line are here. */

const seriesOfBook = z.object({ id: z.string(), name: z.string(), sequence: z.nullish(z.string()) });

export const itemFieldsMinified = {
  id: z.string(),
  libraryId: z.string(),
  /** Milliseconds since 1970. */
  addedAt: z.number(),
  /** Milliseconds since 1970; changes with the cover. */
  updatedAt: z.number(),
  /** Below the library folder; a deletion names it. */
  relPath: z.optional(z.string()),
  mtimeMs: amount,
  birthtimeMs: amount,
  isMissing: z.boolean(),
  isInvalid: z.boolean(),
  rssFeed: z.nullish(rssFeedMinified),
};

export const mediaFieldsMinified = {
  id: z.string(),
  /** Null without a cover; the path itself is of no use to clients. */
  coverPath: z.nullable(z.string()),
  tags: z.array(z.string()),
};

export const bookMetadataMinified = {
  title: clearableText,
  titleIgnorePrefix: z.nullish(z.string()),
  subtitle: z.nullable(z.string()),
  authorName: z.string(),
  authorNameLF: z.string(),
  narratorName: z.string(),
  /** Every series with its number: `Alice #1, Others`. */
  seriesName: z.string(),
  publishedYear: z.nullable(z.string()),
  explicit: z.boolean(),
};

const bookMediaMinified = z.object({
  ...mediaFieldsMinified,
  metadata: z.object({ ...bookMetadataMinified, series: z.optional(seriesOfBook) }),
  numTracks: z.number(),
  numAudioFiles: z.number(),
  numChapters: z.number(),
  /** Seconds. */
  duration: amount,
  ebookFormat: z.nullish(z.string()),
});

const collapsedSeries = z.object({
  id: z.string(),
  name: z.string(),
  nameIgnorePrefix: z.nullish(z.string()),
  sequence: z.nullish(z.string()),
  numBooks: z.number(),
  libraryItemIds: z.array(z.string()),
  seriesSequenceList: z.nullish(z.string()),
});

export const bookItemMinified = z.object({
  ...itemFieldsMinified,
  mediaType: z.literal('book'),
  media: bookMediaMinified,
  /** Bytes of all files. */
  size: amount,
  numFiles: z.number(),
  collapsedSeries: z.optional(collapsedSeries),
  mediaItemShare: z.nullish(mediaItemShare),
});
export type BookItemMinified = z.output<typeof bookItemMinified>;

export const podcastMetadataMinified = {
  title: clearableText,
  titleIgnorePrefix: z.nullish(z.string()),
  author: z.nullable(z.string()),
  explicit: z.boolean(),
  type: z.nullish(z.string()),
  feedUrl: z.nullish(z.string()),
};

export const podcastItemMinified = z.object({
  ...itemFieldsMinified,
  mediaType: z.literal('podcast'),
  media: z.object({
    ...mediaFieldsMinified,
    metadata: z.object(podcastMetadataMinified),
    numEpisodes: z.number(),
  }),
  size: amount,
  numFiles: z.number(),
  numEpisodesIncomplete: z.optional(z.number()),
  recentEpisode: z.optional(recentEpisode),
});
export type PodcastItemMinified = z.output<typeof podcastItemMinified>;

export const libraryItemMinified = z.discriminatedUnion('mediaType', [bookItemMinified, podcastItemMinified]);
export type LibraryItemMinified = z.output<typeof libraryItemMinified>;
