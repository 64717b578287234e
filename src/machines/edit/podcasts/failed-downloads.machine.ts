import { assign, setup, type ActorRefFrom, fromPromise } from 'xstate';
import { by } from '../../kit/by.ts';
import type { EpisodeDownload } from '../../../schemas/api/podcast-episode.ts';
import type { FeedEpisode } from '../../../schemas/api/podcast-feed.ts';
import { toAppError, type AppError } from '../../../schemas/app-error.ts';
import type { ServerEventOf } from '../../../schemas/socket/server-events.ts';
import { getItem } from '../../../services/endpoints/items.ts';
import { downloadEpisodes, readFeed } from '../../../services/endpoints/podcast-admin.ts';
import { getPorts } from '../../kit/ports.ts';
import { failureOf, type Failure } from '../../kit/failure.logic.ts';
import { fileKey } from './feed-rows.logic.ts';

type RetryProblem =
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

export type FailedDownloadNews = ServerEventOf<
  'server.episodeDownload.queued' | 'server.episodeDownload.started' | 'server.episodeDownload.finished'
>;

export type FailedDownloadsEvent =
  | FailedDownloadNews
  /** Queues these again, one after the other, with the feed's current data. */
  | { type: 'failedDownloads.retry'; ids: readonly string[] }
  | { type: 'failedDownloads.forget'; ids: readonly string[] };

export interface FailedDownload {
  readonly download: EpisodeDownload;
  /** Null: not retried yet. */
  readonly problem: RetryProblem | null;
}

interface FailedDownloadsContext {
  /** Newest first. */
  readonly failed: readonly FailedDownload[];
  /** Ids to retry; the first one is running. */
  readonly waiting: readonly string[];
}

const MOST_KEPT = 200;

const isSameFile = (one: EpisodeDownload, other: EpisodeDownload): boolean =>
  one.libraryItemId === other.libraryItemId && one.url === other.url;

const idOf = ({ download }: FailedDownload): string => download.id;

/** Downloads that failed since sign-in, which the server does not list. Kept until retried or dismissed. */
export const failedDownloadsMachine = setup({
  types: {
    context: {} as FailedDownloadsContext,
    events: {} as FailedDownloadsEvent,
    tags: {} as 'busy',
    children: {} as { retryDownload: 'retryDownload' },
  },
  actors: { retryDownload },
  guards: {
    hasFailed: (_, { download }: { download: EpisodeDownload }) => download.failed,
    isWaiting: ({ context }) => context.waiting.length > 0,
    isTriedForgotten: ({ context }, { ids }: { ids: readonly string[] }) => ids.includes(context.waiting[0] ?? ''),
  },
  actions: {
    keep: assign(({ context }, { download }: { download: EpisodeDownload }) => {
      const others = context.failed.filter((one) => !isSameFile(one.download, download));
      return { failed: [{ download, problem: null }, ...others].slice(0, MOST_KEPT) };
    }),
    drop: assign(({ context }, { download }: { download: EpisodeDownload }) => ({
      failed: context.failed.filter((one) => !isSameFile(one.download, download)),
    })),
    forget: assign(({ context }, { ids }: { ids: readonly string[] }) => ({
      failed: context.failed.filter((one) => !ids.includes(idOf(one))),
      waiting: context.waiting.filter((id) => !ids.includes(id)),
    })),
    wait: assign(({ context: { failed, waiting } }, { ids }: { ids: readonly string[] }) => ({
      waiting: [...waiting, ...failed.map(idOf).filter((id) => ids.includes(id) && !waiting.includes(id))],
    })),
    /** Queued meanwhile: needs no retry. */
    pass: assign(({ context: { failed, waiting } }) => ({
      waiting: waiting.filter((id) => failed.some((one) => idOf(one) === id)),
    })),
    /** Null: queued. */
    settle: assign(({ context }, { problem }: { problem: RetryProblem | null }) => {
      const [tried, ...others] = context.waiting;
      const failed = context.failed.flatMap((one) =>
        idOf(one) !== tried ? [one] : problem === null ? [] : [{ ...one, problem }],
      );
      return { failed, waiting: others };
    }),
  },
}).createMachine({
  id: 'failedDownloads',
  context: { failed: [], waiting: [] },
  initial: 'resting',
  on: {
    'server.episodeDownload.queued': { actions: by('drop') },
    'server.episodeDownload.started': { actions: by('drop') },
    'server.episodeDownload.finished': [{ guard: by('hasFailed'), actions: by('keep') }, { actions: by('drop') }],
    'failedDownloads.retry': { actions: by('wait') },
    'failedDownloads.forget': { actions: by('forget') },
  },
  states: {
    resting: { entry: 'pass', always: { guard: 'isWaiting', target: 'trying' } },
    trying: {
      tags: 'busy',
      invoke: {
        src: 'retryDownload',
        id: 'retryDownload',
        input: ({ context }) => ({ download: downloadIn(context) }),
        onDone: { target: 'resting', actions: { type: 'settle', params: ({ event }) => ({ problem: event.output }) } },
        onError: {
          target: 'resting',
          actions: { type: 'settle', params: ({ event }) => ({ problem: notQueued(failureOf({ event })) }) },
        },
      },
      on: {
        'failedDownloads.forget': [
          { guard: by('isTriedForgotten'), target: 'resting', actions: by('forget') },
          { actions: by('forget') },
        ],
      },
    },
  },
});

const notQueued = ({ cause }: Failure): RetryProblem => ({ kind: 'notQueued', error: toAppError(cause) });

function downloadIn({ failed, waiting }: FailedDownloadsContext): EpisodeDownload {
  const found = failed.find((one) => idOf(one) === waiting[0]);
  if (!found) throw new Error('A download that has not failed is tried again');
  return found.download;
}

export type FailedDownloadsRef = ActorRefFrom<typeof failedDownloadsMachine>;
