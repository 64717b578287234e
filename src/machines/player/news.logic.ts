import { isOwnPosition } from '../progress/ledger.readers.ts';
import { isSameMedia } from './player.protocol.ts';
import type { PlayerContext, ServerProgress } from './player.context.ts';
import { readPlayhead } from './playhead.actor.ts';

/** A position that another device changed by less, in seconds, is the same. */
const SAME_POSITION_S = 1;

/**
 * News about the open item from a session that is not ours, or from no session, newer than what is known (pitfall 8,
 * SYN-010, SYN-011). What the server has from here may come back without a name, and is no news.
 */
function isNewsOfOther(context: PlayerContext, { sessionId, data }: ServerProgress['progress']): boolean {
  if (!context.request || !context.opened || !isSameMedia(context.request.media, data)) return false;
  if (sessionId != null && context.ownSessions.includes(sessionId)) return false;
  const isAt = (time: number) => Math.abs(data.currentTime - time) < SAME_POSITION_S;
  // What changed another part of the entry, as the place in its ebook, carries the position again: one that was sent
  // from here, or known here, also when the listener has gone on from there.
  if (sessionId == null && isOwnPosition(context.playhead.system, data, data.currentTime)) return false;
  return data.lastUpdate > context.lastUpdate && !isAt(readPlayhead(context.playhead).savedTime);
}

/**
 * Whether a session of another device moved it (SYN-007). A position that comes without one, with the account or put
 * by hand, may be of another tab: nobody can be said to play.
 */
export function isPlayedElsewhere(context: PlayerContext, progress: ServerProgress['progress']): boolean {
  return progress.sessionId != null && isNewsOfOther(context, progress) && !isOfTab(context, progress);
}

/** News of another at another place than the listener here. */
export function isMoveOfOther(context: PlayerContext, progress: ServerProgress['progress']): boolean {
  return (
    isNewsOfOther(context, progress) &&
    Math.abs(progress.data.currentTime - readPlayhead(context.playhead).time) >= SAME_POSITION_S
  );
}

/**
 * News about the open item before it sounds. What only repeats where it was left, as when the page before has saved, is
 * none for a listener who has chosen another place since.
 */
export function isNewsBeforeSound({ request, playhead }: PlayerContext, { data }: ServerProgress['progress']): boolean {
  if (!request || !isSameMedia(request.media, data)) return false;
  return request.startTime === null || Math.abs(data.currentTime - readPlayhead(playhead).savedTime) >= SAME_POSITION_S;
}

/** Whether another tab of this browser opened the session. */
export function isOfTab(context: PlayerContext, { sessionId }: ServerProgress['progress']): boolean {
  return sessionId != null && context.browserSessions.includes(sessionId);
}

/** The name of another device; empty for one that has none. */
export function deviceOf(description: string | null | undefined): string {
  return (description ?? '')
    .split(' / ')
    .filter((part) => part !== '' && part !== 'null' && part !== 'undefined')
    .join(' / ');
}
