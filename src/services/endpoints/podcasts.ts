import { podcastEpisode } from '../../schemas/api/podcast-episode.ts';
import { downloadQueue, episodeDownloads, latestEpisodesPage } from '../../schemas/api/podcast-lists.ts';
import { z } from '../../schemas/zod.ts';
import { defineEndpoint } from './define-endpoint.ts';

const podcastPath = (id: string) => `/api/podcasts/${encodeURIComponent(id)}`;

/** A user of the library: its newest episodes, a page without a total. 404 in a library of books. */
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

/** A user of the library: its feeds as OPML, the XML that podcast apps exchange. */
export const exportOpml = defineEndpoint<{ readonly libraryId: string }>()({
  name: 'podcasts.exportOpml',
  method: 'GET',
  path: ({ libraryId }) => `/api/libraries/${encodeURIComponent(libraryId)}/opml`,
  output: z.string(),
  answer: 'text',
});

/** A user of the library: what is being downloaded and what waits. */
export const getDownloadQueue = defineEndpoint<{ readonly libraryId: string }>()({
  name: 'podcasts.downloadQueue',
  method: 'GET',
  path: ({ libraryId }) => `/api/libraries/${encodeURIComponent(libraryId)}/episode-downloads`,
  output: downloadQueue,
});

/** A user who may see the podcast: what of it waits for its download. */
export const listEpisodeDownloads = defineEndpoint<{ readonly id: string }>()({
  name: 'podcasts.downloads',
  method: 'GET',
  path: ({ id }) => `${podcastPath(id)}/downloads`,
  output: episodeDownloads,
});

/** A user who may see the podcast. 404 for an unknown episode, 500 for what is no podcast. */
export const getEpisode = defineEndpoint<{ readonly id: string; readonly episodeId: string }>()({
  name: 'podcasts.episode',
  method: 'GET',
  path: ({ id, episodeId }) => `${podcastPath(id)}/episode/${encodeURIComponent(episodeId)}`,
  output: podcastEpisode,
});
