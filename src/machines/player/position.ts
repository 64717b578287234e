import type { System } from '../app/ports.ts';
import { getProgress } from '../app/system.ts';
import { getUnsavedPosition } from '../progress/ledger.readers.ts';
import type { RewindLimits } from './auto-rewind.machine.ts';
import { chapterAt } from './chapters.logic.ts';
import { chaptersOf, durationOf } from './details.logic.ts';
import type { PlayerContext } from './player.context.ts';
import { clampTime } from './player.logic.ts';
import { readPlayhead } from './playhead.actor.ts';

/** Where the open item is, in seconds. */
export function timeOf(context: PlayerContext): number {
  return readPlayhead(context.playhead).time;
}

/** The position of the open item that the server has. */
export function savedTimeIn(context: PlayerContext): number {
  return readPlayhead(context.playhead).savedTime;
}

/**
 * Where playing begins: where it was asked to (PLR-029), else, or where that is past the end, where the listener was,
 * whether the server was told or not.
 */
export function startTimeOf(context: PlayerContext, system: System): number {
  const { request, opened } = context;
  const unsaved = request && getUnsavedPosition(system, request.media);
  const end = durationOf(context);
  const asked = request?.startTime ?? null;
  const isPlace = asked !== null && (end === 0 || asked <= end);
  if (isPlace) return clampTime(asked, end);
  return clampTime((unsaved ?? opened?.session.currentTime ?? 0) || skipsOf(context).start, end);
}

/**
 * Between which seconds the open episode is heard when nobody chooses another place, and where it is over (`last`).
 * All of a book, and of an episode of which nothing would be left.
 */
export function skipsOf({ preferences, opened }: PlayerContext): { start: number; end: number; last: number } {
  const last = opened?.session.duration ?? 0;
  const start = preferences.skipStart ?? 0;
  const end = last - (preferences.skipEnd ?? 0);
  return opened?.session.episodeId && start < end ? { start, end, last } : { start: 0, end: last, last };
}

/** Where playing what is only shown would begin. */
export function standbyTimeOf({ request }: PlayerContext, system: System): number {
  if (!request) return 0;
  return (
    request.startTime ??
    getUnsavedPosition(system, request.media) ??
    getProgress(system, request.media)?.currentTime ??
    0
  );
}

/** A requested position is saved when it was left; one that the server has not got yet is saved at once. */
export function savedTimeOf(context: PlayerContext, system: System): number {
  const { request, opened } = context;
  const isUnsaved =
    request !== null && request.startTime === null && getUnsavedPosition(system, request.media) !== null;
  return isUnsaved ? (opened?.session.currentTime ?? 0) : startTimeOf(context, system);
}

/** How far playing may go back from a place (seconds) after a pause. */
export function rewindLimitsOf(context: PlayerContext, time: number): RewindLimits {
  const { autoRewind, autoRewindInChapter } = context.preferences;
  return { most: autoRewind, floor: autoRewindInChapter ? (chapterAt(chaptersOf(context), time)?.start ?? 0) : 0 };
}

/** Closer than this, in seconds, to where the listener left it, nobody chose another place. */
const SAME_PLACE_S = 1;

/**
 * Seconds between the time when what was just opened was listened to last and its opening, both by the server's clock.
 * Null when it begins elsewhere, is finished, or when that is not known.
 */
export function pauseBefore(context: PlayerContext, system: System): number | null {
  const { request, opened } = context;
  const progress = request && getProgress(system, request.media);
  if (!opened || !progress || progress.isFinished || progress.lastUpdate === 0) return null;
  if (getUnsavedPosition(system, request.media) !== null) return null;
  const isSamePlace = Math.abs(startTimeOf(context, system) - progress.currentTime) < SAME_PLACE_S;
  return isSamePlace ? (opened.session.startedAt - progress.lastUpdate) / 1000 : null;
}
