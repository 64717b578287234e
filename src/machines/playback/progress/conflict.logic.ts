import type { MediaProgress } from '../../../schemas/api/progress.ts';
import type { MediaRef } from '../../kit/media.logic.ts';
import { heardTime, type LedgerEntry, type Moment } from './ledger.logic.ts';

/** Closer positions, in seconds, are no conflict. */
const CLOSE_S = 60;

/** Seconds, and ms by the server's clock. */
export interface PlaceInTime {
  readonly time: number;
  readonly at: number;
}

/** Two devices continued from the same place to different ones. */
export interface Conflict {
  readonly media: MediaRef;
  readonly title: string;
  readonly sessionId: string;
  readonly here: PlaceInTime;
  readonly there: PlaceInTime;
  readonly progress: MediaProgress;
}

/**
 * A conflict: another device moved the position since this one last saved, and not to a place on the way to the
 * position here (that would be a save of ours whose answer was lost).
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

export function otherPlaceOf({ here, there, progress }: Conflict): { readonly time: number; entry: MediaProgress } {
  if (here.at >= there.at) return { time: there.time, entry: progress };
  const share = progress.duration > 0 ? Math.min(here.time / progress.duration, 1) : 0;
  return {
    time: here.time,
    entry: { ...progress, currentTime: here.time, progress: share, isFinished: false, finishedAt: null },
  };
}
