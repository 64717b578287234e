import type { PlaybackSession } from '../../schemas/api/playback-session.ts';
import type { Clock } from '../../services/clock.ts';
import { isSameMedia, type MediaRef } from '../player/player.protocol.ts';

/** Positions that differ by less, in seconds, are the same. */
const SAME_POSITION_S = 0.05;

/**
 * What was heard in one playback session and what of it the server has. Plain data, so that it can be kept over a
 * restart of the page. All times in seconds but `startedAt` and `updatedAt` (ms).
 *
 * Invariants:
 * 1. `heard` and `confirmed` are sums over the session. `confirmed` moves by confirmed answers only, so what is owed is
 *    a difference, and no failure can lose a second.
 * 2. While an answer is unclear (`isDoubtful`), no further seconds are sent: the sum of the server is read first.
 */
export interface LedgerEntry {
  readonly userId: string;
  readonly media: MediaRef;
  readonly sessionId: string;
  readonly session: LedgerSession;
  readonly heard: number;
  readonly confirmed: number;
  /** Seconds on their way to the server. */
  readonly sent: number;
  /** Where the listener is, the position that the server has, and the one on its way. */
  readonly time: number;
  readonly savedTime: number;
  readonly sentTime: number | null;
  /** When the listener was there, by the server's clock. */
  readonly updatedAt: number;
  readonly isDoubtful: boolean;
  /** `open`: the player uses it. `ending`: to be saved and closed. `lost`: the server does not know it any more. */
  readonly stage: 'open' | 'ending' | 'lost';
  /** The player may still add to it. */
  readonly isHeld: boolean;
  /** Calls that have no answer yet. */
  readonly calls: number;
  /** Failures in a row. */
  readonly failures: number;
  /** It waits before it tries again. */
  readonly isResting: boolean;
  /**
   * It waited, or its page is no more: another device may have gone on since. It is stored whole, with the time it was
   * heard at, so that its position holds only where nothing newer is.
   */
  readonly isOld: boolean;
}

/** What storing a session without the server's copy of it needs. */
export interface LedgerSession {
  readonly libraryId: string;
  readonly mediaType: PlaybackSession['mediaType'];
  readonly displayTitle: string;
  readonly displayAuthor: string;
  readonly duration: number;
  readonly date: string;
  readonly dayOfWeek: string;
  readonly startTime: number;
  readonly startedAt: number;
  /** Milliseconds that the server's clock is ahead of this one, and the server's time when the page began. */
  readonly clockAhead: number;
  readonly pageBegan: number;
}

/** What opens an entry: a playback session of the server, and where its listener is. */
export interface EntryStart {
  readonly session: PlaybackSession;
  readonly media: MediaRef;
  readonly time: number;
  readonly savedTime: number;
}

/** An entry of a playback session that was just opened. */
export function openEntry({ session, media, time, savedTime }: EntryStart, clock: Clock): LedgerEntry {
  return {
    userId: session.userId,
    media,
    sessionId: session.id,
    session: {
      libraryId: session.libraryId,
      mediaType: session.mediaType,
      displayTitle: session.displayTitle ?? '',
      displayAuthor: session.displayAuthor ?? '',
      duration: session.duration,
      date: session.date,
      dayOfWeek: session.dayOfWeek,
      startTime: session.startTime,
      startedAt: session.startedAt,
      clockAhead: session.updatedAt - clock.now(),
      pageBegan: session.updatedAt - clock.elapsed(),
    },
    heard: 0,
    confirmed: 0,
    sent: 0,
    time,
    savedTime,
    sentTime: null,
    updatedAt: session.updatedAt,
    isDoubtful: false,
    stage: 'open',
    isHeld: true,
    calls: 0,
    failures: 0,
    isResting: false,
    isOld: false,
  };
}

/** Seconds that neither the server has nor a call carries, to the millisecond. */
export function owedSeconds(entry: LedgerEntry): number {
  return toMilliseconds(Math.max(0, entry.heard - entry.confirmed - entry.sent));
}

/** Whether the server has everything: seconds and position. */
export function isSettled(entry: LedgerEntry): boolean {
  return !entry.isDoubtful && entry.calls === 0 && !hasNews(entry);
}

/** Nothing more can come of it. */
export function isOver(entry: LedgerEntry): boolean {
  return entry.stage === 'lost' && !entry.isHeld && isSettled(entry);
}

