import { isRecord, isWebAddress } from '../http/input.ts';
import { sanitiseHtml, plainText } from '../library/html.ts';
import type { Chapter } from '../scan/types.ts';
import type { RssEpisode } from './rss-feed.ts';

const text = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '');
const time = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null);

/** Chapters of a request body: those with a start, an end and a title; undefined when it is no list. Seconds. */
export function chaptersIn(value: unknown): Chapter[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.filter(isRecord).flatMap(({ start, end, title }, id) => {
    const isRange = typeof start === 'number' && typeof end === 'number' && start >= 0 && end > start;
    return isRange ? [{ id, start, end, title: text(title) }] : [];
  });
}

/** An episode of a feed as a client sends it back; null without an address to load it from. */
export function rssEpisodeIn(value: unknown): RssEpisode | null {
  if (!isRecord(value)) return null;
  const enclosure = isRecord(value['enclosure']) ? value['enclosure'] : {};
  if (!isWebAddress(enclosure['url'])) return null;
  const description = sanitiseHtml(text(value['description']));
  return {
    title: text(value['title']),
    subtitle: text(value['subtitle']),
    description,
    descriptionPlain: plainText(description),
    pubDate: text(value['pubDate']),
    episodeType: text(value['episodeType']),
    season: text(value['season']),
    episode: text(value['episode']),
    author: text(value['author']),
    duration: text(value['duration']),
    durationSeconds: time(value['durationSeconds']),
    explicit: text(value['explicit']),
    publishedAt: time(value['publishedAt']),
    enclosure: { url: enclosure['url'], length: text(enclosure['length']), type: text(enclosure['type']) },
    guid: text(value['guid']) || null,
    chaptersUrl: text(value['chaptersUrl']) || null,
    chaptersType: text(value['chaptersType']) || null,
    chapters: chaptersIn(value['chapters']) ?? [],
  };
}
