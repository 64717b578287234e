import { sanitiseHtml } from '../library/html.ts';
import type { Episode } from '../library/model.ts';
import { unlikeness } from '../search/similarity.ts';
import { chaptersIn } from './episode-input.ts';
import { isSameEpisode } from './episode-files.ts';
import type { RssEpisode } from './rss-feed.ts';

/** Titles further apart are no match: half of the letters may differ. */
const MAX_UNLIKENESS = 0.55;
/** For a match that nobody looks at. */
const MAX_UNLIKENESS_UNSEEN = 0.1;

/** The episodes of a feed whose title is like the given one, most alike first. */
export function searchEpisodes(episodes: readonly RssEpisode[], title: string): RssEpisode[] {
  return episodes
    .map((episode) => ({ episode, unlike: unlikeness(title, episode.title) }))
    .filter(({ unlike }) => unlike <= MAX_UNLIKENESS)
    .sort((a, b) => a.unlike - b.unlike)
    .map(({ episode }) => episode);
}

/** The changed episode with a new `updatedAt`, or the one before when nothing differs. */
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

/** Fills episodes from those of the feed with the same guid, address or title; `override` also replaces what is there. */
export function matchEpisodes(
  episodes: readonly Episode[],
  feed: readonly RssEpisode[],
  override: boolean,
): { episodes: Episode[]; numUpdated: number } {
  const matched = episodes.map((episode) => {
    const [alike] = searchEpisodes(feed, episode.title);
    const isNear = alike !== undefined && unlikeness(episode.title, alike.title) <= MAX_UNLIKENESS_UNSEEN;
    const rss = feed.find((entry) => isSameEpisode(episode, entry)) ?? (isNear ? alike : undefined);
    return rss ? filledFrom(episode, rss, override) : episode;
  });
  return { episodes: matched, numUpdated: matched.filter((episode, index) => episode !== episodes[index]).length };
}

/** An episode with the changes of a body; the same object when nothing changes. Values of a wrong type are passed over. */
export function patchEpisode(episode: Episode, body: Record<string, unknown>): Episode {
  const text = (key: string, current: string | null): string | null => {
    const value = body[key];
    if (value === null) return null;
    return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : current;
  };
  const { publishedAt } = body;
  const description = text('description', null);
  return touched(episode, {
    ...episode,
    title: text('title', null)?.trim() || episode.title,
    subtitle: text('subtitle', episode.subtitle),
    description: description === null ? (body['description'] === null ? null : episode.description) : sanitiseHtml(description),
    pubDate: text('pubDate', episode.pubDate),
    publishedAt: typeof publishedAt === 'number' && Number.isFinite(publishedAt) ? publishedAt : episode.publishedAt,
    season: text('season', episode.season),
    episode: text('episode', episode.episode),
    episodeType: text('episodeType', episode.episodeType),
    chapters: chaptersIn(body['chapters']) ?? episode.chapters,
  });
}
