import fs from 'node:fs/promises';
import path from 'node:path';
import type { ServerContext } from '../context.ts';
import { messageOf } from '../errors.ts';
import { pathBelow } from '../http/safe-path.ts';
import { createItemEditor } from '../library/item-editor.ts';
import { expandedJson } from '../library/item-json.ts';
import { patchMedia } from '../library/media-patch.ts';
import type { PodcastItem } from '../library/model.ts';
import { downloadPicture, storePicture } from '../library/picture-store.ts';
import { toLibraryFile } from '../scan/scan-book.ts';
import type { Library, LibraryFolder } from '../store/libraries.repo.ts';
import { foundFile } from './episode-files.ts';

export interface NewPodcast {
  readonly library: Library;
  readonly folder: LibraryFolder;
  /** Absolute path of the folder to make for it. */
  readonly path: string;
  /** `media` of the request: metadata and options, checked like a change of an item. */
  readonly media: Record<string, unknown>;
}

export type CreateResult = PodcastItem | 'exists' | 'outside';

/** Makes podcasts: a folder, an item without episodes, the cover from the feed. Announces `item_added`. */
export function createPodcastCreator(ctx: ServerContext) {
  const editor = createItemEditor(ctx);

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
    await fs.mkdir(place, { recursive: true });
    const stats = await fs.stat(place);
    const now = Date.now();
    const { id, mediaId } = editor.items.newIds();
    const empty: PodcastItem = {
      id, mediaId, libraryId: library.id, folderId: folder.id, mediaType: 'podcast', ino: String(stats.ino),
      path: place, relPath: path.relative(folder.fullPath, place), isFile: false, isMissing: false, isInvalid: false,
      mtimeMs: Math.floor(stats.mtimeMs), ctimeMs: Math.floor(stats.ctimeMs), birthtimeMs: Math.floor(stats.birthtimeMs),
      addedAt: now, updatedAt: now, lastScan: null, scanVersion: null, coverPath: null, tags: [], libraryFiles: [], episodes: [],
      metadata: {
        title: path.basename(place), author: null, description: null, releaseDate: null, genres: [], feedUrl: null,
        imageUrl: null, itunesPageUrl: null, itunesId: null, itunesArtistId: null, explicit: false, language: null, type: 'episodic',
      },
      options: {
        autoDownloadEpisodes: false, autoDownloadSchedule: ctx.settings.get().podcastEpisodeSchedule, lastEpisodeCheck: now,
        maxEpisodesToKeep: 0, maxNewEpisodesToDownload: 3,
      },
    };
    const filled = await withCover(patchMedia(empty, media).item as PodcastItem);
    // Two calls for the same folder: the second one finds the first, which was stored while it loaded the cover.
    if (editor.items.byPath(library.id, place)) return 'exists';
    const item = editor.items.save(filled) as PodcastItem;
    ctx.events.item('item_added', expandedJson(item, editor.prefixes()));
    return item;
  };
}
