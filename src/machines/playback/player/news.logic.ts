import { isOwnPosition } from '../progress/ledger.readers.ts';
import { isSameMedia } from '../../kit/media.logic.ts';
import type { PlayerContext, ServerProgress } from './player.context.ts';
import { readPlayhead } from './playhead.actor.ts';

const SAME_POSITION_S = 1;

/** Newer progress of the open item from other sessions (pitfall 8). Our own saves may return without session id. */
function isNewsOfOther(context: PlayerContext, { sessionId, data }: ServerProgress['progress']): boolean {
  if (!context.request || !context.opened || !isSameMedia(context.request.media, data)) return false;
  if (sessionId != null && context.ownSessions.includes(sessionId)) return false;
  const isAt = (time: number) => Math.abs(data.currentTime - time) < SAME_POSITION_S;
  // A change of the ebook place repeats the position, possibly an older one of ours.
  if (sessionId == null && isOwnPosition(context.playhead.system, data, data.currentTime)) return false;
  // Our save and a move of another device may share their millisecond.
  return data.lastUpdate >= context.lastUpdate && !isAt(readPlayhead(context.playhead).savedTime);
}

/** Whether another device plays. A position without a session id may be from another tab. */
export function isPlayedElsewhere(context: PlayerContext, progress: ServerProgress['progress']): boolean {
  return progress.sessionId != null && isNewsOfOther(context, progress) && !isOfTab(context, progress);
}

export function isMoveOfOther(context: PlayerContext, progress: ServerProgress['progress']): boolean {
  return (
    isNewsOfOther(context, progress) &&
    Math.abs(progress.data.currentTime - readPlayhead(context.playhead).time) >= SAME_POSITION_S
  );
}

/** Progress before the first sound. A repeat of the saved position is ignored after a seek. */
export function isNewsBeforeSound({ request, playhead }: PlayerContext, { data }: ServerProgress['progress']): boolean {
  if (!request || !isSameMedia(request.media, data)) return false;
  return request.startTime === null || Math.abs(data.currentTime - readPlayhead(playhead).savedTime) >= SAME_POSITION_S;
}

export function isOfTab(context: PlayerContext, { sessionId }: ServerProgress['progress']): boolean {
  return sessionId != null && context.browserSessions.includes(sessionId);
}

export function deviceOf(description: string | null | undefined): string {
  return (description ?? '')
    .split(' / ')
    .filter((part) => part !== '' && part !== 'null' && part !== 'undefined')
    .join(' / ');
}
