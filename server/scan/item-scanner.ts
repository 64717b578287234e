import fs from 'node:fs/promises';
import path from 'node:path';
import { metadataDir } from '../config.ts';
import type { ServerContext } from '../context.ts';
import { createItemRepository } from '../library/items.repo.ts';
import type { BookItem, Item, PodcastItem } from '../library/model.ts';
import { fromJson } from '../store/database.ts';
import type { Library } from '../store/libraries.repo.ts';
import { itemDir, placeCover, toBookItem, toPodcastItem, withArrivals } from './apply.ts';
import { sameFile, scanBook } from './scan-book.ts';
import { scanPodcast } from './scan-podcast.ts';
import type { AudioFile, FoundItem, LibraryFile, ScanLog } from './types.ts';

export type ItemScanner = ReturnType<typeof createItemScanner>;

const audioFilesOf = (item: Item | undefined): AudioFile[] => {
  if (!item) return [];
  return item.mediaType === 'book' ? item.audioFiles : item.episodes.flatMap((episode) => episode.audioFile ?? []);
};

/** What the store knows of an item that decides whether it has to be read again. */
export interface KnownItem {
  readonly id: string;
  readonly isMissing: boolean;
  readonly libraryFiles: readonly LibraryFile[];
}

/** True when the files of an item are what the last scan saw. */
export function isUnchanged(found: FoundItem, before: KnownItem): boolean {
  const known = new Map(before.libraryFiles.map((file) => [file.metadata.path, file.metadata]));
  return !before.isMissing && found.files.length === known.size && found.files.every((file) => {
    const last = known.get(file.metadata.path);
    return last !== undefined && sameFile(last, file.metadata);
  });
}

/** Reads single items and stores them. */
export function createItemScanner(ctx: Omit<ServerContext, 'scans'>) {
  const { database } = ctx.store;
  const items = createItemRepository(database, () => ctx.settings.get().sortingPrefixes);
  const log: ScanLog = (level, message) => ctx.log[level]('Scan', message);

  const read = async (library: Library, folderId: string, found: FoundItem, before: Item | undefined, force: boolean): Promise<Item> => {
    const now = Date.now();
    const ids = items.newIds();
    const directory = itemDir(metadataDir(ctx.config), before?.id ?? ids.id);
    const known = new Map(force ? [] : audioFilesOf(before).map((file): [string, AudioFile] => [file.metadata.path, file]));
    const edited = await fs.readFile(path.join(directory, 'metadata.json'), 'utf8').catch(() => null);
    const options = {
      now, known, log, edited, audiobooksOnly: library.settings.audiobooksOnly ?? false, parseSubtitle: ctx.settings.get().scannerParseSubtitle,
      precedence: library.settings.metadataPrecedence ?? ['folderStructure', 'audioMetatags', 'nfoFile', 'txtFiles', 'opfFile', 'absMetadata'],
    };
    if (library.mediaType === 'book') {
      const scanned = await scanBook(found, options);
      const coverPath = await placeCover(before?.coverPath ?? null, scanned.cover, directory, log);
      return toBookItem(scanned, before as BookItem | undefined, { library, folderId, found, now, coverPath }, ids);
    }
    const scanned = await scanPodcast(found, options);
    const coverPath = await placeCover(before?.coverPath ?? null, scanned.cover, directory, log);
    const present = new Set((found.isFile ? [] : await fs.readdir(found.path).catch(() => [])).map((name) => path.join(found.path, name)));
    // Read again: a download may have added an episode since, whose file the walk did not see.
    const current = before && (items.load(before.id) as PodcastItem | undefined);
    return withArrivals(toPodcastItem(scanned, current, { library, folderId, found, now, coverPath }, ids), current, present);
  };

  const known = (row: { id: string; isMissing: number; libraryFiles: string } | undefined): KnownItem | undefined => row && {
    id: row.id, isMissing: row.isMissing === 1, libraryFiles: fromJson<LibraryFile[]>(row.libraryFiles, []),
  };
  const KNOWN = 'SELECT i.id, i.isMissing, f.libraryFiles FROM libraryItems i JOIN itemFiles f ON f.itemId = i.id WHERE i.libraryId = ?';

  return {
    items,
    /** What is known of a found item, by its path or, when it was moved, by its inode. `foundPaths` are those that exist now. */
    knownOf: (libraryId: string, found: FoundItem, foundPaths: ReadonlySet<string>): KnownItem | undefined => {
      const same = known(database.get(`${KNOWN} AND i.path = ?`, libraryId, found.path));
      if (same) return same;
      const moved = database.get<{ id: string; isMissing: number; libraryFiles: string; path: string }>(
        `${KNOWN.replace('i.isMissing', 'i.isMissing, i.path')} AND i.ino = ? AND i.isFile = ?`, libraryId, found.ino, found.isFile,
      );
      return moved && !foundPaths.has(moved.path) ? known(moved) : undefined;
    },
    /** Reads an item as found on disk and stores it; `knownItem` is what the store knows of it. */
    scan: async (library: Library, folderId: string, found: FoundItem, knownItem: KnownItem | undefined, force: boolean): Promise<Item> =>
      items.save(await read(library, folderId, found, knownItem && items.load(knownItem.id), force)),
    /** A podcast without episodes whose folder is there: not gone. */
    isEmptyPodcast: async (item: Item): Promise<boolean> => item.mediaType === 'podcast' && !item.isFile && item.episodes.length === 0 && fs.stat(item.path).then((stats) => stats.isDirectory(), () => false),
    /** Marks an item whose files are gone. */
    markMissing: (item: Item): Item => items.save({ ...item, isMissing: true, updatedAt: Date.now() }),
  };
}
