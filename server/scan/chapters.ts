import type { ITag } from 'music-metadata';
import { isRecord } from '../http/input.ts';
import { attributeOf, nodeOf, nodesOf, parseXml, textOf } from '../http/xml.ts';
import type { Chapter } from '../items/files.types.ts';

/** Start of a chapter and, where its file has it, its end: seconds. */
export interface Mark {
  readonly start: number;
  readonly end?: number;
  readonly title: string;
}

/** A shorter rest (s) at the end of the sound is not a chapter. */
const SHORTEST = 0.1;

/** Marks in order, one for each position: the one with a title, if any. */
function inOrder(marks: readonly Mark[]): Mark[] {
  const places = new Map<number, Mark>();
  for (const mark of marks) {
    const place = Math.round(mark.start * 1000);
    if (mark.start >= 0 && !places.get(place)?.title.trim()) places.set(place, mark);
  }
  return [...places.values()].sort((a, b) => a.start - b.start);
}

const numbered = (marks: readonly Mark[], duration: number): Chapter[] =>
  marks.map(({ start, title }, i) => ({
    id: i,
    start,
    end: marks[i + 1]?.start ?? duration,
    title: title.trim() || `Chapter ${i + 1}`,
  }));

/** Chapters with ends: each lasts until the next one starts, the last until the end of the sound. */
export function closeChapters(marks: readonly Mark[], duration: number): Chapter[] {
  return numbered(
    inOrder(marks).filter(({ start }) => start < duration - SHORTEST),
    duration,
  );
}

/** Chapters of one file: those of a whole book may go on beyond it. */
export function chaptersOfFile(marks: readonly Mark[], duration: number): Chapter[] {
  const sorted = inOrder(marks);
  const end = Math.max(duration, ...sorted.map((mark) => mark.end ?? mark.start));
  return numbered(
    sorted.filter(({ start }) => start < end - SHORTEST || start > duration),
    end,
  );
}

/** `1:02:03.5`, `02:03` or `3` in seconds; null for anything else. */
function secondsIn(text: string): number | null {
  if (!/^\s*(?:\d+:){0,2}\d+(?:[.,]\d+)?\s*$/.test(text)) return null;
  return text
    .replace(',', '.')
    .split(':')
    .reduce((sum, part) => sum * 60 + Number(part), 0);
}

const withoutScope = (id: string): string => id.toUpperCase().replace(/^(?:TXXX|----:COM\.APPLE\.ITUNES|[A-Z]+):/, '');

/** `CHAPTER001=00:00:10.000` and `CHAPTER001NAME=Title`, as comments of Vorbis hold them. */
function commentMarks(tags: ReadonlyMap<string, string>): Mark[] {
  return [...tags].flatMap(([id, value]) => {
    const name = /^CHAPTER_?\d+$/.test(id) ? id : null;
    const start = name === null ? null : secondsIn(value);
    return start === null ? [] : [{ start, title: tags.get(`${id}NAME`) ?? tags.get(`${id}_NAME`) ?? '' }];
  });
}

/** A continued chapter: from the file before, or after a mark within it. */
const CONTINUED = / ?(?:\(continued\)|- continued)$/i;
export const isContinued = (title: string): boolean => CONTINUED.test(title);
export const withoutContinued = (title: string): string => title.replace(CONTINUED, '');

/** Markers of OverDrive; those with a time in their name are positions within a chapter. */
function overdriveMarks(xml: string): Mark[] {
  return nodesOf(nodeOf(parseXml(xml), 'Markers'), 'Marker').flatMap((marker) => {
    const start = secondsIn(textOf(nodeOf(marker, 'Time')) || attributeOf(marker, 'Time'));
    const title = textOf(nodeOf(marker, 'Name')).replace(/\s*\(\d+:\d\d(?::\d\d)?\)$/, ' (continued)');
    return start === null ? [] : [{ start, title }];
  });
}

/** A cue sheet within a tag: titles and starts of its tracks, at 75 frames a second. */
function cueMarks(sheet: string): Mark[] {
  return sheet.split(/^\s*TRACK\s+/im).flatMap((track, i) => {
    const index = /^\s*INDEX\s+01\s+(\d+):(\d+):(\d+)/im.exec(track);
    if (i === 0 || !index) return [];
    const title = /^\s*TITLE\s+(?:"([^"\n]*)"|(\S[^\n]*))/im.exec(track);
    const start = Number(index[1]) * 60 + Number(index[2]) + Number(index[3]) / 75;
    return [{ start, title: title?.[1] ?? title?.[2]?.trim() ?? '' }];
  });
}

/** The chapter frames of ID3; one without a title counts, too. */
function frameMarks(tags: readonly ITag[]): Mark[] {
  return tags.flatMap(({ id, value }) => {
    if (id !== 'CHAP' || !isRecord(value) || !isRecord(value['info'])) return [];
    const { startTime, endTime } = value['info'];
    const title: unknown = value['frames'] instanceof Map ? value['frames'].get('TIT2') : '';
    if (typeof startTime !== 'number' || typeof endTime !== 'number') return [];
    const end = endTime === 0xffffffff ? {} : { end: endTime / 1000 };
    return [{ start: startTime / 1000, ...end, title: typeof title === 'string' ? title : '' }];
  });
}

/** The chapters of tags in any format: the list with the most counts. `texts` are the text tags. */
export function marksOfTags(tags: readonly ITag[], texts: ReadonlyMap<string, string>): Mark[] {
  const plain = new Map([...texts].map(([id, text]) => [withoutScope(id), text]));
  return fullest([
    frameMarks(tags),
    commentMarks(plain),
    overdriveMarks(plain.get('OVERDRIVE MEDIAMARKERS') ?? ''),
    cueMarks(plain.get('CUESHEET') ?? ''),
  ]);
}

/** The longest of several lists of the same chapters; the first of equal ones. */
export const fullest = (lists: readonly Mark[][]): Mark[] =>
  lists.reduce((best, list) => (list.length > best.length ? list : best), []);
