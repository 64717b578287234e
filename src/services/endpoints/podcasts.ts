import { podcastEpisode } from '../../schemas/api/podcast-episode.ts';
import { downloadQueue, episodeDownloads, latestEpisodesPage } from '../../schemas/api/podcast-lists.ts';
import { z } from '../../schemas/zod.ts';
import { defineEndpoint } from './define-endpoint.ts';

const podcastPath = (id: string) => `/api/podcasts/${encodeURIComponent(id)}`;

/** Newest first; pages without a total. 404 in a book library. */
export const listLatestEpisodes = defineEndpoint<{
  readonly libraryId: string;
  readonly limit: number;
  readonly page: number;
}>()({
  name: 'podcasts.latest',
  method: 'GET',
  path: ({ libraryId }) => `/api/libraries/${encodeURIComponent(libraryId)}/recent-episodes`,
  query: ({ limit, page }) => ({ limit, page }),
  output: latestEpisodesPage,
});

/** The feeds as OPML. */
export const exportOpml = defineEndpoint<{ readonly libraryId: string }>()({
  name: 'podcasts.exportOpml',
  method: 'GET',
  path: ({ libraryId }) => `/api/libraries/${encodeURIComponent(libraryId)}/opml`,
  output: z.string(),
  answer: 'text',
});

export const getDownloadQueue = defineEndpoint<{ readonly libraryId: string }>()({
  name: 'podcasts.downloadQueue',
  method: 'GET',
  path: ({ libraryId }) => `/api/libraries/${encodeURIComponent(libraryId)}/episode-downloads`,
  output: downloadQueue,
});

export const listEpisodeDownloads = defineEndpoint<{ readonly id: string }>()({
  name: 'podcasts.downloads',
  method: 'GET',
  path: ({ id }) => `${podcastPath(id)}/downloads`,
  output: episodeDownloads,
});

export const getEpisode = defineEndpoint<{ readonly id: string; readonly episodeId: string }>()({
  name: 'podcasts.episode',
  method: 'GET',
  path: ({ id, episodeId }) => `${podcastPath(id)}/episode/${encodeURIComponent(episodeId)}`,
  output: podcastEpisode,
});
