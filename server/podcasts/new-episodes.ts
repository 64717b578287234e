import type { ServerContext } from '../context.ts';
import type { Item, PodcastItem } from '../items/model.ts';
import { sameIn } from './episode-files.ts';
import { fetchFeed } from './fetch-feed.ts';
import type { RssEpisode } from './rss-feed.ts';

export interface NewEpisodeCheck {
  /** Only episodes published after this time, in ms. */
  readonly since: number;
  /** Most episodes to load, 0 for all. */
  readonly limit: number;
  /** By the schedule: the podcast may be limited to its newest episodes. */
  readonly isAutomatic?: boolean;
}

/**
 * Reads the feed of a podcast, puts what is new into the download queue, and notes the time of the check. Null when the
 * feed cannot be read.
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
    const isNew = (rss: RssEpisode): boolean =>
      (rss.publishedAt ?? 0) > since && !item.episodes.some((episode) => isSame(episode, rss));
    const found = feed?.episodes.filter(isNew) ?? null;
    const episodes = found && limit > 0 ? found.slice(0, limit) : found;
    if (episodes) ctx.downloads.add(item, episodes, { isAutomatic });
    // Nobody waits for a check by the schedule: each episode that it finds is told when it is there.
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
