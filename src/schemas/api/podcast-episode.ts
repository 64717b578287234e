import { z } from '../zod.ts';
import { fileMetadata, chapter, audioTrack } from './audio-file.ts';
import { clearableText } from './common.ts';

/** Without the probe's other fields: a podcast has thousands of episodes. */
const episodeFile = z.object({
  ino: z.string(),
  metadata: fileMetadata,
  duration: z.nullish(z.number()),
  bitRate: z.nullish(z.number()),
  codec: z.nullish(z.string()),
  mimeType: z.nullish(z.string()),
});

export const episodeEnclosure = z.object({
  url: z.string(),
  type: z.nullish(z.string()),
  length: z.nullish(z.string()),
});

const episodeFields = {
  id: z.string(),
  libraryItemId: z.string(),
  podcastId: z.string(),
  title: clearableText,
  subtitle: z.nullish(z.string()),
  /** HTML; has to be sanitised. */
  description: z.nullish(z.string()),
  season: z.nullish(z.string()),
  episode: z.nullish(z.string()),
  /** full, trailer or bonus. */
  episodeType: z.nullish(z.string()),
  pubDate: z.nullish(z.string()),
  /** Milliseconds since 1970. */
  publishedAt: z.nullish(z.number()),
  enclosure: z.nullish(episodeEnclosure),
  guid: z.nullish(z.string()),
  chapters: z.array(chapter),
  audioFile: z.nullish(episodeFile),
  addedAt: z.number(),
  updatedAt: z.number(),
};

export const podcastEpisode = z.object(episodeFields);
export type PodcastEpisode = z.output<typeof podcastEpisode>;

/** `duration` in seconds, `size` in bytes. */
export const podcastEpisodeExpanded = z.object({
  ...episodeFields,
  audioTrack: z.nullish(audioTrack),
  duration: z.nullish(z.number()),
  size: z.nullish(z.number()),
});
export type PodcastEpisodeExpanded = z.output<typeof podcastEpisodeExpanded>;

/** `publishedAt` in ms, `duration` of the file in seconds. */
export const recentEpisode = z.object({
  id: z.string(),
  libraryItemId: z.string(),
  podcastId: z.optional(z.string()),
  title: clearableText,
  season: z.nullish(z.string()),
  episode: z.nullish(z.string()),
  episodeType: z.nullish(z.string()),
  publishedAt: z.nullish(z.number()),
  audioFile: z.nullish(z.object({ duration: z.nullish(z.number()) })),
});

export const episodeDownload = z.object({
  id: z.string(),
  episodeDisplayTitle: z.nullable(z.string()),
  url: z.string(),
  libraryItemId: z.string(),
  libraryId: z.string(),
  isFinished: z.boolean(),
  failed: z.boolean(),
  startedAt: z.nullable(z.number()),
  createdAt: z.number(),
  finishedAt: z.nullable(z.number()),
  podcastTitle: z.nullish(z.string()),
  podcastExplicit: z.nullish(z.boolean()),
  season: z.nullish(z.string()),
  episode: z.nullish(z.string()),
  episodeType: z.nullish(z.string()),
  publishedAt: z.nullish(z.number()),
  guid: z.nullish(z.string()),
});
export type EpisodeDownload = z.output<typeof episodeDownload>;
