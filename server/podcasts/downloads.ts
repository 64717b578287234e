import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { ServerContext } from '../context.ts';
import { messageOf } from '../errors.ts';
import { downloadOutside } from '../http/outside.ts';
import { createItemRepository } from '../library/items.repo.ts';
import { episodeExpanded, expandedJson } from '../library/item-json.ts';
import type { Episode, PodcastItem } from '../library/model.ts';
import { probeAudio } from '../scan/audio-probe.ts';
import { toLibraryFile } from '../scan/scan-book.ts';
import type { AudioFile } from '../scan/types.ts';
import { episodeFromRss, episodePath, foundFile } from './episode-files.ts';
import type { RssEpisode } from './rss-feed.ts';

/** Largest episode, in bytes, and longest time for one, in ms. */
const MAX_EPISODE_BYTES = 4 * 1024 ** 3;
const MAX_DOWNLOAD_MS = 6 * 3600_000;

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
  readonly rss: RssEpisode;
  /** Came by the schedule: old episodes make room. */
  readonly isAutomatic: boolean;
}

/** The one queue of episode downloads (`ctx.downloads`): one at a time, in order. */
export interface EpisodeDownloads {
  /** Puts episodes of a podcast into the queue; those that wait or load already are passed over. */
  add(item: PodcastItem, episodes: readonly RssEpisode[], options?: { isAutomatic?: boolean }): void;
  current(): EpisodeDownload | null;
  /** What waits, of all podcasts or of one. */
  queued(itemId?: string): EpisodeDownload[];
  /** Takes what waits of a podcast out of the queue; the running download goes on. */
  clear(itemId: string): void;
}

type Base = Pick<ServerContext, 'config' | 'store' | 'settings' | 'events' | 'tasks' | 'log' | 'notifications' | 'onClose'>;

