import { acknowledgement } from '../../schemas/api/common.ts';
import { rssFeedList, rssFeedOpened } from '../../schemas/api/rss-feed.ts';
import type { Body } from '../../schemas/requests/index.ts';
import { defineEndpoint } from './define-endpoint.ts';

/** `serverAddress`: public origin with base path. */
export type OpenFeedInput = Body<'feeds.open'> & {
  readonly entityType: 'item' | 'collection' | 'series';
  readonly entityId: string;
};

export const listFeeds = defineEndpoint()({
  name: 'feeds.list',
  method: 'GET',
  path: () => '/api/feeds',
  output: rssFeedList,
});

/** 400 for a slug in use or media without audio. */
export const openFeed = defineEndpoint<OpenFeedInput>()({
  name: 'feeds.open',
  method: 'POST',
  path: ({ entityType, entityId }) => `/api/feeds/${entityType}/${encodeURIComponent(entityId)}/open`,
  body: ({ serverAddress, slug, metadataDetails }) => ({ serverAddress, slug, metadataDetails }),
  output: rssFeedOpened,
});

export const closeFeed = defineEndpoint<{ readonly id: string }>()({
  name: 'feeds.close',
  method: 'POST',
  path: ({ id }) => `/api/feeds/${encodeURIComponent(id)}/close`,
  output: acknowledgement,
  answer: 'text',
});
