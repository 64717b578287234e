import type { Chapter } from '../../schemas/api/chapter.ts';

/** The chapter at a time in seconds; null without chapters. On a border it is the later one. */
export function chapterAt(chapters: readonly Chapter[], time: number): Chapter | null {
  return chapters.findLast(({ start }) => start <= time + 0.001) ?? chapters[0] ?? null;
}
