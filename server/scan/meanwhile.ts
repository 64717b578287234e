import type { BookItem, Item, PodcastItem } from '../items/model.ts';
import { keepDecisions } from './decisions.ts';

/*
 * Changes by people while a scan reads the files of an item win over the scan. `before` is the item at the start of the
 * scan, `current` the stored item at its end.
 */

/** A scanned book with the edits made meanwhile. Excluded files and a chosen order always stay. */
export function withNewerEdits(
  scanned: BookItem,
  before: BookItem | undefined,
  current: BookItem | undefined,
): BookItem {
  if (!current || (before && current.updatedAt === before.updatedAt)) return scanned;
  const { metadata, tags, chapters, coverPath } = current;
  return keepDecisions({ ...scanned, metadata, tags, chapters, coverPath }, current);
}

/** A scanned podcast with the episodes added meanwhile: those whose file is `present` in the folder now (paths). */
export function withArrivals(
  scanned: PodcastItem,
  current: PodcastItem | undefined,
  present: ReadonlySet<string>,
): PodcastItem {
  const seen = new Set(scanned.libraryFiles.map((file) => file.metadata.path));
  const hasArrived = (file: { metadata: { path: string } } | null): boolean =>
    file !== null && present.has(file.metadata.path) && !seen.has(file.metadata.path);
  return {
    ...scanned,
    episodes: [...scanned.episodes, ...(current?.episodes ?? []).filter((episode) => hasArrived(episode.audioFile))],
    libraryFiles: [...scanned.libraryFiles, ...(current?.libraryFiles ?? []).filter(hasArrived)],
  };
}

/** A scanned item without the files, and their episodes, that were removed meanwhile. */
export function withoutRemoved<Kind extends BookItem | PodcastItem>(
  scanned: Kind,
  before: Item | undefined,
  current: Item | undefined,
): Kind {
  const kept = new Set(current && pathsOf(current));
  const removed = new Set(before && current ? pathsOf(before).filter((path) => !kept.has(path)) : []);
  if (removed.size === 0) return scanned;
  const isThere = (file: WithPath | null): boolean => file === null || !removed.has(file.metadata.path);
  const item: Item = scanned;
  const libraryFiles = item.libraryFiles.filter(isThere);
  return (
    item.mediaType === 'book'
      ? {
          ...item,
          libraryFiles,
          audioFiles: item.audioFiles.filter(isThere),
          ebookFile: isThere(item.ebookFile) ? item.ebookFile : null,
        }
      : { ...item, libraryFiles, episodes: item.episodes.filter(({ audioFile }) => isThere(audioFile)) }
  ) as Kind;
}

type WithPath = { readonly metadata: { readonly path: string } };

const pathsOf = ({ libraryFiles }: Item): string[] => libraryFiles.map(({ metadata }) => metadata.path);