export function createEpisodeDownloads(ctx: Base): EpisodeDownloads {
  const prefixes = (): readonly string[] => ctx.settings.get().sortingPrefixes;
  const items = createItemRepository(ctx.store.database, prefixes);
  const stop = new AbortController();
  let queue: Job[] = [];
  let running: { readonly job: Job; readonly done: Promise<void> } | null = null;

  const load = (id: string): PodcastItem => {
    const item = items.load(id);
    if (item?.mediaType !== 'podcast') throw new Error('The podcast is gone');
    return item;
  };

  /** Stores the episode of a new file. Everything is read again here: the item may have changed while the file was loading. */
  const addEpisode = (job: Job, audioFile: AudioFile): { item: PodcastItem; episode: Episode } => {
    const now = Date.now();
    const item = load(job.shown.libraryItemId);
    const file = audioFile.metadata.path;
    const scanned = item.episodes.find((entry) => entry.audioFile?.metadata.path === file);
    const made = episodeFromRss(job.rss, audioFile, now);
    const episode = scanned ? { ...made, id: scanned.id, addedAt: scanned.addedAt } : made;
    const isKnownFile = item.libraryFiles.some((entry) => entry.metadata.path === file);
    const libraryFile = toLibraryFile({ ino: audioFile.ino, metadata: audioFile.metadata, fileType: 'audio' }, now);
    const stored = items.save({
      ...item,
      updatedAt: Math.max(now, item.updatedAt + 1),
      isMissing: false,
      episodes: scanned ? item.episodes.map((entry) => (entry === scanned ? episode : entry)) : [...item.episodes, episode],
      libraryFiles: isKnownFile ? item.libraryFiles : [...item.libraryFiles, libraryFile],
    });
    return { item: stored as PodcastItem, episode };
  };

  /** Keeps the newest episodes of a podcast that limits their number; the files of the others are deleted. */
  const makeRoom = async (item: PodcastItem): Promise<PodcastItem> => {
    const limit = item.options.maxEpisodesToKeep;
    if (limit <= 0 || item.episodes.length <= limit) return item;
    const byAge = [...item.episodes].sort((a, b) => (b.publishedAt ?? b.addedAt) - (a.publishedAt ?? a.addedAt));
    const removed = new Set(byAge.slice(limit));
    const paths = new Set([...removed].map((episode) => episode.audioFile?.metadata.path));
    for (const file of paths) if (file !== undefined) await fs.rm(file, { force: true });
    const current = load(item.id);
    const removedIds = new Set([...removed].map((episode) => episode.id));
    return items.save({
      ...current,
      episodes: current.episodes.filter((episode) => !removedIds.has(episode.id)),
      libraryFiles: current.libraryFiles.filter((file) => !paths.has(file.metadata.path)),
    }) as PodcastItem;
  };

  const notify = ({ id, libraryId, metadata, tags }: PodcastItem, episode: Episode): void => {
    const data = {
      libraryItemId: id, libraryId, libraryName: ctx.store.libraries.byId(libraryId)?.name ?? '', mediaTags: tags.join(', '),
      podcastTitle: metadata.title, podcastAuthor: metadata.author ?? '', podcastDescription: metadata.description ?? '',
      podcastGenres: metadata.genres.join(', '), episodeId: episode.id, episodeTitle: episode.title,
      episodeSubtitle: episode.subtitle ?? '', episodeDescription: episode.description ?? '',
    };
    ctx.notifications.fire('onPodcastEpisodeDownloaded', data, libraryId);
  };

  const run = async (job: Job): Promise<void> => {
    const { id, url, libraryItemId } = job.shown;
    const item = load(libraryItemId);
    if (item.isFile) throw new Error('The podcast has no folder');
    await fs.mkdir(item.path, { recursive: true });
    const part = path.join(item.path, `.${id}.part`);
    await downloadOutside(url, part, {
      maxBytes: MAX_EPISODE_BYTES, timeoutMs: MAX_DOWNLOAD_MS, allowPrivate: ctx.config.allowPrivateRequests, signal: stop.signal,
    });
    const file = await episodePath(item.path, job.rss, id);
    await fs.rename(part, file);
    const probe = await probeAudio(await foundFile(item.path, file), Date.now());
    if (!probe.ok) {
      await fs.rm(file, { force: true });
      throw new Error(probe.reason);
    }
    const added = addEpisode(job, probe.audio);
    const stored = job.isAutomatic ? await makeRoom(added.item) : added.item;
    if (job.isAutomatic) notify(stored, added.episode);
    const libraryItem = expandedJson(stored, prefixes());
    ctx.events.item('item_updated', libraryItem);
    if (!stored.episodes.some((episode) => episode.id === added.episode.id)) return;
    ctx.events.toLibrary(stored.libraryId, 'episode_added', { ...episodeExpanded(stored, added.episode), libraryItem });
  };

  const start = (job: Job): void => {
    const { shown } = job;
    const { episodeDisplayTitle: title, libraryId, libraryItemId } = shown;
    const task = ctx.tasks.start({
      action: 'download-podcast-episode',
      title: { text: 'Downloading episode', key: 'MessageDownloadingEpisode' },
      description: { text: `Downloading episode "${title}".`, key: 'MessageTaskDownloadingEpisodeDescription', subs: [title] },
      data: { libraryId, libraryItemId },
    });
    ctx.events.toLibrary(libraryId, 'episode_download_started', shown);
    const done = run(job).then(
      () => {
        task.finish();
        return false;
      },
      (cause: unknown) => {
        ctx.log.error('Podcasts', `The episode "${title}" could not be loaded: ${messageOf(cause)}`);
        task.fail({ text: 'Failed', key: 'MessageTaskFailed' });
        return true;
      },
    ).then((failed) => {
      const ended = { ...shown, isFinished: true, failed, finishedAt: Date.now() };
      ctx.events.toLibrary(libraryId, 'episode_download_finished', ended);
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
      for (const rss of episodes) {
        const jobs = running ? [running.job, ...queue] : queue;
        const isKnown = jobs.some(({ shown }) => shown.libraryItemId === item.id && shown.url === rss.enclosure.url);
        if (isKnown || stop.signal.aborted) continue;
        const job: Job = { rss, isAutomatic, shown: shownDownload(item, rss) };
        if (running) {
          queue.push(job);
          ctx.events.toLibrary(item.libraryId, 'episode_download_queued', job.shown);
        } else start(job);
      }
    },
    current: () => running?.job.shown ?? null,
    queued: (itemId) => queue.map((job) => job.shown).filter((shown) => itemId === undefined || shown.libraryItemId === itemId),
    clear: (itemId) => {
      const kept = queue.filter((job) => job.shown.libraryItemId !== itemId);
      const [dropped] = queue.filter((job) => job.shown.libraryItemId === itemId);
      queue = kept;
      if (dropped) ctx.events.toLibrary(dropped.shown.libraryId, 'episode_download_queue_cleared', itemId);
    },
  };
}

function shownDownload(item: PodcastItem, rss: RssEpisode): EpisodeDownload {
  return {
    id: randomUUID(), episodeDisplayTitle: rss.title, url: rss.enclosure.url, libraryItemId: item.id, libraryId: item.libraryId,
    isFinished: false, failed: false, appendRandomId: false, startedAt: null, createdAt: Date.now(), finishedAt: null,
    podcastTitle: item.metadata.title, podcastExplicit: item.metadata.explicit,
    season: rss.season, episode: rss.episode, episodeType: rss.episodeType, publishedAt: rss.publishedAt, guid: rss.guid,
  };
}
