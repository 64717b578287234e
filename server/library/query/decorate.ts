import { minifiedFeed, type Feed, type FeedMeta } from '../../feeds/feeds.repo.ts';
import { sharesIn, shareJson } from '../../share/shares.repo.ts';
import { marks, type Database } from '../../store/database.ts';
import type { User } from '../../store/users.repo.ts';
import type { ItemJson } from '../../items/items.types.ts';

type FeedRow = Pick<Feed, 'id' | 'entityType' | 'entityId'> & { meta: string };

/** Open feeds by the id of their entity. */
export function feedsOf(database: Database, entityIds: readonly string[]): Map<string, Record<string, unknown>> {
  if (entityIds.length === 0) return new Map();
  return new Map(
    database
      .all<FeedRow>(
        `SELECT id, entityType, entityId, meta FROM feeds WHERE entityId IN (${marks(entityIds)})`,
        ...entityIds,
      )
      .map((row) => [row.entityId, minifiedFeed({ ...row, meta: JSON.parse(row.meta) as FeedMeta })]),
  );
}

/** The share link of an item. */
export function shareOf(database: Database, itemId: string): ReturnType<typeof shareJson> | null {
  const share = sharesIn(database).ofItem(itemId);
  return share ? shareJson(share) : null;
}

/** Unfinished episodes of podcasts of a user, by item. */
function incompleteEpisodes(database: Database, userId: string, itemIds: readonly string[]): Map<string, number> {
  const rows = database.all<{ itemId: string; n: number }>(
    `SELECT e.itemId, count(*) AS n FROM podcastEpisodes e LEFT JOIN mediaProgress p ON p.mediaItemId = e.id AND p.userId = ?
     WHERE e.itemId IN (${marks(itemIds)}) AND coalesce(p.isFinished, 0) = 0 GROUP BY e.itemId`,
    userId,
    ...itemIds,
  );
  return new Map(rows.map((row) => [row.itemId, row.n]));
}

/** Adds what `include` requests and what exists: `rssFeed`, `numEpisodesIncomplete`, `mediaItemShare`. */
export function withIncludes(
  database: Database,
  user: User,
  items: readonly ItemJson[],
  include: readonly string[],
): ItemJson[] {
  const ids = items.map((item) => item.id);
  const chunk = ids.length > 30_000 ? ids.slice(0, 30_000) : ids;
  const feeds = include.includes('rssfeed') ? feedsOf(database, chunk) : new Map<string, Record<string, unknown>>();
  const podcasts = include.includes('numepisodesincomplete')
    ? items.filter((item) => item.mediaType === 'podcast').map((item) => item.id)
    : [];
  const counts = podcasts.length ? incompleteEpisodes(database, user.id, podcasts) : new Map<string, number>();
  const shared = include.includes('share')
    ? new Set(
        database
          .all<{ libraryItemId: string }>(
            `SELECT libraryItemId
    FROM shares`,
          )
          .map((row) => row.libraryItemId),
      )
    : new Set<string>();
  return items.map((item) => {
    const feed = feeds.get(item.id);
    const share = shared.has(item.id) ? shareOf(database, item.id) : null;
    return {
      ...item,
      ...(feed ? { rssFeed: feed } : {}),
      ...(podcasts.length && item.mediaType === 'podcast' ? { numEpisodesIncomplete: counts.get(item.id) ?? 0 } : {}),
      ...(share ? { mediaItemShare: share } : {}),
    };
  });
}
