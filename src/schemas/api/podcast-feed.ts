import { tolerantList } from '../tolerant-list.ts';
import { z } from '../zod.ts';
import { missingText } from './common.ts';
import { episodeEnclosure } from './podcast-episode.ts';

const text = z.nullish(z.string());
const number = z.nullish(z.number());

/** Some feeds have chapters without a title or an end; seconds. */
const feedChapter = z.looseObject({ id: number, start: number, end: number, title: text });

/**
 * An episode that a feed offers. It is sent back whole to have it downloaded, so what we do not know is kept.
 * `description` is HTML, `durationSeconds` in seconds, `publishedAt` in ms.
 */
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

/** A podcast as its feed describes itself. `explicit` is the feed's own word (`true`, `yes`, `false`). */
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

/** `POST /api/podcasts/feed`. */
export const podcastFeed = z.object({
  podcast: z.object({
    metadata: feedMetadata,
    episodes: tolerantList(feedEpisode),
    numEpisodes: z.optional(z.number()),
  }),
});
export type PodcastFeed = z.output<typeof podcastFeed>;

/**
 * `GET /api/podcasts/:id/search-episode`, the best match first. `levenshtein` counts letters that differ; often
 * left out.
 */
export const feedEpisodeMatches = z.object({
  episodes: tolerantList(z.object({ episode: feedEpisode, levenshtein: z.nullish(z.number()) })),
});
/** `GET /api/podcasts/:id/checknew`: the episodes whose download has begun. */
export const newEpisodes = z.object({ episodes: tolerantList(feedEpisode) });
/** `POST /api/podcasts/opml/parse`. */
export const opmlFeeds = z.object({ feeds: tolerantList(z.object({ title: text, feedUrl: z.string() })) });
