import { randomUUID } from 'node:crypto';
import { messageOf } from '../errors.ts';
import type { BookItem, Episode, Item, ItemBase, PodcastItem } from '../items/model.ts';
import { isShown, shownFile, storePicture } from '../items/pictures.ts';
import type { Library } from '../store/libraries.repo.ts';
import { CONTRACT_VERSION } from '../version.ts';
import type {
  BookFields,
  FoundCover,
  FoundItem,
  ScanLog,
  ScannedBook,
  ScannedEpisode,
  ScannedPodcast,
} from './types.ts';

/**
 * The cover after a scan: the current one while its file exists and can be shown, else the first of the found pictures
 * that can. `directory` is the item's folder below `metadata`.
 */
export async function placeCover(
  before: string | null,
  { path: itemPath, covers }: { path: string; covers: readonly FoundCover[] },
  directory: string,
  log: ScanLog,
): Promise<string | null> {
  if (before && (await isShown(before))) return before;
  for (const found of covers) {
    try {
      return 'path' in found
        ? await shownFile(found.path, directory)
        : await storePicture(found.bytes, directory, 'cover');
    } catch (cause) {
      const name = 'path' in found ? `"${found.path}"` : 'A picture inside a file';
      log('warn', `${name} cannot be the cover of "${itemPath}": ${messageOf(cause)}`);
    }
  }
  if (covers.length > 0) log('warn', `"${itemPath}" has no cover: none of its pictures can be shown`);
  return null;
}

interface Place {
  library: Library;
  folderId: string;
  found: FoundItem;
  now: number;
  coverPath: string | null;
}

function baseOf(
  before: Item | undefined,
  { library, folderId, found, now, coverPath }: Place,
  ids: { id: string; mediaId: string },
): Omit<ItemBase, 'libraryFiles' | 'tags' | 'isInvalid'> {
  return {
    id: before?.id ?? ids.id,
    mediaId: before?.mediaId ?? ids.mediaId,
    libraryId: library.id,
    folderId,
    ino: found.ino,
    path: found.path,
    relPath: found.relPath,
    isFile: found.isFile,
    isMissing: false,
    mtimeMs: found.mtimeMs,
    ctimeMs: found.ctimeMs,
    birthtimeMs: found.birthtimeMs,
    addedAt: before?.addedAt ?? now,
    updatedAt: now,
    lastScan: now,
    scanVersion: CONTRACT_VERSION,
    coverPath,
  };
}

/** Known files keep their times and flags. */
function keepFileTimes(files: ItemBase['libraryFiles'], before: Item | undefined): ItemBase['libraryFiles'] {
  const known = new Map(before?.libraryFiles.map((file) => [file.metadata.path, file]));
  return files.map((file) => ({ ...file, addedAt: known.get(file.metadata.path)?.addedAt ?? file.addedAt }));
}

/** Names only: the repository finds or creates their rows. */
const named = (list: readonly string[] | undefined): { id: string; name: string }[] =>
  (list ?? []).map((name) => ({ id: '', name }));

export function toBookItem(
  scanned: ScannedBook,
  before: BookItem | undefined,
  place: Place,
  ids: { id: string; mediaId: string },
): BookItem {
  const fields: BookFields = scanned.fields;
  return {
    ...baseOf(before, place, ids),
    mediaType: 'book',
    isInvalid: scanned.isInvalid,
    tags: fields.tags ?? [],
    libraryFiles: keepFileTimes(scanned.libraryFiles, before),
    metadata: {
      title: fields.title ?? place.found.relPath,
      subtitle: fields.subtitle ?? null,
      authors: named(fields.authors),
      narrators: fields.narrators ?? [],
      series: (fields.series ?? []).map((entry) => ({ id: '', ...entry })),
      genres: fields.genres ?? [],
      publishedYear: fields.publishedYear ?? null,
      publishedDate: fields.publishedDate ?? null,
      publisher: fields.publisher ?? null,
      description: fields.description ?? null,
      isbn: fields.isbn ?? null,
      asin: fields.asin ?? null,
      language: fields.language ?? null,
      explicit: fields.explicit ?? false,
      abridged: fields.abridged ?? false,
    },
    audioFiles: scanned.audioFiles,
    chapters: scanned.chapters,
    ebookFile: scanned.ebookFile,
  };
}

function toEpisode(scanned: ScannedEpisode, before: Episode | undefined, now: number): Episode {
  if (before)
    return {
      ...before,
      audioFile: scanned.audioFile,
      chapters: scanned.chapters.length ? scanned.chapters : before.chapters,
    };
  return { id: randomUUID(), ...scanned, guid: null, enclosure: null, addedAt: now, updatedAt: now };
}

/** The item of a scanned podcast; episodes are matched by their file and keep their edits. */
export function toPodcastItem(
  scanned: ScannedPodcast,
  before: PodcastItem | undefined,
  place: Place,
  ids: { id: string; mediaId: string },
): PodcastItem {
  const { tags, ...metadata } = scanned.fields;
  const known = new Map(before?.episodes.map((episode) => [episode.audioFile?.metadata.path ?? episode.id, episode]));
  return {
    ...baseOf(before, place, ids),
    mediaType: 'podcast',
    isInvalid: scanned.isInvalid,
    tags: before?.tags ?? tags,
    libraryFiles: keepFileTimes(scanned.libraryFiles, before),
    metadata: before?.metadata ?? metadata,
    options: before?.options ?? {
      autoDownloadEpisodes: false,
      autoDownloadSchedule: null,
      lastEpisodeCheck: null,
      maxEpisodesToKeep: 0,
      maxNewEpisodesToDownload: 3,
    },
    episodes: scanned.episodes.map((episode) =>
      toEpisode(episode, known.get(episode.audioFile.metadata.path), place.now),
    ),
  };
}
