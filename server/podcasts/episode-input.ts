import type { output } from 'zod/v4/core';
import type { feedEpisode } from '../../src/schemas/requests/podcasts.ts';
import { createPace } from '../breathe.ts';
import { numberedChapter } from '../items/chapters.ts';
import type { Chapter } from '../items/files.types.ts';
import { sanitiseHtml, plainText } from '../items/html.ts';
import type { RssEpisode } from './rss-feed.ts';

type SentEpisode = output<typeof feedEpisode>;
type SentChapter = NonNullable<SentEpisode['chapters']>[number];

/** Chapters of an episode as stored: those with a duration, numbered as they were sent. */
export function lastingChapters(chapters: readonly SentChapter[]): Chapter[] {
  return chapters
    .map(({ start, end, title }, id) => numberedChapter({ start: start ?? 0, end: end ?? 0, title: title ?? '' }, id))
    .filter(({ start, end }) => end > start);
}

/** Episodes of a feed as a client sends them back, converted one by one: other requests run in between. */
export async function rssEpisodesOf(sent: readonly SentEpisode[]): Promise<RssEpisode[]> {
  const episodes: RssEpisode[] = [];
  const pace = createPace();
  for (const episode of sent) {
    await pace();
    episodes.push(rssEpisodeOf(episode));
  }
  return episodes;
}

/** Missing texts become ''. */
function rssEpisodeOf({ enclosure, chapters, ...sent }: SentEpisode): RssEpisode {
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
