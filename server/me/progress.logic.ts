import { randomUUID } from 'node:crypto';
import type { output } from 'zod/v4/core';
import type { progressChange } from '../../src/schemas/requests/listening.ts';
import type { LibrarySettings } from '../store/libraries.repo.ts';
import type { MediaProgress } from '../store/progress.repo.ts';

/** A client's change of progress. */
export type ProgressPatch = output<typeof progressChange>;

export interface ProgressTarget {
  readonly userId: string;
  readonly libraryItemId: string;
  readonly episodeId: string | null;
  readonly mediaItemId: string;
}

type FinishRules = Pick<LibrarySettings, 'markAsFinishedPercentComplete' | 'markAsFinishedTimeRemaining'>;

/**
 * The first entry for a book or episode. Being near the end does not finish it yet (recorded: first patch near the
 * end).
 */
export function beginProgress(target: ProgressTarget, patch: ProgressPatch, now: number): MediaProgress {
  const isFinished = patch.isFinished ?? false;
  const [duration, currentTime] = [patch.duration ?? 0, patch.currentTime ?? 0];
  return {
    id: randomUUID(),
    ...target,
    mediaItemType: target.episodeId === null ? 'book' : 'podcastEpisode',
    duration,
    progress: isFinished ? 1 : clamp(patch.progress ?? fraction(currentTime, duration)),
    currentTime,
    isFinished,
    hideFromContinueListening: patch.hideFromContinueListening ?? false,
    ebookLocation: patch.ebookLocation ?? null,
    ebookProgress: clamp(patch.ebookProgress ?? 0),
    lastUpdate: patch.lastUpdate ?? now,
    startedAt: patch.startedAt ?? now,
    finishedAt: isFinished ? (patch.finishedAt ?? now) : null,
  };
}

/**
 * The entry after a change. Finishing sets progress to 1 and keeps the position; unfinishing returns to the start; a
 * new position finishes by the rules of the library or unfinishes; any change but hiding returns the item to Continue
 * listening.
 */
export function changeProgress(
  before: MediaProgress,
  patch: ProgressPatch,
  rules: FinishRules,
  now: number,
): MediaProgress {
  const after: MediaProgress = {
    ...before,
    duration: patch.duration ?? before.duration,
    currentTime: patch.currentTime ?? before.currentTime,
    ebookLocation: patch.ebookLocation === undefined ? before.ebookLocation : patch.ebookLocation,
    ebookProgress: clamp(patch.ebookProgress ?? before.ebookProgress),
    startedAt: patch.startedAt ?? before.startedAt,
    hideFromContinueListening: patch.hideFromContinueListening ?? false,
    lastUpdate: patch.lastUpdate ?? now,
  };
  const finish = (): MediaProgress => ({
    ...after,
    isFinished: true,
    progress: 1,
    finishedAt: patch.finishedAt ?? before.finishedAt ?? now,
  });
  if (patch.isFinished === true) return finish();
  if (patch.isFinished === false && before.isFinished)
    return { ...after, isFinished: false, progress: 0, currentTime: 0, finishedAt: null };
  if (patch.currentTime === undefined && patch.progress === undefined) return after;
  const progress = clamp(patch.progress ?? fraction(after.currentTime, after.duration));
  if (isNearEnd(after, progress, rules)) return finish();
  return { ...after, isFinished: false, progress, finishedAt: null };
}

function isNearEnd({ duration, currentTime }: MediaProgress, progress: number, rules: FinishRules): boolean {
  if (duration <= 0) return false;
  if (rules.markAsFinishedPercentComplete !== null) return progress * 100 > rules.markAsFinishedPercentComplete;
  return rules.markAsFinishedTimeRemaining !== null && duration - currentTime < rules.markAsFinishedTimeRemaining;
}

function fraction(currentTime: number, duration: number): number {
  return duration > 0 ? currentTime / duration : 0;
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
