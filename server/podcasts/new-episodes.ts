import { createHash } from 'node:crypto';
import type { ServerContext } from '../context.ts';
import type { Item, PodcastItem } from '../items/model.ts';
import { sameIn } from './episode-files.ts';
import { fetchFeed } from './fetch-feed.ts';
import type { RssEpisode } from './rss-feed.ts';

/** Most episodes without a date of one feed that are considered. */
const MOST_UNDATED = 5000;
const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 12);

export interface NewEpisodeCheck {
  /** Only episodes published after this time, in ms. */
  readonly since: number;
  /** Most episodes to load, 0 for all. */
  readonly limit: number;
  /** By the schedule: the podcast may be limited to its newest episodes. */
  readonly isAutomatic?: boolean;
}

/** Key of the episodes without a date that a check of a podcast has seen: each is new once. */
const seenUndated = (itemId: string): string => `undatedEpisodes:${itemId}`;

/** The episodes of a feed without a readable date, each with a short hash: of its guid, where that is unique. */
function undatedIn(feed: readonly RssEpisode[]): Map<RssEpisode, string> {
  const counts = new Map<string | null, number>();
  for (const { guid } of feed) counts.set(guid, (counts.get(guid) ?? 0) + 1);
  return new Map(
    feed
      .filter(({ publishedAt }) => publishedAt === null)
      .slice(0, MOST_UNDATED)
      .map((rss) => [rss, hashOf(rss.guid !== null && counts.get(rss.guid) === 1 ? rss.guid : rss.enclosure.url)]),
  );
}

/**
 * Reads the feed of a podcast, queues new episodes for download, and notes the time of the check. Null when the feed
 * cannot be read.
 */
export function createEpisodeChecker(ctx: ServerContext) {
  const { editor } = ctx;
  return async (
    itemId: string,
    { since, limit, isAutomatic = false }: NewEpisodeCheck,
  ): Promise<RssEpisode[] | null> => {
    const feedUrl = podcastOf(editor.items.load(itemId))?.metadata.feedUrl;
    const feed = feedUrl ? await fetchFeed(ctx, feedUrl) : null;
    const item = podcastOf(editor.items.load(itemId));
    if (!item) return null;
    const isSame = sameIn(feed?.episodes ?? []);
    const undated = undatedIn(feed?.episodes ?? []);
    const seenBefore = new Set(ctx.store.settings.get<string[]>(seenUndated(itemId), []));
    const isLater = (rss: RssEpisode): boolean =>
      rss.publishedAt === null ? !seenBefore.has(undated.get(rss) ?? '') : rss.publishedAt > since;
    const isNew = (rss: RssEpisode): boolean => isLater(rss) && !item.episodes.some((episode) => isSame(episode, rss));
    const found = feed?.episodes.filter(isNew) ?? null;
    const episodes = found && limit > 0 ? found.slice(0, limit) : found;
    if (undated.size > 0) ctx.store.settings.set(seenUndated(itemId), [...undated.values()]);
    if (episodes) ctx.downloads.add(item, episodes, { isAutomatic });
    // A scheduled check has no waiting client: each new episode is announced when it is loaded.
    if (isAutomatic) {
      editor.items.noteEpisodeCheck(itemId, Date.now());
      return episodes;
    }
    await editor.change(
      itemId,
      (now) =>
        now.mediaType === 'podcast' ? { ...now, options: { ...now.options, lastEpisodeCheck: Date.now() } } : null,
      { metadata: false },
    );
    return episodes;
  };
}

const podcastOf = (item: Item | undefined): PodcastItem | undefined =>
  item?.mediaType === 'podcast' ? item : undefined;
