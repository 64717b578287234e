import { fromPromise } from 'xstate';
import type { EpisodeDownload } from '../../schemas/api/episode-download.ts';
import type { FeedEpisode } from '../../schemas/api/podcast-feed.ts';
import { toAppError, type AppError } from '../../schemas/app-error.ts';
import { getItem } from '../../services/endpoints/items.ts';
import { downloadEpisodes, readFeed } from '../../services/endpoints/podcast-admin.ts';
import { getPorts } from '../app/ports.ts';
import { fileKey } from './feed-rows.logic.ts';

export type RetryProblem =
  | { readonly kind: 'noFeed' }
  | { readonly kind: 'feedUnread'; readonly url: string; readonly error: AppError }
  | { readonly kind: 'gone' }
  | { readonly kind: 'notQueued'; readonly error: AppError };

/** By file, else by guid if unique. */
export function episodeOf(episodes: readonly FeedEpisode[], download: EpisodeDownload): FeedEpisode | null {
  const guid = download.guid?.trim();
  const ofGuid = guid ? episodes.filter((episode) => episode.guid?.trim() === guid) : [];
  return (
    episodes.find(({ enclosure }) => enclosure.url === download.url) ??
    (ofGuid.length === 1 ? ofGuid[0] : null) ??
    episodes.find(({ enclosure }) => fileKey(enclosure.url) === fileKey(download.url)) ??
    null
  );
}

/** Reloads the feed and queues the episode; null: queued. For administrators. */
export const retryDownload = fromPromise<RetryProblem | null, { readonly download: EpisodeDownload }>(
  async ({ input: { download }, system, signal }) => {
    const { api } = getPorts(system);
    const item = await api.call(getItem, { id: download.libraryItemId }, signal);
    const feedUrl = item.mediaType === 'podcast' ? item.media.metadata.feedUrl : null;
    if (!feedUrl) return { kind: 'noFeed' };
    const answer = await api
      .call(readFeed, { url: feedUrl }, signal)
      .catch((cause: unknown): RetryProblem => ({ kind: 'feedUnread', url: feedUrl, error: toAppError(cause) }));
    if ('kind' in answer) return answer;
    const episode = episodeOf(answer.podcast.episodes.items, download);
    if (!episode) return { kind: 'gone' };
    await api.call(downloadEpisodes, { id: download.libraryItemId, episodes: [episode] }, signal);
    return null;
  },
);
