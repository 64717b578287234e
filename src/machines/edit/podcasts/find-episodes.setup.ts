import { assign, enqueueActions, sendTo, setup, fromCallback, type EventObject } from 'xstate';
import type { EpisodeDownload } from '../../../schemas/api/podcast-episode.ts';
import type { FeedEpisode, PodcastFeed } from '../../../schemas/api/podcast-feed.ts';
import type { DownloadQueue } from '../../../schemas/api/podcast-lists.ts';
import { type AppError, toAppError } from '../../../schemas/app-error.ts';
import { readFeed, downloadEpisodes } from '../../../services/endpoints/podcast-admin.ts';
import { getDownloadQueue } from '../../../services/endpoints/podcasts.ts';
import { getPorts } from '../../kit/ports.ts';
import { named } from '../../kit/system.ts';
import { keepError } from '../../kit/failure.logic.ts';
import { resource, type ResourceReport } from '../../kit/resource.machine.ts';
import type { FindEpisodesInput, FindEpisodesOutput } from '../../app/modals/modal-inputs.protocol.ts';
import type { DownloadNews } from '../../browse/episodes/downloads.machine.ts';
import {
  arrangeRows,
  downloadParts,
  feedRows,
  newOnes,
  newSince,
  type EpisodeMark,
  type FeedRow,
} from './feed-rows.logic.ts';
import { toast } from '../../kit/toast.ts';

interface EpisodeSenderInput {
  /** Of the library item. */
  readonly id: string;
  readonly parts: readonly (readonly FeedRow[])[];
}

type EpisodeSenderReport =
  { type: 'sender.partSettled'; rows: readonly FeedRow[]; error: AppError | null } | { type: 'sender.allSettled' };

/** Sends episodes to the download queue in parts; a failed part does not stop the others. */
const episodeSender = fromCallback<EventObject, EpisodeSenderInput>(({ input, sendBack, system }) => {
  const stop = new AbortController();
  const { api } = getPorts(system);

  async function run() {
    for (const rows of input.parts) {
      let error: AppError | null = null;
      try {
        const episodes = rows.map(({ episode }) => episode);
        await api.call(downloadEpisodes, { id: input.id, episodes }, stop.signal);
      } catch (cause) {
        error = toAppError(cause);
      }
      if (stop.signal.aborted) return;
      sendBack({ type: 'sender.partSettled', rows, error } satisfies EpisodeSenderReport);
    }
    sendBack({ type: 'sender.allSettled' } satisfies EpisodeSenderReport);
  }

  void run();
  return () => stop.abort();
});

type FindEpisodesEvent =
  | { type: 'findEpisodes.search'; text: string }
  /** Typing paused. */
  | { type: 'findEpisodes.searchSettled' }
  | { type: 'findEpisodes.turn' }
  | { type: 'findEpisodes.pick'; key: number; isOn: boolean }
  /** Inclusive. */
  | { type: 'findEpisodes.pickRange'; from: number; to: number }
  | { type: 'findEpisodes.pickAll'; isOn: boolean }
  /** `2026-03-24`, or empty. */
  | { type: 'findEpisodes.setSince'; day: string }
  | { type: 'findEpisodes.pickSince' }
  | { type: 'findEpisodes.download' }
  | { type: 'findEpisodes.retry' }
  | { type: 'findEpisodes.close' }
  | EpisodeSenderReport
  | ResourceReport<'feed', typeof readFeed>
  | ResourceReport<'queue', typeof getDownloadQueue>
  | DownloadNews;

interface FindEpisodesContext extends FindEpisodesInput {
  readonly episodes: readonly FeedEpisode[];
  readonly unreadable: number;
  /** File addresses in the queue. */
  readonly loading: ReadonlySet<string>;
  readonly typed: string;
  readonly search: string;
  readonly isDescending: boolean;
  readonly since: string;
  readonly rows: readonly FeedRow[];
  readonly shown: readonly FeedRow[];
  readonly picked: ReadonlySet<number>;
  /** Of the last sending; `error` of its last failed part. */
  readonly sent: number;
  readonly queued: number;
  readonly failed: number;
  readonly total: number;
  readonly error: AppError | null;
}

/** In ms: pause in typing. */
const SEARCH_MS = 500;
/** Queue events come in bursts: the queue is fetched after this pause, in ms. */
export const SETTLE_MS = 300;

type Download = { readonly download: EpisodeDownload };

