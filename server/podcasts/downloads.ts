import { randomUUID } from 'node:crypto';
import type { ServerContext } from '../context.ts';
import { messageOf } from '../errors.ts';
import type { ItemFacts } from '../events/events.ts';
import type { PodcastItem } from '../items/model.ts';
import { createEpisodeLoader, factsOf, type EpisodeJob } from './load-episode.ts';
import type { RssEpisode } from './rss-feed.ts';

/** A download as the API shows it; times in ms. */
export interface EpisodeDownload {
  readonly id: string;
  readonly episodeDisplayTitle: string;
  readonly url: string;
  readonly libraryItemId: string;
  readonly libraryId: string;
  readonly isFinished: boolean;
  readonly failed: boolean;
  readonly appendRandomId: boolean;
  readonly startedAt: number | null;
  readonly createdAt: number;
  readonly finishedAt: number | null;
  readonly podcastTitle: string;
  readonly podcastExplicit: boolean;
  readonly season: string;
  readonly episode: string;
  readonly episodeType: string;
  readonly publishedAt: number | null;
  readonly guid: string | null;
}

interface Job {
  readonly shown: EpisodeDownload;
  readonly work: EpisodeJob;
  readonly facts: ItemFacts;
}

/** The one queue of episode downloads (`ctx.downloads`): one at a time, in order. */
export interface EpisodeDownloads {
  /** Queues episodes of a podcast; those that wait or load already are skipped. */
  add(item: PodcastItem, episodes: readonly RssEpisode[], options?: { isAutomatic?: boolean }): void;
  current(): EpisodeDownload | null;
  /** Waiting downloads, of all podcasts or of one. */
  queued(itemId?: string): EpisodeDownload[];
  /** Removes the waiting downloads of a podcast; the running one goes on. */
  clear(itemId: string): void;
}

type Base = Pick<
  ServerContext,
  'config' | 'store' | 'settings' | 'events' | 'editor' | 'parse' | 'tasks' | 'log' | 'notifications' | 'onClose'
>;

/** One download at a time, each with its task and its events. */
export function createEpisodeDownloads(ctx: Base): EpisodeDownloads {
  const stop = new AbortController();
  const load = createEpisodeLoader(ctx, stop.signal);
  let queue: Job[] = [];
  let running: { readonly job: Job; readonly done: Promise<void> } | null = null;

  const start = (job: Job): void => {
    const { shown, facts } = job;
    const { episodeDisplayTitle: title, libraryId, libraryItemId } = shown;
    const task = ctx.tasks.start({
      action: 'download-podcast-episode',
      about: facts,
      title: { text: 'Downloading episode', key: 'MessageDownloadingEpisode' },
      description: {
        text: `Downloading episode "${title}".`,
        key: 'MessageTaskDownloadingEpisodeDescription',
        subs: [title],
      },
      data: { libraryId, libraryItemId },
    });
    ctx.events.toViewers(facts, 'episode_download_started', shown);
    const done = load(job.work)
      .then(
        () => {
          task.finish();
          return false;
        },
        (cause: unknown) => {
          ctx.log.error('Podcasts', `The episode "${title}" could not be loaded: ${messageOf(cause)}`);
          task.fail({ text: 'Failed', key: 'MessageTaskFailed' });
          return true;
        },
      )
      .then((failed) => {
        const ended = { ...shown, isFinished: true, failed, finishedAt: Date.now() };
        ctx.events.toViewers(facts, 'episode_download_finished', ended);
        running = null;
        const next = stop.signal.aborted ? undefined : queue.shift();
        if (next) start(next);
      });
    running = { job, done };
  };

  ctx.onClose(async () => {
    stop.abort();
    queue = [];
    await running?.done;
  });

  return {
    add: (item, episodes, { isAutomatic = false } = {}) => {
      const own = [...(running ? [running.job] : []), ...queue].filter((job) => job.shown.libraryItemId === item.id);
      const known = new Set(own.map((job) => job.shown.url));
      for (const rss of episodes) {
        if (known.has(rss.enclosure.url) || stop.signal.aborted) continue;
        known.add(rss.enclosure.url);
        const shown = shownDownload(item, rss);
        const job: Job = {
          shown,
          facts: factsOf(item),
          work: { id: shown.id, libraryItemId: item.id, rss, isAutomatic },
        };
        if (running) {
          queue.push(job);
          ctx.events.toViewers(job.facts, 'episode_download_queued', shown);
        } else start(job);
      }
    },
    current: () => running?.job.shown ?? null,
    queued: (itemId) =>
      queue.map((job) => job.shown).filter((shown) => itemId === undefined || shown.libraryItemId === itemId),
    clear: (itemId) => {
      const kept = queue.filter((job) => job.shown.libraryItemId !== itemId);
      const [dropped] = queue.filter((job) => job.shown.libraryItemId === itemId);
      queue = kept;
      if (dropped) ctx.events.toViewers(dropped.facts, 'episode_download_queue_cleared', itemId);
    },
  };
}

function shownDownload(item: PodcastItem, rss: RssEpisode): EpisodeDownload {
  return {
    id: randomUUID(),
    episodeDisplayTitle: rss.title,
    url: rss.enclosure.url,
    libraryItemId: item.id,
    libraryId: item.libraryId,
    isFinished: false,
    failed: false,
    appendRandomId: false,
    startedAt: null,
    createdAt: Date.now(),
    finishedAt: null,
    podcastTitle: item.metadata.title,
    podcastExplicit: item.metadata.explicit,
    season: rss.season,
    episode: rss.episode,
    episodeType: rss.episodeType,
    publishedAt: rss.publishedAt,
    guid: rss.guid,
  };
}
