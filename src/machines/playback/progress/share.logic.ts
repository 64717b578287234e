import type { MediaProgress } from '../../../schemas/api/progress.ts';

/** In seconds: clocks show 0:00 from here on. */
const END_S = 1;

/** 0 in the last second. */
export function secondsLeft(time: number, duration: number): number {
  const left = duration - time;
  return left < END_S ? 0 : left;
}

/** 0..1; 1 in the last second, 0 without a duration. */
export function shareAt(time: number, duration: number): number {
  if (duration <= 0 || time <= 0) return 0;
  return secondsLeft(time, duration) === 0 ? 1 : time / duration;
}

/** Unfinished items show 99 % at most. */
const MOST_UNFINISHED = 0.9999;

/** 1 only when finished. */
export function reachedShare(share: number, isFinished: boolean): number {
  return isFinished ? share : Math.min(share, MOST_UNFINISHED);
}

/**
 * Share 0..1 of the sound if begun, else of the ebook. Uses the position if there is one, as servers move it without
 * the stored share. 1 only when finished.
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
