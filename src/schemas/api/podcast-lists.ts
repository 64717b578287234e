import { tolerantList } from '../tolerant-list.ts';
import { z } from '../zod.ts';
import { clearableText } from './common.ts';
import { podcastEpisodeExpanded, episodeDownload } from './podcast-episode.ts';

export const latestEpisode = z.extend(podcastEpisodeExpanded, {
  libraryId: z.string(),
  podcast: z.object({
    id: z.string(),
    metadata: z.object({ title: clearableText, author: z.nullish(z.string()), explicit: z.optional(z.boolean()) }),
    coverPath: z.nullable(z.string()),
  }),
});
export type LatestEpisode = z.output<typeof latestEpisode>;

export const latestEpisodesPage = z.object({
  episodes: tolerantList(latestEpisode),
  limit: z.number(),
  page: z.number(),
});

export const downloadQueue = z.object({
  currentDownload: z.nullish(episodeDownload),
  queue: tolerantList(episodeDownload),
});
export type DownloadQueue = z.output<typeof downloadQueue>;

export const episodeDownloads = z.object({ downloads: tolerantList(episodeDownload) });

export const podcastTitles = z.object({
  podcasts: z.array(
    z.object({
      title: z.nullable(z.string()),
      itunesId: z.nullish(z.string()),
      libraryItemId: z.string(),
      libraryId: z.string(),
    }),
  ),
});
export type PodcastTitles = z.output<typeof podcastTitles>;

export const matchedEpisodes = z.object({ numEpisodesUpdated: z.number() });
