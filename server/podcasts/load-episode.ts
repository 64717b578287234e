import fs from 'node:fs/promises';
import path from 'node:path';
import type { ServerContext } from '../context.ts';
import { downloadOutside } from '../http/outside.ts';
import { episodeExpanded, expandedJson } from '../items/item-json.ts';
import type { Episode, PodcastItem } from '../items/model.ts';
import { numbersFromFilename } from '../scan/folder-name.ts';
import { toLibraryFile } from '../scan/scan-book.ts';
import type { AudioFile } from '../items/files.types.ts';
import type { ItemFacts } from '../events/events.ts';
import { episodeFromRss, episodePath, foundFile } from './episode-files.ts';
import type { RssEpisode } from './rss-feed.ts';

/** Largest episode, in bytes, and longest time for one, in ms. */
const MAX_EPISODE_BYTES = 4 * 1024 ** 3;
const MAX_DOWNLOAD_MS = 6 * 3600_000;

/** The fields that decide who may see a podcast. */
export const factsOf = ({ libraryId, metadata, tags }: PodcastItem): ItemFacts => ({
  libraryId,
  explicit: metadata.explicit,
  tags,
});

export interface EpisodeJob {
  readonly id: string;
  readonly libraryItemId: string;
  readonly rss: RssEpisode;
  /** Queued by the schedule: old episodes make room. */
  readonly isAutomatic: boolean;
}

interface Added {
  readonly item: PodcastItem;
  readonly episode: Episode;
}

type Base = Pick<ServerContext, 'config' | 'store' | 'settings' | 'events' | 'notifications' | 'editor' | 'parse'>;

/**
 * Loads one episode into the folder of its podcast and announces `item_updated` and `episode_added`. Rejects when there
 * is no audio at its address, and leaves nothing behind.
 */
export function createEpisodeLoader(ctx: Base, signal: AbortSignal): (job: EpisodeJob) => Promise<void> {
  const prefixes = (): readonly string[] => ctx.settings.get().sortingPrefixes;
  const { items } = ctx.editor;

  const load = (id: string): PodcastItem => {
    const item = items.load(id);
    if (item?.mediaType !== 'podcast') throw new Error('The podcast is gone');
    return item;
  };

  /** Stores the episode of a new file. Reads everything again: the item may have changed while the file loaded. */
  const addEpisode = (job: EpisodeJob, audioFile: AudioFile): Added => {
    const now = Date.now();
    const item = load(job.libraryItemId);
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
      episodes: scanned
        ? item.episodes.map((entry) => (entry === scanned ? episode : entry))
        : [...item.episodes, episode],
      libraryFiles: isKnownFile ? item.libraryFiles : [...item.libraryFiles, libraryFile],
    });
    return { item: stored as PodcastItem, episode };
  };

  /** Keeps the newest episodes of a podcast with a limit; the files of the others are deleted. */
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
      libraryItemId: id,
      libraryId,
      libraryName: ctx.store.libraries.byId(libraryId)?.name ?? '',
      mediaTags: tags.join(', '),
      podcastTitle: metadata.title,
      podcastAuthor: metadata.author ?? '',
      podcastDescription: metadata.description ?? '',
      podcastGenres: metadata.genres.join(', '),
      episodeId: episode.id,
      episodeTitle: episode.title,
      episodeSubtitle: episode.subtitle ?? '',
      episodeDescription: episode.description ?? '',
    };
    ctx.notifications.fire('onPodcastEpisodeDownloaded', data, libraryId);
  };

  /** The loaded and scanned file of an episode; removed again when it cannot be used. */
  const loadFile = async (
    { id, rss }: EpisodeJob,
    folder: string,
    store: (audioFile: AudioFile) => Added,
  ): Promise<Added> => {
    await fs.mkdir(folder, { recursive: true });
    const part = path.join(folder, `.${id}.part`);
    await downloadOutside(rss.enclosure.url, part, {
      maxBytes: MAX_EPISODE_BYTES,
      timeoutMs: MAX_DOWNLOAD_MS,
      allowPrivate: ctx.config.allowPrivateRequests,
      signal,
    });
    let file = part;
    try {
      const probe = await ctx.parse('audio', { file: await foundFile(folder, part), now: Date.now() });
      if (!probe.ok) throw new Error(probe.reason);
      const { ext, audio } = probe;
      const place = await episodePath(folder, rss, id, ext);
      await fs.rename(part, place);
      file = place;
      const { ino, metadata } = await foundFile(folder, place);
      const { track: trackNumFromFilename, disc: discNumFromFilename } = numbersFromFilename(metadata.relPath);
      return store({ ...audio, ino, metadata, trackNumFromFilename, discNumFromFilename });
    } catch (cause) {
      await fs.rm(file, { force: true });
      throw cause;
    }
  };

  return async (job) => {
    const { isFile, path: folder } = load(job.libraryItemId);
    if (isFile) throw new Error('The podcast has no folder');
    const { item, episode } = await loadFile(job, folder, (audioFile) => addEpisode(job, audioFile));
    const stored = job.isAutomatic ? await makeRoom(item) : item;
    if (job.isAutomatic) notify(stored, episode);
    const libraryItem = expandedJson(stored, prefixes());
    ctx.events.item('item_updated', libraryItem);
    if (!stored.episodes.some((entry) => entry.id === episode.id)) return;
    ctx.events.toViewers(factsOf(stored), 'episode_added', { ...episodeExpanded(stored, episode), libraryItem });
  };
}
