import type { ServerContext } from '../context.ts';
import { isRecord } from '../http/input.ts';
import { fetchJson } from '../http/outside.ts';
import type { Chapter } from '../items/files.types.ts';
import { plainTitle } from '../items/html.ts';
import { closeChapters } from '../scan/chapters.ts';
import { LONGEST } from '../../src/schemas/requests/fields.ts';
import { MOST_CHAPTERS, type RssEpisode } from './rss-feed.ts';

const MAX_BYTES = 1024 ** 2;

/**
 * Chapters of an episode: those of its feed, else those in the file that the feed names (`podcast:chapters`). Empty
 * where there are none to be had. `duration` in seconds.
 */
export async function feedChapters(
  { config, log }: Pick<ServerContext, 'config' | 'log'>,
  { chapters, chaptersUrl }: RssEpisode,
  duration: number,
  signal: AbortSignal,
): Promise<readonly Chapter[]> {
  if (chapters.length > 0 || chaptersUrl === null) return chapters;
  const json = await fetchJson(chaptersUrl, {
    maxBytes: MAX_BYTES,
    allowPrivate: config.allowPrivateRequests,
    signal,
    onFailure: (reason) => log.warn('Podcasts', `The chapters at "${chaptersUrl}" could not be loaded: ${reason}`),
  });
  const listed = isRecord(json) && Array.isArray(json['chapters']) ? json['chapters'] : [];
  const marks = listed.slice(0, MOST_CHAPTERS).flatMap((entry: unknown) => {
    // Those without a line in the contents only change the picture.
    if (!isRecord(entry) || typeof entry['startTime'] !== 'number' || entry['toc'] === false) return [];
    const title = typeof entry['title'] === 'string' ? plainTitle(entry['title'].slice(0, LONGEST)) : '';
    return [{ start: entry['startTime'], title }];
  });
  return closeChapters(marks, duration);
}
