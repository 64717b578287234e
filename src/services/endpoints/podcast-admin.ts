import { acknowledgement } from '../../schemas/api/common.ts';
import { savedItem } from '../../schemas/api/item-changes.ts';
import { libraryItemExpanded } from '../../schemas/api/library-item-expanded.ts';
import { feedEpisodeMatches, newEpisodes, opmlFeeds, podcastFeed } from '../../schemas/api/podcast-feed.ts';
import { matchedEpisodes, podcastTitles } from '../../schemas/api/podcast-lists.ts';
import type { Body } from '../../schemas/requests/index.ts';
import { defineEndpoint, SLOW_CALL_MS } from './define-endpoint.ts';

const podcastPath = (id: string) => `/api/podcasts/${encodeURIComponent(id)}`;

/** 400 if it exists or `media` is incomplete, 404 for an unknown folder. */
export const createPodcast = defineEndpoint<Body<'podcasts.create'>>()({
  name: 'podcasts.create',
  method: 'POST',
  path: () => '/api/podcasts',
  body: (input) => input,
  output: libraryItemExpanded,
  timeoutMs: SLOW_CALL_MS,
});

/** 400 for an invalid URL, 404 when unreadable. */
export const readFeed = defineEndpoint<{ readonly url: string }>()({
  name: 'podcasts.readFeed',
  method: 'POST',
  changesData: false,
  path: () => '/api/podcasts/feed',
  body: ({ url }) => ({ rssFeed: url }),
  output: podcastFeed,
  timeoutMs: SLOW_CALL_MS,
});

/** The feeds of an OPML text. */
export const parseOpml = defineEndpoint<Body<'podcasts.parseOpml'>>()({
  name: 'podcasts.parseOpml',
  method: 'POST',
  changesData: false,
  path: () => '/api/podcasts/opml/parse',
  body: (input) => input,
  output: opmlFeeds,
});

/** Adds all feeds, as a task. */
export const createFromOpml = defineEndpoint<Body<'podcasts.createFromOpml'>>()({
  name: 'podcasts.createFromOpml',
  method: 'POST',
  path: () => '/api/podcasts/opml/create',
  body: (input) => input,
  output: acknowledgement,
  answer: 'text',
});

/** Starts downloads of at most `limit` (3) new episodes. A GET that changes data. */
export const checkNewEpisodes = defineEndpoint<{ readonly id: string; readonly limit?: number }>()({
  name: 'podcasts.checkNew',
  method: 'GET',
  path: ({ id }) => `${podcastPath(id)}/checknew`,
  query: ({ limit }) => ({ limit }),
  output: newEpisodes,
  changesData: true,
  timeoutMs: SLOW_CALL_MS,
});

/** Clears the podcast's download queue. A GET that changes data. */
export const clearDownloadQueue = defineEndpoint<{ readonly id: string }>()({
  name: 'podcasts.clearQueue',
  method: 'GET',
  path: ({ id }) => `${podcastPath(id)}/clear-queue`,
  output: acknowledgement,
  answer: 'text',
  changesData: true,
});

/** Episodes of the feed with a similar title. 500 without a title. */
export const searchFeedEpisode = defineEndpoint<{ readonly id: string; readonly title: string }>()({
  name: 'podcasts.searchEpisode',
  method: 'GET',
  path: ({ id }) => `${podcastPath(id)}/search-episode`,
  query: ({ title }) => ({ title }),
  output: feedEpisodeMatches,
  timeoutMs: SLOW_CALL_MS,
});

/** At most 10 MB per call. Progress comes as events. */
export const downloadEpisodes = defineEndpoint<{
  readonly id: string;
  readonly episodes: Body<'podcasts.downloadEpisodes'>;
}>()({
  name: 'podcasts.downloadEpisodes',
  method: 'POST',
  path: ({ id }) => `${podcastPath(id)}/download-episodes`,
  body: ({ episodes }) => episodes,
  output: acknowledgement,
  answer: 'text',
});

/** `override` replaces existing values. */
export const matchEpisodes = defineEndpoint<{ readonly id: string; readonly override: boolean }>()({
  name: 'podcasts.matchEpisodes',
  method: 'POST',
  path: ({ id }) => `${podcastPath(id)}/match-episodes`,
  query: ({ override }) => ({ override: override ? 1 : 0 }),
  output: matchedEpisodes,
  timeoutMs: SLOW_CALL_MS,
});

const episodePath = (id: string, episodeId: string) => `${podcastPath(id)}/episode/${encodeURIComponent(episodeId)}`;

/** Permission update. */
export const updateEpisode = defineEndpoint<{
  readonly id: string;
  readonly episodeId: string;
  readonly change: Body<'podcasts.updateEpisode'>;
}>()({
  name: 'podcasts.updateEpisode',
  method: 'PATCH',
  path: ({ id, episodeId }) => episodePath(id, episodeId),
  body: ({ change }) => change,
  output: libraryItemExpanded,
});

export const deleteEpisode = defineEndpoint<{
  readonly id: string;
  readonly episodeId: string;
  readonly hard: boolean;
}>()({
  name: 'podcasts.deleteEpisode',
  method: 'DELETE',
  path: ({ id, episodeId }) => episodePath(id, episodeId),
  query: ({ hard }) => ({ hard: hard ? 1 : 0 }),
  output: savedItem,
});

export const listPodcastTitles = defineEndpoint<{ readonly libraryId: string }>()({
  name: 'podcasts.titles',
  method: 'GET',
  path: ({ libraryId }) => `/api/libraries/${encodeURIComponent(libraryId)}/podcast-titles`,
  output: podcastTitles,
});