/** Whether the listener is further, or elsewhere, than the server knows or is being told. */
export function hasNews(entry: LedgerEntry): boolean {
  return owedSeconds(entry) > 0 || Math.abs(entry.time - (entry.sentTime ?? entry.savedTime)) >= SAME_POSITION_S;
}

/**
 * The entry when so much more was heard, up to a position. It is not older than it was, and by the later of two clocks:
 * one may be set back, the other stands still while the device sleeps.
 */
export function heardMore(entry: LedgerEntry, seconds: number, time: number, clock: Clock): LedgerEntry {
  if (seconds === 0 && time === entry.time) return entry;
  const updatedAt = Math.max(entry.updatedAt, serverTime(entry, clock));
  return { ...entry, heard: entry.heard + seconds, time, updatedAt };
}

/** Now by the server's clock, in ms, as far as it can be known here. */
function serverTime({ session: { clockAhead, pageBegan } }: LedgerEntry, clock: Clock): number {
  return Math.max(clock.now() + clockAhead, clock.elapsed() + pageBegan);
}

/** The entry whose listener is where it says at this very moment: later than any save that was answered. */
export function stillThere(entry: LedgerEntry, clock: Clock): LedgerEntry {
  return entry.isHeld ? { ...entry, updatedAt: Math.max(entry.updatedAt, serverTime(entry, clock) + 1) } : entry;
}

/** The entry when its player has no more use for the session. */
export function ended(entry: LedgerEntry): LedgerEntry {
  return { ...entry, isHeld: false, stage: entry.stage === 'open' ? 'ending' : entry.stage };
}

/** The entry when the server says that the session was ended; its sum is read. */
export function endedElsewhere(entry: LedgerEntry): LedgerEntry {
  return { ...entry, stage: 'ending', isDoubtful: true };
}

/** The entry when another device set the position: the server has it. */
export function adopted(entry: LedgerEntry, time: number): LedgerEntry {
  return { ...entry, time, savedTime: time };
}

/**
 * The entries when the listener of one of them is at another place: the others of its media save theirs
 * there, so that no late call puts an older position over a newer one.
 */
export function atOnePlace(
  entries: Readonly<Record<string, LedgerEntry>>,
  sessionId: string,
): Readonly<Record<string, LedgerEntry>> {
  const newest = entries[sessionId];
  if (!newest) return entries;
  const { media, time } = newest;
  return Object.fromEntries(
    Object.entries(entries).map(([id, entry]) => [
      id,
      id === sessionId || !isSameMedia(entry.media, media) ? entry : placedAt(entry, time),
    ]),
  );
}

/** The entries, those of one media at the place of the newest of them. */
export function allAtTheirPlaces(
  entries: Readonly<Record<string, LedgerEntry>>,
): Readonly<Record<string, LedgerEntry>> {
  const newestFirst = Object.values(entries).sort((one, other) => other.updatedAt - one.updatedAt);
  return newestFirst
    .filter(({ media }, index) => newestFirst.findIndex((entry) => isSameMedia(entry.media, media)) === index)
    .reduce((all, { sessionId }) => atOnePlace(all, sessionId), entries);
}

/** The entry at the place of a newer one; what it had still to save of its own place, it saves of that one. */
function placedAt(entry: LedgerEntry, time: number): LedgerEntry {
  const isSaved = Math.abs(entry.time - entry.savedTime) < SAME_POSITION_S;
  return { ...entry, time, savedTime: isSaved ? time : entry.savedTime };
}

/**
 * Where the listener was in an item, when the server has not got that yet: seconds, or null.
 * @param knownAt server time (ms) of the newest position known of the item
 */
export function unsavedPosition(entries: readonly LedgerEntry[], media: MediaRef, knownAt: number): number | null {
  const news = entries.filter((entry) => isSameMedia(entry.media, media) && isUnsaved(entry, knownAt));
  return news.sort((one, other) => other.updatedAt - one.updatedAt)[0]?.time ?? null;
}

function isUnsaved(entry: LedgerEntry, knownAt: number): boolean {
  return Math.abs(entry.time - entry.savedTime) >= SAME_POSITION_S && (!entry.isOld || entry.updatedAt > knownAt);
}

/** The position of an item that a call carries to the server, the latest: seconds, or null. */
export function sentPosition(entries: readonly LedgerEntry[], media: MediaRef): number | null {
  const sent = entries.filter((entry) => entry.sentTime !== null && isSameMedia(entry.media, media));
  return sent.sort((one, other) => other.updatedAt - one.updatedAt)[0]?.sentTime ?? null;
}

export function toMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
