import { tolerantList } from '../tolerant-list.ts';
import { z } from '../zod.ts';
import { missingText } from './common.ts';
import { episodeEnclosure } from './podcast-episode.ts';

const text = z.nullish(z.string());
const number = z.nullish(z.number());

/** Seconds. Some feeds omit titles and ends. */
const feedChapter = z.looseObject({ id: number, start: number, end: number, title: text });

/** Sent back whole for its download, so unknown keys are kept. `description` is HTML, `publishedAt` in ms. */
export const feedEpisode = z.looseObject({
  title: missingText,
  subtitle: text,
  description: text,
  descriptionPlain: text,
  pubDate: text,
  publishedAt: z.nullish(z.number()),
  episodeType: text,
  season: text,
  episode: text,
  author: text,
  duration: text,
  durationSeconds: z.nullish(z.number()),
  explicit: text,
  enclosure: z.looseObject(episodeEnclosure.shape),
  guid: text,
  chaptersUrl: text,
  chaptersType: text,
  chapters: z.optional(z.array(feedChapter)),
});
export type FeedEpisode = z.output<typeof feedEpisode>;

export const feedMetadata = z.object({
  title: text,
  author: text,
  description: text,
  descriptionPlain: text,
  image: text,
  feedUrl: z.string(),
  link: text,
  language: text,
  categories: z.optional(z.array(z.string())),
  explicit: text,
  type: text,
  pubDate: text,
});
export type FeedMetadata = z.output<typeof feedMetadata>;

export const podcastFeed = z.object({
  podcast: z.object({
    metadata: feedMetadata,
    episodes: tolerantList(feedEpisode),
    numEpisodes: z.optional(z.number()),
  }),
});
export type PodcastFeed = z.output<typeof podcastFeed>;

export const feedEpisodeMatches = z.object({
  episodes: tolerantList(z.object({ episode: feedEpisode, levenshtein: z.nullish(z.number()) })),
});
export const newEpisodes = z.object({ episodes: tolerantList(feedEpisode) });
export const opmlFeeds = z.object({ feeds: tolerantList(z.object({ title: text, feedUrl: z.string() })) });
