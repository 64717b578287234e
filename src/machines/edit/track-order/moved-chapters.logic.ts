import type { AudioFile, Chapter } from '../../../schemas/api/audio-file.ts';
import { chaptersOf, chaptersOfTracks, isSameList, toMs, type TimedTitle } from '../chapters-editor/draft.logic.ts';
import type { Order } from './order.logic.ts';

/** Seconds; a chapter this close to a file's border belongs to the next file. */
const NEAR_S = 0.5;

/** `chapter`: index in the old list; null: a file that was not in the book. */
interface Piece {
  readonly offset: number;
  readonly chapter: number | null;
  readonly title: string;
}

interface Place {
  readonly ino: string;
  readonly start: number;
  readonly end: number;
}

const durationIn = (files: readonly AudioFile[], ino: string): number =>
  files.find((file) => file.ino === ino)?.duration ?? 0;

function placesIn(order: Order, files: readonly AudioFile[]): readonly Place[] {
  let end = 0;
  return order
    .filter(({ isOut }) => !isOut)
    .map(({ ino }) => {
      const start = end;
      end += durationIn(files, ino);
      return { ino, start, end };
    });
}

function piecesIn({ start, end }: Place, chapters: readonly Chapter[]): readonly Piece[] {
  const pieces = chapters.flatMap((one, chapter): readonly Piece[] =>
    one.start + NEAR_S >= start && one.start + NEAR_S < end
      ? [{ offset: Math.max(0, one.start - start), chapter, title: one.title }]
      : [],
  );
  if (pieces[0] && pieces[0].offset <= NEAR_S) return [{ ...pieces[0], offset: 0 }, ...pieces.slice(1)];
  const before = chapters.findLastIndex((one) => one.start < start);
  const goesOn = chapters[before];
  return goesOn ? [{ offset: 0, chapter: before, title: goesOn.title }, ...pieces] : pieces;
}

/** Moves each chapter with its file. Null without chapters, if they don't match the files, or if nothing changes. */
export function movedChapters(
  chapters: readonly Chapter[],
  files: readonly AudioFile[],
  before: Order,
  after: Order,
): readonly Chapter[] | null {
  const places = new Map(placesIn(before, files).map((place) => [place.ino, place]));
  const total = [...places.values()].at(-1)?.end ?? 0;
  const isWhole = after.every(({ ino, isOut }) => isOut || durationIn(files, ino) > 0);
  if (chapters.length === 0 || !isWhole || chapters.some(({ start }) => start >= total)) return null;
  const rows: TimedTitle[] = [];
  const ordered = placesIn(after, files);
  let last: number | null = null;
  for (const { ino, start } of ordered) {
    const place = places.get(ino);
    const name = files.find((file) => file.ino === ino)?.metadata.filename ?? '';
    const [own] = chaptersOfTracks([{ startOffset: 0, title: name }]);
    const pieces = place ? piecesIn(place, chapters) : [{ offset: 0, chapter: null, title: own?.title ?? name }];
    for (const { offset, chapter, title } of pieces) {
      if (chapter === null || chapter !== last) rows.push({ start: toMs(start + offset), title });
      last = chapter;
    }
  }
  const [first] = rows;
  if (!first) return null;
  const whole = [{ ...first, start: 0 }, ...rows.slice(1)];
  return isSameList(whole, chapters) ? null : chaptersOf(whole, ordered.at(-1)?.end ?? 0);
}
