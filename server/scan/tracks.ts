import { stem } from '../items/file-kinds.ts';
import { closeChapters, isContinued, withoutContinued, type Mark } from './chapters.ts';
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

/** The chapters of the whole book when each file carries all of them; null where they are the files' own. */
function bookChapters(files: readonly AudioFile[], total: number): readonly Chapter[] | null {
  const lists = files.filter(({ chapters }) => chapters.length > 0);
  const [first] = lists;
  if (!first || files.length < 2) return null;
  const outline = ({ chapters }: AudioFile): string =>
    JSON.stringify(chapters.map(({ start, title }) => [start, title]));
  const isBeyond = lists.some(({ chapters, duration }) => (chapters.at(-1)?.end ?? 0) > duration + 1);
  const areSame = lists.every((file) => outline(file) === outline(first));
  return isBeyond && areSame && (first.chapters.at(-1)?.start ?? 0) < total ? first.chapters : null;
}

/**
 * Chapters of a book from its audio files: those inside the files, put end to end, or once where each file carries
 * those of the book; else one for each of several files.
 */
export function chaptersOf(files: readonly AudioFile[]): Chapter[] {
  const embedded = files.some((file) => file.chapters.length > 0);
  if (!embedded && files.length < 2) return [];
  const total = files.reduce((sum, { duration }) => sum + duration, 0);
  const whole = bookChapters(files, total);
  if (whole) return closeChapters(whole, total);
  const marks: Mark[] = [];
  let offset = 0;
  for (const file of files) {
    const own = file.chapters.length
      ? closeChapters(file.chapters, file.duration)
      : [{ start: 0, title: file.metaTags['tagTitle'] ?? stem(file.metadata.filename) }];
    for (const { start, title } of own)
      if (marks.length === 0 || !isContinued(title))
        marks.push({ start: offset + start, title: withoutContinued(title) });
    offset += file.duration;
  }
  return closeChapters(marks, total);
}
