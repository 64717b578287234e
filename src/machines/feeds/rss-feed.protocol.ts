import type { RssFeedMinified } from '../../schemas/api/rss-feed-minified.ts';

export interface RssFeedInput {
  readonly entityType: 'item' | 'collection' | 'series';
  readonly entityId: string;
  readonly name: string;
  readonly feed: RssFeedMinified | null;
  readonly hasEpisodesWithoutPubDate: boolean;
}

export type RssFeedOutput = 'closed';
