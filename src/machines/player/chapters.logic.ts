import type { Chapter } from '../../schemas/api/chapter.ts';
import { secondsLeft, shareAt } from '../progress/share.logic.ts';
import { clampTime } from './player.logic.ts';

/** Closer than this to its chapter's start, 'previous' goes to the chapter before (CON-024). */
const PREVIOUS_THRESHOLD_S = 3;
/** Sums of floats miss a border by this much at most. */
const NOISE_S = 0.001;

/**
 * Index of the chapter at a time, -1 without chapters. On a border it is the later chapter; in a gap and
 * past the end the one that began last; before the first start the first one. A chapter without length is
 * never the current one when another begins at the same time.
 */
export function chapterIndexAt(chapters: readonly Chapter[], time: number): number {
  const found = chapters.findLastIndex((chapter) => chapter.start <= time + NOISE_S);
  if (found === -1) return chapters.length > 0 ? 0 : -1;
  const start = chapters[found]?.start ?? 0;
  const longer = chapters.findLastIndex(
    (chapter) => Math.abs(chapter.start - start) <= NOISE_S && chapter.end > chapter.start,
  );
  return longer === -1 ? found : longer;
}

/** The chapter at a time; null without chapters. */
export function chapterAt(chapters: readonly Chapter[], time: number): Chapter | null {
  return chapters[chapterIndexAt(chapters, time)] ?? null;
}

/**
 * Where 'previous' goes (PLR-048 to PLR-050): to the start of this chapter, or of the one before when this
 * one began less than 3 s ago. In the first chapter and without chapters: to the beginning.
 */
export function previousChapterTime(chapters: readonly Chapter[], time: number): number {
  const index = chapterIndexAt(chapters, time);
  const current = chapters[index];
  if (!current || index === 0) return 0;
  if (time - current.start >= PREVIOUS_THRESHOLD_S) return current.start;
  return chapters.findLast((chapter) => chapter.start < current.start - NOISE_S)?.start ?? 0;
}

/** Where 'next' goes (PLR-051); null in the last chapter and without chapters. */
export function nextChapterTime(chapters: readonly Chapter[], time: number): number | null {
  const current = chapterAt(chapters, time);
  if (!current) return null;
  return chapters.find((chapter) => chapter.start > Math.max(current.start, time) + NOISE_S)?.start ?? null;
}

/** A stretch of the item that the time line shows: seconds of the whole item. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What the time line is about: the current chapter in chapter-track mode, else the whole item (PLR-063, PLR-065). */
export function timelineSpan(
  chapters: readonly Chapter[],
  time: number,
  duration: number,
  useChapterTrack: boolean,
): Span {
  const chapter = useChapterTrack ? chapterAt(chapters, time) : null;
  if (!chapter || chapter.end <= chapter.start) return { start: 0, end: duration };
  return { start: chapter.start, end: Math.min(chapter.end, duration) };
}

/** The numbers beside a time line, in seconds; `share` of the span 0..1. */
export interface TimelineTimes {
  readonly elapsed: number;
  readonly length: number;
  readonly remaining: number;
  readonly share: number;
}

/**
 * Position and length are those of the item; of a chapter (`isChapter`) at the speed listened at (PLR-064). What is
 * left is at the speed always (AMB-38), and a second at least until nothing is.
 */
export function timelineTimes(span: Span, time: number, rate: number, isChapter = false): TimelineTimes {
  const length = Math.max(span.end - span.start, 0);
  const position = clampTime(time - span.start, length);
  const left = secondsLeft(position, length);
  const scale = isChapter ? rate : 1;
  return {
    elapsed: position / scale,
    length: length / scale,
    remaining: left === 0 ? 0 : Math.max(left / rate, 1),
    share: shareAt(position, length),
  };
}
