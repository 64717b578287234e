import type { SnapshotFrom } from 'xstate';
import type { DeviceInfo } from '../../../schemas/api/playback-session.ts';
import type { Jump, JumpReason } from '../../../schemas/player-memory.ts';
import type { historyMachine } from './history.machine.ts';
import type { ListeningSessionsRef, listeningSessionsMachine } from './listening-sessions.machine.ts';
import { isSameMedia, type MediaRef } from '../../kit/media.logic.ts';

export const HISTORY_MENU = 'player-history';
/** In ms: jumps in quick succession are one. */
export const BURST_MS = 3000;
/** Per item, and in total. */
export const JUMPS_KEPT = 100;
export const ALL_JUMPS_KEPT = 1000;
/** In seconds. */
const LEAST_JUMP_S = 1;

export type NewJump = Pick<Jump, 'from' | 'to' | 'reason'> & Partial<Pick<Jump, 'device' | 'sessionId'>>;

/** Adds a jump, oldest first. Merges quick successive seeks, and the moves of one playing device. */
export function withJump(jumps: readonly Jump[], media: MediaRef, report: NewJump, at: number): readonly Jump[] {
  const { libraryItemId, episodeId } = media;
  const next: Jump = { device: '', sessionId: '', ...report, libraryItemId, episodeId, at };
  const last = jumps.at(-1);
  if (last && isOneJump(last, next)) {
    const joined = { ...last, to: next.to, at };
    return isJump(joined) ? [...jumps.slice(0, -1), joined] : jumps.slice(0, -1);
  }
  return isJump(next) ? bounded([...jumps, next], media) : jumps;
}

/** Latest first. */
export function jumpsOf(jumps: readonly Jump[], media: MediaRef | null): readonly Jump[] {
  return media === null ? [] : jumps.filter((jump) => isSameMedia(jump, media)).toReversed();
}

/** The listener's own choice, which can be undone. */
export function isChoice(reason: JumpReason): boolean {
  return reason !== 'autoRewind' && reason !== 'skip' && reason !== 'undo';
}

/** Device name, else browser and system, else the client's; empty when unknown. */
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

type HistorySnapshot = SnapshotFrom<typeof historyMachine>;

export const selectJumps = ({ context }: HistorySnapshot): readonly Jump[] => jumpsOf(context.jumps, context.media);
export const selectSessionsRef = ({ children }: HistorySnapshot): ListeningSessionsRef | undefined => children.sessions;

type SessionsSnapshot = SnapshotFrom<typeof listeningSessionsMachine>;

export const selectSessions = ({ context }: SessionsSnapshot) => context.sessions;
export const selectSessionsError = ({ context }: SessionsSnapshot) => context.error;
export const selectHasMore = ({ context }: SessionsSnapshot) => context.pages < context.numPages;

export function selectSessionsState(
  state: SessionsSnapshot,
): 'loading' | 'failed' | 'ready' | 'loadingMore' | 'moreFailed' {
  if (state.matches('loading')) return 'loading';
  if (state.matches('failed')) return 'failed';
  if (state.matches('loadingMore')) return 'loadingMore';
  return state.matches('moreFailed') ? 'moreFailed' : 'ready';
}
