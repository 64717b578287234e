import type { Chapter } from '../../../schemas/api/audio-file.ts';
import { secondsLeft, shareAt } from '../progress/share.logic.ts';
import { clampTime } from './player.logic.ts';

/** In seconds: closer to the start of its chapter, 'previous' goes to the one before. */
const PREVIOUS_THRESHOLD_S = 3;
/** Rounding error of float sums. */
const NOISE_S = 0.001;

/** -1 without chapters. The later one on a border, the last begun in a gap or past the end; never an empty one. */
export function chapterIndexAt(chapters: readonly Chapter[], time: number): number {
  const found = chapters.findLastIndex((chapter) => chapter.start <= time + NOISE_S);
  if (found === -1) return chapters.length > 0 ? 0 : -1;
  const start = chapters[found]?.start ?? 0;
  const longer = chapters.findLastIndex(
    (chapter) => Math.abs(chapter.start - start) <= NOISE_S && chapter.end > chapter.start,
  );
  return longer === -1 ? found : longer;
}

export function chapterAt(chapters: readonly Chapter[], time: number): Chapter | null {
  return chapters[chapterIndexAt(chapters, time)] ?? null;
}

/** Start of this chapter, or of the one before within its first 3 s; 0 in the first. */
export function previousChapterTime(chapters: readonly Chapter[], time: number): number {
  const index = chapterIndexAt(chapters, time);
  const current = chapters[index];
  if (!current || index === 0) return 0;
  if (time - current.start >= PREVIOUS_THRESHOLD_S) return current.start;
  return chapters.findLast((chapter) => chapter.start < current.start - NOISE_S)?.start ?? 0;
}

/** Null in the last chapter and without chapters. */
export function nextChapterTime(chapters: readonly Chapter[], time: number): number | null {
  const current = chapterAt(chapters, time);
  if (!current) return null;
  return chapters.find((chapter) => chapter.start > Math.max(current.start, time) + NOISE_S)?.start ?? null;
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The current chapter in chapter-track mode, else the whole item. */
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

export interface TimelineTimes {
  readonly elapsed: number;
  readonly length: number;
  readonly remaining: number;
  readonly share: number;
}

/** A chapter's times are scaled by the rate. The remaining time always is, and is at least 1 s until the end. */
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
