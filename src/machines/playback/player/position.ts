import type { System } from '../../kit/ports.ts';
import { getProgress } from '../../kit/system.ts';
import { getUnsavedPosition } from '../progress/ledger.readers.ts';
import type { RewindLimits } from './auto-rewind.machine.ts';
import { chapterAt } from './chapters.logic.ts';
import { chaptersOf, durationOf } from './details.logic.ts';
import type { PlayerContext } from './player.context.ts';
import { clampTime } from './player.logic.ts';
import { readPlayhead } from './playhead.actor.ts';

export function timeOf(context: PlayerContext): number {
  return readPlayhead(context.playhead).time;
}

export function savedTimeIn(context: PlayerContext): number {
  return readPlayhead(context.playhead).savedTime;
}

/** The requested start; the last position, saved or not, if there is none or it is past the end. */
export function startTimeOf(context: PlayerContext, system: System): number {
  const { request, opened } = context;
  const unsaved = request && getUnsavedPosition(system, request.media);
  const end = durationOf(context);
  const requested = request?.startTime ?? null;
  const isPlace = requested !== null && (end === 0 || requested <= end);
  if (isPlace) return clampTime(requested, end);
  return clampTime((unsaved ?? opened?.session.currentTime ?? 0) || skipsOf(context).start, end);
}

/**
 * Skip limits of the open episode in seconds, and its end (`last`). All of a book, and of an episode with nothing left.
 */
export function skipsOf({ preferences, opened }: PlayerContext): { start: number; end: number; last: number } {
  const last = opened?.session.duration ?? 0;
  const start = preferences.skipStart ?? 0;
  const end = last - (preferences.skipEnd ?? 0);
  return opened?.session.episodeId && start < end ? { start, end, last } : { start: 0, end: last, last };
}

export function standbyTimeOf({ request }: PlayerContext, system: System): number {
  if (!request) return 0;
  return (
    request.startTime ??
    getUnsavedPosition(system, request.media) ??
    getProgress(system, request.media)?.currentTime ??
    0
  );
}

/** A requested position counts as saved; an unsaved one is saved at once. */
export function savedTimeOf(context: PlayerContext, system: System): number {
  const { request, opened } = context;
  const isUnsaved =
    request !== null && request.startTime === null && getUnsavedPosition(system, request.media) !== null;
  return isUnsaved ? (opened?.session.currentTime ?? 0) : startTimeOf(context, system);
}

export function rewindLimitsOf(context: PlayerContext, time: number): RewindLimits {
  const { autoRewind, autoRewindInChapter } = context.preferences;
  return { most: autoRewind, floor: autoRewindInChapter ? (chapterAt(chaptersOf(context), time)?.start ?? 0) : 0 };
}

/** In seconds: closer to the last position, it is the same. */
const SAME_PLACE_S = 1;

/** Seconds since the item was last played, by the server's clock. Null: begins elsewhere, finished, or unknown. */
export function pauseBefore(context: PlayerContext, system: System): number | null {
  const { request, opened } = context;
  const progress = request && getProgress(system, request.media);
  if (!opened || !progress || progress.isFinished || progress.lastUpdate === 0) return null;
  if (getUnsavedPosition(system, request.media) !== null) return null;
  const isSamePlace = Math.abs(startTimeOf(context, system) - progress.currentTime) < SAME_PLACE_S;
  return isSamePlace ? (opened.session.startedAt - progress.lastUpdate) / 1000 : null;
}
