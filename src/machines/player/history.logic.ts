import type { DeviceInfo } from '../../schemas/api/device-info.ts';
import type { Jump, JumpReason } from '../../schemas/position-history.ts';
import { isSameMedia, type MediaRef } from './player.protocol.ts';

/** The name of its dialog among the menus. */
export const HISTORY_MENU = 'player-history';
/** Jumps that follow so closely (ms) are one. */
export const BURST_MS = 3000;
/** Jumps that are remembered, of one book or episode and of all. */
export const JUMPS_KEPT = 100;
export const ALL_JUMPS_KEPT = 1000;
/** Shorter jumps (seconds) are none. */
const LEAST_JUMP_S = 1;

/** What is told of a jump; the rest is known. */
export type NewJump = Pick<Jump, 'from' | 'to' | 'reason'> & Partial<Pick<Jump, 'device' | 'sessionId'>>;

/**
 * The jumps, oldest first, with another one. Presses that follow each other are one jump, and so is what one device
 * does to the position while it plays.
 */
export function withJump(jumps: readonly Jump[], media: MediaRef, told: NewJump, at: number): readonly Jump[] {
  const { libraryItemId, episodeId } = media;
  const next: Jump = { device: '', sessionId: '', ...told, libraryItemId, episodeId, at };
  const last = jumps.at(-1);
  if (last && isOneJump(last, next)) {
    const joined = { ...last, to: next.to, at };
    return isJump(joined) ? [...jumps.slice(0, -1), joined] : jumps.slice(0, -1);
  }
  return isJump(next) ? bounded([...jumps, next], media) : jumps;
}

/** The jumps of a book or an episode, latest first. */
export function jumpsOf(jumps: readonly Jump[], media: MediaRef | null): readonly Jump[] {
  return media === null ? [] : jumps.filter((jump) => isSameMedia(jump, media)).toReversed();
}

/** Whether the jump is the listener's own choice of another place, which can be taken back. */
export function isChoice(reason: JumpReason): boolean {
  return reason !== 'autoRewind' && reason !== 'skip' && reason !== 'undo';
}

/** What a session ran on: the device's own name, else browser and system, else the program. Empty: unknown. */
export function deviceNameOf(info: DeviceInfo | null | undefined): string {
  const parts = [info?.browserName, info?.osName].filter((part) => part);
  return info?.deviceName || parts.join(' / ') || info?.clientName || '';
}

function isJump({ from, to }: Jump): boolean {
  return Math.abs(to - from) >= LEAST_JUMP_S;
}

function isOneJump(last: Jump, next: Jump): boolean {
  if (last.reason !== next.reason || !isSameMedia(last, next)) return false;
  if (next.reason === 'seek') return Math.abs(next.at - last.at) < BURST_MS;
  return (next.reason === 'device' || next.reason === 'tab') && next.sessionId === last.sessionId;
}

function bounded(jumps: readonly Jump[], media: MediaRef): readonly Jump[] {
  const own = jumps.filter((jump) => isSameMedia(jump, media));
  const forgotten = new Set(own.slice(0, -JUMPS_KEPT));
  return jumps.filter((jump) => !forgotten.has(jump)).slice(-ALL_JUMPS_KEPT);
}
