import type { MediaProgress } from '../../schemas/api/media-progress.ts';
import type { MediaRef } from '../player/player.protocol.ts';
import { heardTime, type LedgerEntry, type Moment } from './ledger.logic.ts';

/** Positions that are closer, in seconds, need no question. */
const CLOSE_S = 60;

/** A position (seconds) and when the listener was there (ms, the server's clock). */
export interface PlaceInTime {
  readonly time: number;
  readonly at: number;
}

/** Two devices went on from the same place, and each is somewhere else now. */
export interface Conflict {
  readonly media: MediaRef;
  readonly title: string;
  /** Of the playback session here. */
  readonly sessionId: string;
  /** What this browser kept and had not told, and what the server has of another device. */
  readonly here: PlaceInTime;
  readonly there: PlaceInTime;
  readonly progress: MediaProgress;
}

/**
 * Whether what an earlier page kept contradicts what the server has: another device moved the position since this one
 * told its last, and not to a place on the way from there to here (then it was a save of ours whose answer was lost).
 */
export function conflictOf(entry: LedgerEntry, progress: MediaProgress | null, now: Moment): Conflict | null {
  if (!progress || progress.lastUpdate <= entry.session.startedAt) return null;
  const { media, savedTime, session, sessionId, time } = entry;
  const there = progress.isFinished ? progress.duration : progress.currentTime;
  const isOnOurWay = there > Math.min(savedTime, time) - CLOSE_S && there < Math.max(savedTime, time) + CLOSE_S;
  const hasMovedHere = Math.abs(time - savedTime) > CLOSE_S;
  if (isOnOurWay || !hasMovedHere) return null;
  return {
    media,
    title: session.displayTitle,
    sessionId,
    here: { time, at: heardTime(entry, now) },
    there: { time: there, at: progress.lastUpdate },
    progress,
  };
}

/** The later one holds; this is the other one, as progress to choose instead. */
export function otherPlaceOf({ here, there, progress }: Conflict): { readonly time: number; entry: MediaProgress } {
  if (here.at >= there.at) return { time: there.time, entry: progress };
  const share = progress.duration > 0 ? Math.min(here.time / progress.duration, 1) : 0;
  return {
    time: here.time,
    entry: { ...progress, currentTime: here.time, progress: share, isFinished: false, finishedAt: null },
  };
}
