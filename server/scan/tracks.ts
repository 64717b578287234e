import { stem } from '../items/file-kinds.ts';
import type { AudioFile, Chapter } from '../items/files.types.ts';

const isNumbered = (keys: readonly (number | null)[]): boolean =>
  keys.every((key) => key !== null) && new Set(keys).size === keys.length;

/**
 * Puts the audio files of a book in playing order and numbers them from 1: by track numbers of the tags when each file
 * has its own, else by those of the file names, else by name (numbers compared as numbers).
 */
export function orderTracks(files: readonly AudioFile[]): AudioFile[] {
  const key = (disc: number | null, track: number | null): number | null =>
    track === null ? null : (disc ?? 0) * 10_000 + track;
  const byTags = files.map((file) => key(file.discNumFromMeta ?? file.discNumFromFilename, file.trackNumFromMeta));
  const byNames = files.map((file) => key(file.discNumFromFilename ?? file.discNumFromMeta, file.trackNumFromFilename));
  const keys = [byTags, byNames].find(isNumbered);
  const order = files.map((file, i) => ({ file, key: keys?.[i] ?? 0 }));
  order.sort(
    (a, b) => a.key - b.key || a.file.metadata.relPath.localeCompare(b.file.metadata.relPath, 'en', { numeric: true }),
  );
  return order.map(({ file }, i) => ({ ...file, index: i + 1 }));
}

/**
 * Chapters of a book from its audio files: those inside the files when there are any, put end to end; else one for each
 * file when there are several.
 */
export function chaptersOf(files: readonly AudioFile[]): Chapter[] {
  const embedded = files.some((file) => file.chapters.length > 0);
  if (!embedded && files.length < 2) return [];
  const chapters: Chapter[] = [];
  let offset = 0;
  for (const file of files) {
    const own = file.chapters.length
      ? file.chapters
      : [{ start: 0, end: file.duration, title: file.metaTags['tagTitle'] ?? stem(file.metadata.filename) }];
    for (const { start, end, title } of own)
      chapters.push({ id: chapters.length, start: offset + start, end: offset + end, title });
    offset += file.duration;
  }
  return chapters;
}