export const findEpisodesSetup = setup({
  types: {
    input: {} as FindEpisodesInput,
    context: {} as FindEpisodesContext,
    events: {} as FindEpisodesEvent,
    output: {} as FindEpisodesOutput,
    tags: {} as 'busy' | 'failed',
    children: {} as { feed: 'feed'; queue: 'queue'; sender: 'sender' },
  },
  actors: { feed: resource('feed', readFeed), queue: resource('queue', getDownloadQueue), sender: episodeSender },
  guards: {
    isThis: ({ context }, { download }: Download) => download.libraryItemId === context.podcast.id,
    isOfThis: ({ context }, { libraryItemId }: { libraryItemId: string }) => libraryItemId === context.podcast.id,
    hasPicked: ({ context }) => context.picked.size > 0,
    hasFailed: ({ context }) => context.failed > 0,
  },
  actions: {
    keepFeed: assign((_, { data: { podcast } }: { data: PodcastFeed }) => ({
      episodes: podcast.episodes.items,
      unreadable: podcast.episodes.dropped.length,
      error: null,
    })),
    keepQueue: assign(({ context }, { data: { currentDownload, queue } }: { data: DownloadQueue }) => ({
      loading: new Set(
        [...(currentDownload ? [currentDownload] : []), ...queue.items]
          .filter(({ libraryItemId }) => libraryItemId === context.podcast.id)
          .map(({ url }) => url),
      ),
    })),
    addLoading: assign(({ context }, { download }: Download) => ({
      loading: new Set([...context.loading, download.url]),
    })),
    takeEnd: assign(({ context }, { download: { url, guid, failed } }: Download) => {
      const loaded: EpisodeMark = { url, guid: guid ?? null };
      return {
        loading: new Set([...context.loading].filter((other) => other !== url)),
        have: failed ? context.have : [...context.have, loaded],
      };
    }),
    /** Also unpicks what can no longer be downloaded. */
    mark: assign(({ context: { episodes, have, loading, picked } }) => {
      const rows = feedRows(episodes, have, loading);
      return { rows, picked: new Set([...picked].filter((key) => rows[key]?.state === 'new')) };
    }),
    arrange: assign(({ context: { rows, search, isDescending } }) => ({
      shown: arrangeRows(rows, search, isDescending),
    })),
    awaitMore: enqueueActions(({ enqueue }) => {
      enqueue.cancel('search');
      enqueue.raise({ type: 'findEpisodes.searchSettled' }, { id: 'search', delay: SEARCH_MS });
    }),
    turn: assign(({ context }) => ({ isDescending: !context.isDescending })),
    pick: assign(({ context: { picked, rows } }, { key, isOn }: { key: number; isOn: boolean }) => {
      if (rows[key]?.state !== 'new') return {};
      const others = [...picked].filter((other) => other !== key);
      return { picked: new Set(isOn ? [...others, key] : others) };
    }),
    pickRange: assign(({ context: { picked, shown } }, { from, to }: { from: number; to: number }) => ({
      picked: new Set([...picked, ...newOnes(shown.slice(Math.min(from, to), Math.max(from, to) + 1))]),
    })),
    pickAll: assign(({ context: { picked, shown } }, { isOn }: { isOn: boolean }) => {
      const these = new Set(newOnes(shown));
      return { picked: isOn ? new Set([...picked, ...these]) : new Set([...picked].filter((key) => !these.has(key))) };
    }),
    pickSince: assign(({ context: { picked, shown, since } }) => ({
      picked: new Set([...picked, ...newSince(shown, since)]),
    })),
    takePart: assign(({ context }, { rows, error }: { rows: readonly FeedRow[]; error: AppError | null }) => {
      if (error) return { failed: context.failed + rows.length, error };
      const keys = new Set(rows.map(({ key }) => key));
      return {
        queued: context.queued + rows.length,
        total: context.total + rows.length,
        picked: new Set([...context.picked].filter((key) => !keys.has(key))),
        loading: new Set([...context.loading, ...rows.map(({ episode }) => episode.enclosure.url)]),
      };
    }),
    notifyQueued: enqueueActions(({ context, enqueue }) => {
      enqueue.sendTo(
        named('toasts'),
        toast('success', 'findEpisodes', 'episodes.queued', { values: { count: context.queued } }),
      );
    }),
    rememberFailure: assign(keepError),
    retry: sendTo('feed', { type: 'resource.retry' }),
    markOutdated: sendTo('queue', { type: 'resource.markOutdated' }),
  },
});

export const senderInput = ({ podcast, rows, picked }: FindEpisodesContext) => ({
  id: podcast.id,
  parts: downloadParts(rows.filter(({ key }) => picked.has(key))),
});
