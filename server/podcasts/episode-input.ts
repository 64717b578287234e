import type { output } from 'zod/v4/core';
import type { episodesToDownload } from '../../src/schemas/requests/podcasts.ts';
import { numberedChapter } from '../items/chapters.ts';
import type { Chapter } from '../items/files.types.ts';
import { sanitiseHtml, plainText } from '../items/html.ts';
import type { RssEpisode } from './rss-feed.ts';

type SentEpisode = output<typeof episodesToDownload>[number];
type SentChapter = NonNullable<SentEpisode['chapters']>[number];

/** Chapters of an episode as they are kept: those that last, numbered as they were sent. */
export function lastingChapters(chapters: readonly SentChapter[]): Chapter[] {
  return chapters
    .map(({ start, end, title }, id) => numberedChapter({ start: start ?? 0, end: end ?? 0, title: title ?? '' }, id))
    .filter(({ start, end }) => end > start);
}

/** An episode of a feed as a client sends it back, with '' for what it does not say. */
export function rssEpisodeOf({ enclosure, chapters, ...sent }: SentEpisode): RssEpisode {
  const description = sanitiseHtml(sent.description ?? '');
  return {
    title: sent.title ?? '',
    subtitle: sent.subtitle ?? '',
    description,
    descriptionPlain: plainText(description),
    pubDate: sent.pubDate ?? '',
    episodeType: sent.episodeType ?? '',
    season: sent.season ?? '',
    episode: sent.episode ?? '',
    author: sent.author ?? '',
    duration: sent.duration ?? '',
    durationSeconds: sent.durationSeconds ?? null,
    explicit: sent.explicit ?? '',
    publishedAt: sent.publishedAt ?? null,
    enclosure: { url: enclosure.url, length: enclosure.length ?? '', type: enclosure.type ?? '' },
    guid: sent.guid || null,
    chaptersUrl: sent.chaptersUrl || null,
    chaptersType: sent.chaptersType || null,
    chapters: lastingChapters(chapters ?? []),
  };
}
