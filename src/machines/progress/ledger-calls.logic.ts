import type { LocalSession } from '../../services/endpoints/local-sessions.ts';
import { hasNews, owedSeconds, toMilliseconds, type LedgerEntry } from './ledger-entry.logic.ts';

const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 30_000;
/** What a save under way does not carry is worth a second one at the end of a page from so many seconds on. */
const LAST_SAVE_S = 1;
/** Sums of seconds that differ by less are the same. */
const ROUNDING_S = 0.01;

/** The next call that an entry needs. */
export type LedgerCall =
  /** Save the position and so many seconds. */
  | { readonly kind: 'sync'; readonly timeListened: number; readonly time: number }
  /** How many seconds has the server? */
  | { readonly kind: 'read' }
  /** Store the whole session: its sum replaces what the server has, so it may be sent again. */
  | { readonly kind: 'store'; readonly timeListened: number; readonly time: number }
  | { readonly kind: 'close' };

/** How a call ended. */
export type LedgerAnswer =
  | { readonly kind: 'done' }
  /** The server's own sum and position, and when (its time, ms) it had them. */
  | { readonly kind: 'told'; readonly timeListening: number; readonly currentTime: number; readonly updatedAt: number }
  /** The server does not know the session. */
  | { readonly kind: 'unknown' }
  /** It was not taken. `isLasting`: by the server's own word on the session, and not by something in between. */
  | { readonly kind: 'refused'; readonly isLasting: boolean }
  /** It may have arrived or not. */
  | { readonly kind: 'unclear' };

/** The call that an entry needs by itself, or null. An open one is saved when its player says so. */
export function nextCall(entry: LedgerEntry): LedgerCall | null {
  if (entry.calls > 0 || entry.isResting || entry.stage === 'open') return null;
  if (entry.isDoubtful) return { kind: 'read' };
  if (entry.stage === 'lost')
    return hasNews(entry) ? { kind: 'store', timeListened: toMilliseconds(entry.heard), time: entry.time } : null;
  return hasNews(entry) && !entry.isOld ? syncOf(entry) : { kind: 'close' };
}

/**
 * The call that saves an open entry now, or null. A page that ends does not wait for answers: `isLast`. A save under
 * way counts as its last one when it carries nearly all, and when the account has no progress of the item yet: the
 * server makes two of them from two first saves at once. The journal has the rest.
 */
export function saveCall(entry: LedgerEntry, isLast: boolean): LedgerCall | null {
  if (entry.stage !== 'open' || !hasNews(entry)) return null;
  if (!isLast) return entry.calls > 0 ? null : entry.isDoubtful ? { kind: 'read' } : syncOf(entry);
  if (entry.calls > 0 && (!hasProgress(entry) || owedSeconds(entry) < LAST_SAVE_S)) return null;
  return entry.isDoubtful ? { kind: 'sync', timeListened: 0, time: entry.time } : syncOf(entry);
}

/** Whether the account has progress of the item: it was begun elsewhere, or saved from here. */
function hasProgress({ confirmed, session }: LedgerEntry): boolean {
  return confirmed > 0 || session.startTime > 0;
}

function syncOf(entry: LedgerEntry): LedgerCall {
  return { kind: 'sync', timeListened: owedSeconds(entry), time: toMilliseconds(entry.time) };
}

/** The entry when a call is on its way. */
export function called(entry: LedgerEntry, call: LedgerCall): LedgerEntry {
  const counted = { ...entry, calls: entry.calls + 1 };
  return call.kind === 'sync' ? { ...counted, sent: entry.sent + call.timeListened, sentTime: call.time } : counted;
}

/** The entry after an answer. */
export function answered(before: LedgerEntry, call: LedgerCall, answer: LedgerAnswer): LedgerEntry {
  const carried = call.kind === 'sync' ? call.timeListened : 0;
  const calls = before.calls - 1;
  const entry = {
    ...before,
    calls,
    sent: toMilliseconds(before.sent - carried),
    sentTime: calls === 0 ? null : before.sentTime,
  };
  switch (answer.kind) {
    case 'done':
      return done(entry, call);
    case 'told':
      return told(entry, answer);
    case 'unknown':
      if (call.kind === 'store') return resting(entry);
      // Asked once more: the 404 of a proxy must not store a session that the server still has.
      if (call.kind === 'sync') return { ...entry, stage: 'ending', isDoubtful: true };
      // Stored whole from here on: that is right however much of an unclear call had arrived.
      return { ...entry, stage: 'lost', isDoubtful: false };
    case 'refused':
      if (answer.isLasting && entry.stage !== 'open') return abandoned(entry);
      return resting(entry);
    case 'unclear':
      return resting({ ...entry, isDoubtful: entry.isDoubtful || carried > 0 });
  }
}

/**
 * What was heard after the last save is newer than that save, however late it arrived. Where the server has more than
 * the entry knows of, the journal was not written to its end: the server is right.
 */
function told(entry: LedgerEntry, answer: Extract<LedgerAnswer, { kind: 'told' }>): LedgerEntry {
  const { timeListening, currentTime, updatedAt } = answer;
  const isBehind = timeListening - entry.heard > ROUNDING_S;
  return {
    ...entry,
    heard: isBehind ? timeListening : entry.heard,
    time: isBehind ? currentTime : entry.time,
    confirmed: timeListening,
    // The place of an old one goes out all the same: that of its session need not be the item's.
    savedTime: entry.isOld && !isBehind ? entry.savedTime : currentTime,
    updatedAt: Math.max(entry.updatedAt, updatedAt + 1),
    isDoubtful: false,
    failures: 0,
  };
}

function done(entry: LedgerEntry, call: LedgerCall): LedgerEntry {
  const settled = { ...entry, failures: 0 };
  switch (call.kind) {
    case 'sync':
      return { ...settled, confirmed: entry.confirmed + call.timeListened, savedTime: call.time };
    case 'store':
      return { ...settled, confirmed: Math.max(entry.confirmed, call.timeListened), savedTime: call.time };
    case 'close':
      return { ...settled, stage: 'lost' };
    case 'read':
      return settled;
  }
}

/** What waits with nobody listening gets old. */
function resting(entry: LedgerEntry): LedgerEntry {
  const isLeft = entry.stage !== 'open';
  return { ...entry, failures: entry.failures + 1, isResting: isLeft, isOld: isLeft };
}

/** The server will never take it: the item is gone, or the account may not. */
function abandoned(entry: LedgerEntry): LedgerEntry {
  return { ...entry, stage: 'lost', confirmed: entry.heard, savedTime: entry.time, isDoubtful: false };
}

/** How long an entry rests before it tries again, in ms. */
export function retryDelay({ failures }: LedgerEntry): number {
  return Math.min(FIRST_RETRY_MS * 2 ** Math.max(0, failures - 1), LONGEST_RETRY_MS);
}

/** The session as the server stores one that it has no open copy of. */
export function storedSession(
  entry: LedgerEntry,
  call: { readonly timeListened: number; readonly time: number },
): LocalSession {
  const { session, media, sessionId, userId, updatedAt } = entry;
  const { clockAhead: _ahead, pageBegan: _began, ...facts } = session;
  return {
    id: sessionId,
    userId,
    ...facts,
    libraryItemId: media.libraryItemId,
    episodeId: media.episodeId,
    playMethod: 3,
    mediaPlayer: 'html5',
    timeListening: call.timeListened,
    currentTime: call.time,
    updatedAt: Math.round(updatedAt),
  };
}
