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

/** Whether a regular save is worth its request; if not, its seconds wait for the next one (AMB-57). */
export function movedEnough(playhead: Playhead): boolean {
  return Math.abs(playhead.time - playhead.savedTime) >= MIN_MOVE_S;
}

/** Whether there is anything to save. */
export function hasMoved(playhead: Playhead): boolean {
  return playhead.listened >= playhead.silentUntil && Math.abs(playhead.time - playhead.savedTime) >= SAME_POSITION_S;
}
