import fs from 'node:fs/promises';
import path from 'node:path';
import type { output } from 'zod/v4/core';
import type { newPodcast } from '../../src/schemas/requests/podcasts.ts';
import type { ServerContext } from '../context.ts';
import { messageOf } from '../errors.ts';
import { pathBelow } from '../http/safe-path.ts';
import { expandedJson } from '../items/item-json.ts';
import { patchMedia, podcastTexts } from '../library/media-patch.ts';
import type { PodcastItem } from '../items/model.ts';
import { storePicture } from '../items/pictures.ts';
import { downloadPicture } from '../library/download-picture.ts';
import { toLibraryFile } from '../scan/scan-book.ts';
import type { Library, LibraryFolder } from '../store/libraries.repo.ts';
import { foundFile } from './episode-files.ts';

/** `media` of a new podcast. */
export type SentMedia = output<typeof newPodcast>['media'];

export interface NewPodcast {
  readonly library: Library;
  readonly folder: LibraryFolder;
  /** Absolute path of the folder to create. */
  readonly path: string;
  readonly media: SentMedia;
}

export type CreateResult = PodcastItem | 'exists' | 'outside' | 'unusable';

/** A new podcast keeps empty texts; a change turns them into null. */
function keepEmpty(item: PodcastItem, given: SentMedia['metadata']): PodcastItem {
  const kept = podcastTexts.filter((key) => key !== 'type' && given[key] === '');
  return { ...item, metadata: { ...item.metadata, ...Object.fromEntries(kept.map((key) => [key, ''])) } };
}

/** Creates podcasts: a folder, an item without episodes, the cover from the feed. Announces `item_added`. */
export function createPodcastCreator(ctx: ServerContext) {
  const { editor } = ctx;

  const withCover = async (item: PodcastItem): Promise<PodcastItem> => {
    const { imageUrl } = item.metadata;
    if (!imageUrl) return item;
    try {
      const coverPath = await storePicture(await downloadPicture(ctx, imageUrl), item.path, 'cover');
      return { ...item, coverPath, libraryFiles: [toLibraryFile(await foundFile(item.path, coverPath), item.addedAt)] };
    } catch (cause) {
      ctx.log.warn('Podcasts', `The cover "${imageUrl}" cannot be used: ${messageOf(cause)}`);
      return item;
    }
  };

  return async ({ library, folder, path: wanted, media }: NewPodcast): Promise<CreateResult> => {
    const place = await pathBelow(folder.fullPath, wanted);
    if (place === null) return 'outside';
    if (editor.items.byPath(library.id, place)) return 'exists';
    const stats = await fs
      .mkdir(place, { recursive: true })
      .then(() => fs.stat(place))
      .catch((cause: unknown) => {
        ctx.log.error('Podcasts', `The folder "${place.slice(0, 300)}" cannot be made: ${messageOf(cause)}`);
        return null;
      });
    if (!stats) return 'unusable';
    const now = Date.now();
    const { id, mediaId } = editor.items.newIds();
    const empty: PodcastItem = {
      id,
      mediaId,
      libraryId: library.id,
      folderId: folder.id,
      mediaType: 'podcast',
      ino: String(stats.ino),
      path: place,
      relPath: path.relative(folder.fullPath, place),
      isFile: false,
      isMissing: false,
      isInvalid: false,
      mtimeMs: Math.floor(stats.mtimeMs),
      ctimeMs: Math.floor(stats.ctimeMs),
      birthtimeMs: Math.floor(stats.birthtimeMs),
      addedAt: now,
      updatedAt: now,
      lastScan: null,
      scanVersion: null,
      coverPath: null,
      tags: [],
      libraryFiles: [],
      episodes: [],
      metadata: {
        title: path.basename(place),
        author: null,
        description: null,
        releaseDate: null,
        genres: [],
        feedUrl: null,
        imageUrl: null,
        itunesPageUrl: null,
        itunesId: null,
        itunesArtistId: null,
        explicit: false,
        language: null,
        type: 'episodic',
      },
      options: {
        autoDownloadEpisodes: false,
        autoDownloadSchedule: ctx.settings.get().podcastEpisodeSchedule,
        lastEpisodeCheck: now,
        maxEpisodesToKeep: 0,
        maxNewEpisodesToDownload: 3,
      },
    };
    const filled = await withCover(keepEmpty(patchMedia(empty, media).item as PodcastItem, media.metadata));
    // Of two calls for the same folder the second finds the first, which was stored while the cover loaded.
    if (editor.items.byPath(library.id, place)) return 'exists';
    const item = editor.items.save(filled) as PodcastItem;
    ctx.events.item('item_added', expandedJson(item, editor.prefixes()));
    return item;
  };
}
