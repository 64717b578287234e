import type { MediaProgress } from '../../schemas/api/media-progress.ts';

/** Closer to the end than this, in seconds, nothing is left: clocks say 0:00, and it is all of it. */
const END_S = 1;

/** Seconds to the end, 0 in the last one. */
export function secondsLeft(time: number, duration: number): number {
  const left = duration - time;
  return left < END_S ? 0 : left;
}

/** How far a time is, 0 to 1; all of it when nothing is left. 0 without a duration. */
export function shareAt(time: number, duration: number): number {
  if (duration <= 0 || time <= 0) return 0;
  return secondsLeft(time, duration) === 0 ? 1 : time / duration;
}

/** The most of what is not finished: a line as good as full, and 99 percent. */
const MOST_UNFINISHED = 0.9999;

/** A share of what is finished or not: all of it only of what is. */
export function reachedShare(share: number, isFinished: boolean): number {
  return isFinished ? share : Math.min(share, MOST_UNFINISHED);
}

/**
 * How far a saved progress is, 0 to 1: the sound when it was begun, else the ebook. By the position where there is one,
 * because servers may move it and leave the stored share behind. All of it only when it is finished.
 */
export function shareOf(
  progress: Pick<MediaProgress, 'currentTime' | 'duration' | 'progress' | 'ebookProgress' | 'isFinished'> | null,
): number {
  if (!progress) return 0;
  return reachedShare(
    shareAt(progress.currentTime, progress.duration) || progress.progress || (progress.ebookProgress ?? 0),
    progress.isFinished,
  );
}
