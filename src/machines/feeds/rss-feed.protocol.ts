import type { RssFeedMinified } from '../../schemas/api/rss-feed-minified.ts';

/** What a feed is of (ENT-033). */
export interface RssFeedInput {
  readonly entityType: 'item' | 'collection' | 'series';
  readonly entityId: string;
  readonly name: string;
  /** The feed that is open; null: none. */
  readonly feed: RssFeedMinified | null;
  readonly hasEpisodesWithoutPubDate: boolean;
}

export type RssFeedOutput = 'closed';
