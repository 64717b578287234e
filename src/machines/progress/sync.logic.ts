import type { Playhead } from '../player/playhead.actor.ts';

/** Listened seconds until the first save, and between later ones (SYN-001, SYN-002, AMB-56). */
export const FIRST_SAVE_S = 20;
export const NEXT_SAVE_S = 10;
/** A regular save is left out when the position moved by less (SYN-003). A pause or the end saves whatever moved. */
const MIN_MOVE_S = 1;
/** Positions that differ by less are the same. */
const SAME_POSITION_S = 0.05;
/** Failures in a row until the listener is told (SYN-004). */
export const FAILURES_TO_WARN = 4;
/** Closing carries listened time only above this (CON-048, AMB-58). */
const CLOSE_LISTENED_S = 20;

/** What a save says: where the listener is and how many seconds were heard since the last one that arrived. */
export interface UnsavedTime {
  readonly currentTime: number;
  readonly timeListened: number;
}

/** Seconds that are on their way to the server, and the last position sent. */
export interface Claims {
  readonly listened: number;
  readonly time: number | null;
}

/** Seconds heard that neither the server has nor a request under way carries. */
function unsavedSeconds(playhead: Playhead, claims: Claims): number {
  return toMilliseconds(Math.max(0, playhead.listened - playhead.savedListened - claims.listened));
}

/** Whether a regular save is worth its request; if not, its seconds wait for the next one (AMB-57). */
export function movedEnough(playhead: Playhead): boolean {
  return Math.abs(playhead.time - playhead.savedTime) >= MIN_MOVE_S;
}

/** What to save now, or null when the server has it already. */
export function unsavedTime(playhead: Playhead, claims: Claims): UnsavedTime | null {
  if (playhead.listened < playhead.silentUntil) return null;
  if (Math.abs(playhead.time - (claims.time ?? playhead.savedTime)) < SAME_POSITION_S) return null;
  return { currentTime: toMilliseconds(playhead.time), timeListened: unsavedSeconds(playhead, claims) };
}

/** What closing a session carries when the save before it did not arrive. */
export function closingTime(playhead: Playhead): UnsavedTime | null {
  const timeListened = unsavedSeconds(playhead, { listened: 0, time: null });
  return timeListened > CLOSE_LISTENED_S ? { currentTime: toMilliseconds(playhead.time), timeListened } : null;
}

function toMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
