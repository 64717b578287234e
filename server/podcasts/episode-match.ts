import type { output } from 'zod/v4/core';
import type { episodeChange } from '../../src/schemas/requests/podcasts.ts';
import { sanitiseHtml } from '../items/html.ts';
import type { Episode } from '../items/model.ts';
import { unlikeness } from '../search/similarity.ts';
import { lastingChapters } from './episode-input.ts';
import { sameIn } from './episode-files.ts';
import type { RssEpisode } from './rss-feed.ts';

/** Titles further apart do not match: half of the letters may differ. */
const MAX_UNLIKENESS = 0.55;
/** For a match that no person checks. */
const MAX_UNLIKENESS_UNSEEN = 0.1;

/** The episodes of a feed whose title is like the given one, most alike first. */
export function searchEpisodes(episodes: readonly RssEpisode[], title: string): RssEpisode[] {
  return episodes
    .map((episode) => ({ episode, unlike: unlikeness(title, episode.title) }))
    .filter(({ unlike }) => unlike <= MAX_UNLIKENESS)
    .sort((a, b) => a.unlike - b.unlike)
    .map(({ episode }) => episode);
}

/** The changed episode with a new `updatedAt`, or the same one when nothing differs. */
function touched(before: Episode, after: Episode): Episode {
  const isSame = JSON.stringify({ ...before, updatedAt: 0 }) === JSON.stringify({ ...after, updatedAt: 0 });
  return isSame ? before : { ...after, updatedAt: Math.max(Date.now(), before.updatedAt + 1) };
}

function filledFrom(episode: Episode, rss: RssEpisode, override: boolean): Episode {
  const pick = (current: string | null, offered: string): string | null =>
    offered !== '' && (override || !current) ? offered : current;
  const { url, type, length } = rss.enclosure;
  const dated = override || episode.publishedAt === null;
  return touched(episode, {
    ...episode,
    title: pick(episode.title, rss.title) ?? '',
    subtitle: pick(episode.subtitle, rss.subtitle),
    description: pick(episode.description, rss.description),
    season: pick(episode.season, rss.season),
    episode: pick(episode.episode, rss.episode),
    episodeType: pick(episode.episodeType, rss.episodeType),
    pubDate: dated && rss.publishedAt !== null ? rss.pubDate : episode.pubDate,
    publishedAt: dated && rss.publishedAt !== null ? rss.publishedAt : episode.publishedAt,
    guid: pick(episode.guid, rss.guid ?? ''),
    enclosure: override || !episode.enclosure ? { url, type, length } : episode.enclosure,
  });
}

/**
 * Fills episodes from those of the feed with the same guid, address or title; `override` also replaces existing values.
 */
export function matchEpisodes(
  episodes: readonly Episode[],
  feed: readonly RssEpisode[],
  override: boolean,
): { episodes: Episode[]; numUpdated: number } {
  const isSame = sameIn(feed);
  const matched = episodes.map((episode) => {
    const [alike] = searchEpisodes(feed, episode.title);
    const isNear = alike !== undefined && unlikeness(episode.title, alike.title) <= MAX_UNLIKENESS_UNSEEN;
    const rss = feed.find((entry) => isSame(episode, entry)) ?? (isNear ? alike : undefined);
    return rss ? filledFrom(episode, rss, override) : episode;
  });
  return { episodes: matched, numUpdated: matched.filter((episode, index) => episode !== episodes[index]).length };
}

/** An episode with the changes of a body; the same object when nothing changes. */
export function patchEpisode(episode: Episode, change: output<typeof episodeChange>): Episode {
  const { title, description, publishedAt, chapters, ...texts } = change;
  return touched(episode, {
    ...episode,
    ...texts,
    title: title?.trim() || episode.title,
    description:
      description === undefined ? episode.description : description === null ? null : sanitiseHtml(description),
    publishedAt: publishedAt ?? episode.publishedAt,
    chapters: chapters === undefined ? episode.chapters : lastingChapters(chapters),
  });
}
