import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { itemDir } from '../config.ts';
import type { ServerContext } from '../context.ts';
import { isUnwritten } from '../items/item-editor.ts';
import { audioFilesOf, type Item } from '../items/model.ts';
import { fromJson } from '../store/database.ts';
import type { Library } from '../store/libraries.repo.ts';
import { breathe } from '../breathe.ts';
import { keepDecisions } from './decisions.ts';
import { placeCover, toBookItem, toPodcastItem } from './apply.ts';
import { withArrivals, withNewerEdits, withoutRemoved } from './meanwhile.ts';
import { sameFile, scanBook } from './scan-book.ts';
import { scanPodcast } from './scan-podcast.ts';
import type { AudioFile, LibraryFile } from '../items/files.types.ts';
import type { FoundFile, FoundItem, ScanLog, ScannedBook } from './types.ts';
import type { WalkOptions } from './walk.ts';

export type ItemScanner = ReturnType<typeof createItemScanner>;

/** Stored data of an item that decides whether to read it again. */
export interface KnownItem {
  readonly id: string;
  readonly isMissing: boolean;
  readonly libraryFiles: readonly LibraryFile[];
}

/** True when the files of an item are the same as at the last scan. */
export function isUnchanged(found: FoundItem, before: KnownItem): boolean {
  const known = new Map(before.libraryFiles.map((file) => [file.metadata.path, file.metadata]));
  return (
    !before.isMissing &&
    found.files.length === known.size &&
    found.files.every((file) => {
      const last = known.get(file.metadata.path);
      return last !== undefined && sameFile(last, file.metadata);
    })
  );
}

/** Inodes are reused at once: a folder is the same only when one of its files is, too. */
function hasFilesOf(found: FoundItem, files: readonly LibraryFile[]): boolean {
  const identity = ({ ino, metadata }: Pick<LibraryFile, 'ino' | 'metadata'>) =>
    `${ino} ${metadata.size} ${metadata.mtimeMs}`;
  const before = new Set(files.filter(({ fileType }) => fileType === 'audio' || fileType === 'ebook').map(identity));
  return before.size === 0 || found.files.some((file) => before.has(identity(file)));
}

/** The text of the first existing file, null when none exists. */
async function firstText([file, ...others]: readonly string[]): Promise<string | null> {
  return file === undefined ? null : fs.readFile(file, 'utf8').catch(() => firstText(others));
}

export const walkOptionsOf = ({ mediaType, settings }: Library): WalkOptions => ({
  audioOnly: mediaType === 'podcast' || settings.audiobooksOnly === true,
});

