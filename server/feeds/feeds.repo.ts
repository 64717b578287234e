import { randomUUID } from 'node:crypto';
import { fromJson, toJson } from '../store/database.ts';
import { perDatabase } from '../store/per-database.ts';

export type FeedEntityType = 'libraryItem' | 'collection' | 'series';

/** One episode of a feed. Seconds for `duration`, bytes for `size`; addresses are without origin. */
export interface FeedEpisode {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly enclosure: { readonly url: string; readonly size: number; readonly type: string };
  readonly pubDate: string;
  readonly link: string;
  readonly author: string | null;
  readonly explicit: boolean;
  readonly duration: number;
  readonly season: string | null;
  readonly episode: string | null;
  readonly episodeType: string | null;
  readonly fullPath: string;
}

export interface FeedMeta {
  readonly title: string;
  readonly description: string | null;
  readonly author: string | null;
  readonly imageUrl: string;
  readonly feedUrl: string;
  readonly link: string;
  readonly explicit: boolean;
  readonly type: string;
  readonly language: string | null;
  readonly preventIndexing: boolean;
  readonly ownerName: string | null;
  readonly ownerEmail: string | null;
}

export interface FeedContent {
  readonly coverPath: string | null;
  readonly meta: FeedMeta;
  readonly episodes: readonly FeedEpisode[];
}

export interface Feed extends FeedContent {
  readonly id: string;
  readonly slug: string;
  readonly userId: string;
  readonly entityType: FeedEntityType;
  readonly entityId: string;
  /** Times in ms. */
  readonly entityUpdatedAt: number;
  readonly serverAddress: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

type FeedRow = Omit<Feed, 'meta' | 'episodes'> & { meta: string; episodes: string };

/** Open RSS feeds; each is a copy of its entity's content at the time of opening. */
export const feedsIn = perDatabase((database) => {
  const read = (row: FeedRow): Feed => ({
    ...row,
    meta: JSON.parse(row.meta),
    episodes: fromJson<FeedEpisode[]>(row.episodes, []),
  });
  const one = (row: FeedRow | undefined) => (row ? read(row) : undefined);
  return {
    all: () => database.all<FeedRow>('SELECT * FROM feeds ORDER BY createdAt').map(read),
    byId: (id: string) => one(database.get<FeedRow>('SELECT * FROM feeds WHERE id = ?', id)),
    bySlug: (slug: string) => one(database.get<FeedRow>('SELECT * FROM feeds WHERE slug = ?', slug)),
    byEntity: (entityId: string) => one(database.get<FeedRow>('SELECT * FROM feeds WHERE entityId = ?', entityId)),
    open: (fields: Omit<Feed, 'id' | 'createdAt' | 'updatedAt'>): string => {
      const [id, now] = [randomUUID(), Date.now()];
      database.run(
        `INSERT INTO feeds (id, slug, userId, entityType, entityId, entityUpdatedAt, serverAddress, coverPath, meta, episodes, createdAt, updatedAt)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        id,
        fields.slug,
        fields.userId,
        fields.entityType,
        fields.entityId,
        fields.entityUpdatedAt,
        fields.serverAddress,
        fields.coverPath,
        toJson(fields.meta),
        toJson(fields.episodes),
        now,
        now,
      );
      return id;
    },
    close: (id: string): void => void database.run('DELETE FROM feeds WHERE id = ?', id),
  };
});

/** An open feed as in the list of feeds and in a single collection. */
export const fullFeed = (feed: Feed) => ({ ...feed, feedUrl: feed.meta.feedUrl });

/** An open feed as in events, items and series. */
export function minifiedFeed({
  id,
  entityType,
  entityId,
  meta,
}: Pick<Feed, 'id' | 'entityType' | 'entityId' | 'meta'>) {
  const { title, description, preventIndexing, ownerName, ownerEmail, feedUrl } = meta;
  return { id, entityType, entityId, feedUrl, meta: { title, description, preventIndexing, ownerName, ownerEmail } };
}