/** Scans single items and merges the result with what is stored by then. */
export function createItemScanner(ctx: Omit<ServerContext, 'scans'>) {
  const { database } = ctx.store;
  const { items } = ctx.editor;
  const log: ScanLog = (level, message) => ctx.log[level]('Scan', message);

  const read = async (
    library: Library,
    folderId: string,
    found: FoundItem,
    before: Item | undefined,
    force: boolean,
  ): Promise<(current: Item | undefined) => Item> => {
    const now = Date.now();
    const isFileOld = before !== undefined && isUnwritten(before.id);
    const ids = items.newIds();
    const directory = itemDir(ctx.config, before?.id ?? ids.id);
    const known = new Map(
      force || !before ? [] : audioFilesOf(before).map((file): [string, AudioFile] => [file.metadata.path, file]),
    );
    const beside =
      ctx.settings.get().storeMetadataWithItem && !found.isFile ? [path.join(found.path, 'metadata.json')] : [];
    const edited = before ? await firstText([path.join(directory, 'metadata.json'), ...beside]) : null;
    const options = {
      now,
      probe: (file: FoundFile, at: number) => ctx.parse('audio', { file, now: at }),
      known,
      log,
      edited,
      audiobooksOnly: library.settings.audiobooksOnly ?? false,
      parseSubtitle: ctx.settings.get().scannerParseSubtitle,
      precedence: library.settings.metadataPrecedence ?? [
        'folderStructure',
        'audioMetatags',
        'nfoFile',
        'txtFiles',
        'opfFile',
        'absMetadata',
      ],
    };
    const coverOf = ({ covers }: Pick<ScannedBook, 'covers'>) =>
      placeCover(before?.coverPath ?? null, { path: found.path, covers }, directory, log);
    if (library.mediaType === 'book') {
      const scanned = await scanBook(found, options);
      const coverPath = await coverOf(scanned);
      const last = before?.mediaType === 'book' ? before : undefined;
      const made = toBookItem(scanned, last, { library, folderId, found, now, coverPath }, ids);
      const book = last ? keepDecisions(made, last) : made;
      return (stored) => {
        const current = stored?.mediaType === 'book' ? stored : undefined;
        return withoutRemoved(withNewerEdits(book, isFileOld ? undefined : last, current), last, current);
      };
    }
    const scanned = await scanPodcast(found, options);
    const coverPath = await coverOf(scanned);
    const present = new Set(
      (found.isFile ? [] : await fs.readdir(found.path).catch(() => [])).map((name) => path.join(found.path, name)),
    );
    // A download may have added an episode since, whose file the walk did not see.
    return (stored) => {
      const current = stored?.mediaType === 'podcast' ? stored : undefined;
      const isNewCover = current && current.coverPath !== (before?.coverPath ?? null);
      const place = { library, folderId, found, now, coverPath: isNewCover ? current.coverPath : coverPath };
      const made = withArrivals(toPodcastItem(scanned, current, place, ids), current, present);
      return withoutRemoved(made, before, current);
    };
  };

  const known = (row: { id: string; isMissing: number; libraryFiles: string } | undefined): KnownItem | undefined =>
    row && {
      id: row.id,
      isMissing: row.isMissing === 1,
      libraryFiles: fromJson<LibraryFile[]>(row.libraryFiles, []),
    };
  const KNOWN =
    'SELECT i.id, i.isMissing, f.libraryFiles FROM libraryItems i JOIN itemFiles f ON f.itemId = i.id WHERE i.libraryId = ?';

  return {
    items,
    /** Finds a stored item by its path or, when it was moved, by its inode. */
    knownOf: (libraryId: string, found: FoundItem): KnownItem | undefined => {
      const same = known(database.get(`${KNOWN} AND i.path = ?`, libraryId, found.path));
      if (same) return same;
      const moved = database
        .all<{ id: string; isMissing: number; libraryFiles: string; path: string }>(
          `${KNOWN.replace('i.isMissing', 'i.isMissing, i.path')} AND i.ino = ? AND i.isFile = ?`,
          libraryId,
          found.ino,
          found.isFile,
        )
        .find((row) => !existsSync(row.path) && hasFilesOf(found, fromJson<LibraryFile[]>(row.libraryFiles, [])));
      return known(moved);
    },
    /** Reads an item as found on disk and stores it; `knownItem` is its stored data. */
    scan: async (
      library: Library,
      folderId: string,
      found: FoundItem,
      knownItem: KnownItem | undefined,
      force: boolean,
    ): Promise<Item> => {
      const before = knownItem && items.load(knownItem.id);
      const make = await read(library, folderId, found, before, force);
      await breathe();
      return database.transaction(() => items.save(make(before && items.load(before.id))));
    },
    /** A podcast without episodes whose folder exists is not missing. */
    isEmptyPodcast: async (item: Item): Promise<boolean> =>
      item.mediaType === 'podcast' &&
      !item.isFile &&
      item.episodes.length === 0 &&
      fs.stat(item.path).then(
        (stats) => stats.isDirectory(),
        () => false,
      ),
    /** Marks an item whose files are missing. */
    markMissing: ({ id }: Item): Item | undefined =>
      database.transaction(() => {
        const item = items.load(id);
        return item && items.save({ ...item, isMissing: true, updatedAt: Date.now() });
      }),
  };
}
