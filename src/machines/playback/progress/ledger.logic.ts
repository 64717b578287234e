import type { JournalRecord } from '../../../schemas/journal.ts';
import type { PlaybackSession } from '../../../schemas/api/playback-session.ts';
import { isSameMedia, type MediaRef } from '../../kit/media.logic.ts';

/**
 * The core of listening progress (docs/progress.md): facts in, server calls and journal records out; no timers, network
 * or storage. Seconds; moments in ms.
 * After one unclear answer a session takes no more time: it is closed, then stored whole, which is safe to repeat.
 */
export interface Ledger {
  readonly entries: Readonly<Record<string, LedgerEntry>>;
}

export interface LedgerEntry extends Omit<JournalRecord, 'owner'> {
  /** The player records into it. */
  readonly isHeld: boolean;
  readonly isEnding: boolean;
  readonly isDue: boolean;
  /** One, or two when the page is about to end. */
  readonly calls: readonly LedgerCall[];
  readonly failures: number;
  readonly isResting: boolean;
  /** The server's sum was read since the last save, and equals the one here. */
  readonly isVerified: boolean;
  /** By the monotonic clock; null for entries of another page. */
  readonly heardElapsed: number | null;
}

/** By the device's clock, the monotonic clock, and the server's as far as known. */
export interface Moment {
  readonly wall: number;
  readonly elapsed: number;
  readonly server: number | null;
}

/** `listened`: seconds that the server adds. */
export type LedgerCall =
  | { readonly kind: 'sync'; readonly listened: number; readonly time: number }
  | { readonly kind: 'read' }
  | { readonly kind: 'close'; readonly last: { readonly listened: number; readonly time: number } | null }
  /** The whole session: `listened` replaces the server's sum; the position counts if nothing is newer. */
  | { readonly kind: 'store'; readonly listened: number; readonly time: number; readonly updatedAt: number }
  /** Stores the position again, unless another device moved it away from one of `places`. */
  | {
      readonly kind: 'place';
      readonly listened: number;
      readonly time: number;
      readonly updatedAt: number;
      readonly places: readonly number[];
    };

export type LedgerAnswer =
  | { readonly kind: 'done' }
  | { readonly kind: 'read'; readonly timeListening: number }
  /** `isNewest`: its position is now the account's. */
  | { readonly kind: 'stored'; readonly isNewest: boolean }
  /** No such open session, by the server or a proxy. */
  | { readonly kind: 'unknown' }
  /** Too late to be sent as planned. */
  | { readonly kind: 'late' }
  /** Rejected by the server or a proxy. */
  | { readonly kind: 'refused' }
  /** The item was removed. */
  | { readonly kind: 'impossible' }
  /** It may have arrived, or may still arrive. */
  | { readonly kind: 'unclear' };

/** Commands for one playback session, retries (of all sessions: null), and what the journal and the server answer. */
export type LedgerFact =
  | ({ readonly type: 'ledger.open' } & OpenedSession)
  | { readonly type: 'ledger.note'; readonly sessionId: string; readonly seconds: number; readonly time: number }
  | { readonly type: 'ledger.adopt'; readonly sessionId: string; readonly time: number }
  /** `isLast`: the page may end before the answer. */
  | { readonly type: 'ledger.save'; readonly sessionId: string; readonly isLast: boolean }
  /** Paused: the session is saved and closed; later sound goes into the same entry. */
  | { readonly type: 'ledger.suspend'; readonly sessionId: string }
  | { readonly type: 'ledger.end'; readonly sessionId: string }
  | { readonly type: 'ledger.abandon'; readonly sessionId: string }
  | { readonly type: 'ledger.retry'; readonly sessionId: string | null }
  | { readonly type: 'journal.found'; readonly records: readonly JournalRecord[] }
  | {
      readonly type: 'uploader.answered';
      readonly sessionId: string;
      readonly call: LedgerCall;
      readonly answer: LedgerAnswer;
    };

/** The server closes other sessions of the device when it opens one. */
export interface OpenedSession {
  readonly session: PlaybackSession;
  readonly media: MediaRef;
  readonly device: string;
  readonly time: number;
  readonly hasRow: boolean;
}

/** `isLast`: the page may end before the answer. */
export interface PlannedCall {
  readonly sessionId: string;
  readonly call: LedgerCall;
  readonly isLast: boolean;
}

/** Smaller differences are the same position. */
const SAME_POSITION_S = 0.05;
/** Smaller differences are the same sum. */
const ROUNDING_S = 0.01;
/** Tolerance between a position here and its copy on the server. */
export const OWN_PLACE_S = 0.1;
/** Seconds that are worth a second call at the end of a page. */
const LAST_SAVE_S = 1;
/** In ms: an older position is sent with its time. */
export const PRESENT_MS = 2000;
/** Positions remembered as sent or adopted. */
const PLACES = 8;
/** The server's `Date` header has no milliseconds. */
const DATE_STEP_MS = 1000;
/** 'Not found' counts when it repeats after this time: a proxy says so while the server restarts. */
const SECOND_LOOK_MS = 30_000;
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 30_000;

export const EMPTY_LEDGER: Ledger = { entries: {} };

export function advance(
  ledger: Ledger,
  fact: LedgerFact,
  now: Moment,
): { readonly ledger: Ledger; readonly calls: readonly PlannedCall[] } {
  const entries = new Map(Object.entries(ledger.entries));
  apply(entries, fact, now);
  const isLast = fact.type === 'ledger.save' && fact.isLast;
  const calls = isLast ? lastCalls(entries, fact.sessionId) : dueCalls(entries, now);
  for (const { sessionId, call } of calls) change(entries, sessionId, (entry) => called(entry, call));
  for (const [id, entry] of entries) if (isOver(entry)) entries.delete(id);
  return { ledger: { entries: Object.fromEntries(entries) }, calls };
}

type Entries = Map<string, LedgerEntry>;

function change(entries: Entries, sessionId: string, by: (entry: LedgerEntry) => LedgerEntry): void {
  const entry = entries.get(sessionId);
  if (entry) entries.set(sessionId, by(entry));
}

function apply(entries: Entries, fact: LedgerFact, now: Moment): void {
  switch (fact.type) {
    case 'ledger.open':
      for (const [id, entry] of entries) if (entry.device === fact.device) entries.set(id, replaced(entry));
      entries.set(fact.session.id, openEntry(fact, now));
      return;
    case 'ledger.note':
      return change(entries, fact.sessionId, (entry) => noted(entry, fact.seconds, fact.time, now));
    case 'ledger.adopt':
      return change(entries, fact.sessionId, (entry) => ({
        ...withPlace(entry, fact.time),
        time: fact.time,
        savedTime: fact.time,
      }));
    case 'ledger.save':
      if (fact.isLast) return;
      return change(entries, fact.sessionId, (entry) => ({ ...entry, isDue: hasNews(entry) }));
    case 'ledger.suspend':
      return change(entries, fact.sessionId, (entry) => ({ ...entry, isEnding: true }));
    case 'ledger.end':
      return change(entries, fact.sessionId, (entry) => ({ ...entry, isHeld: false, isEnding: true }));
    case 'ledger.abandon':
      return change(entries, fact.sessionId, (entry) => ({
        ...entry,
        isEnding: true,
        isClean: false,
        closing: 'assumed',
      }));
    case 'journal.found':
      for (const record of fact.records)
        if (!entries.has(record.sessionId)) entries.set(record.sessionId, recovered(record));
      return;
    case 'ledger.retry':
      for (const [id, entry] of entries)
        if (fact.sessionId === null || id === fact.sessionId) entries.set(id, { ...entry, isResting: false });
      return;
    case 'uploader.answered':
      return change(entries, fact.sessionId, (entry) => {
        const after = answered(entry, fact.call, fact.answer, now);
        const isOlder = [...entries.values()].some((other) => isNewerPlace(other, after));
        return after.isMisplaced && isOlder ? { ...after, isMisplaced: false, savedTime: after.time } : after;
      });
  }
}

const IDLE = {
  isHeld: false,
  isEnding: false,
  isDue: false,
  calls: [],
  failures: 0,
  isResting: false,
  isVerified: false,
  heardElapsed: null,
} as const;

function openEntry({ session, media, device, time, hasRow }: OpenedSession, now: Moment): LedgerEntry {
  return {
    userId: session.userId,
    media,
    device,
    sessionId: session.id,
    session: {
      libraryId: session.libraryId,
      mediaType: session.mediaType,
      displayTitle: session.displayTitle,
      displayAuthor: session.displayAuthor,
      duration: session.duration,
      date: session.date,
      dayOfWeek: session.dayOfWeek,
      startTime: session.startTime,
      startedAt: session.startedAt,
    },
    heard: 0,
    confirmed: 0,
    time,
    // An earlier position belongs to the entry that recorded it.
    savedTime: time,
    places: [session.currentTime, time],
    heardAt: now.wall,
    heardServer: now.server,
    notBefore: session.updatedAt,
    hasRow,
    isClean: true,
    closing: 'open',
    isStored: false,
    isMisplaced: false,
    ...IDLE,
    isHeld: true,
    heardElapsed: now.elapsed,
  };
}

/**
 * Opening a session closes the device's others. What the server writes then replaces a session stored after 'not
 * found', so that one is stored again.
 */
function replaced(entry: LedgerEntry): LedgerEntry {
  const ending = { ...entry, isHeld: false, isEnding: true };
  if (entry.closing === 'closed') return ending;
  return { ...ending, closing: 'closed', isClean: false, isStored: false, isResting: false };
}

function noted(entry: LedgerEntry, seconds: number, time: number, now: Moment): LedgerEntry {
  if (seconds === 0 && time === entry.time) return entry;
  return {
    ...entry,
    heard: toMilliseconds(entry.heard + seconds),
    time: toMilliseconds(time),
    heardAt: now.wall,
    heardServer: now.server,
    heardElapsed: now.elapsed,
    isStored: false,
    isEnding: entry.isEnding && seconds === 0,
  };
}

/** Whether the closed page's last call arrived is unknown, unless it made none. */
function recovered({ owner: _owner, ...record }: JournalRecord): LedgerEntry {
  return { ...record, ...IDLE, isEnding: true };
}

/** One call per media, closed sessions first. */
function dueCalls(entries: Entries, now: Moment): readonly PlannedCall[] {
  const calls: PlannedCall[] = [];
  const busy: MediaRef[] = [...entries.values()].filter(({ calls: open }) => open.length > 0).map(({ media }) => media);
  const openLast = [...entries.values()].sort((one, other) => Number(other.isEnding) - Number(one.isEnding));
  for (const entry of openLast) {
    if (busy.some((media) => isSameMedia(media, entry.media))) continue;
    const call = nextCall(entry, now);
    if (!call) continue;
    busy.push(entry.media);
    calls.push({ sessionId: entry.sessionId, call, isLast: false });
  }
  return calls;
}

function nextCall(entry: LedgerEntry, now: Moment): LedgerCall | null {
  if (entry.isResting) return null;
  if (!entry.isEnding) return entry.isDue && isOpen(entry) && hasNews(entry) ? syncOf(entry) : null;
  if (entry.closing === 'open') {
    if (entry.isClean && !entry.isVerified) return { kind: 'read' };
    const last = { listened: owedSeconds(entry), time: entry.time };
    return { kind: 'close', last: entry.isClean && isPresent(entry, now) && hasNews(entry) ? last : null };
  }
  const whole = { listened: entry.heard, time: entry.time, updatedAt: heardTime(entry, now) };
  if (needsStoring(entry)) return { kind: 'store', ...whole };
  if (entry.closing === 'assumed') return { kind: 'close', last: null };
  return entry.isMisplaced ? { kind: 'place', ...whole, places: [entry.savedTime, ...entry.places] } : null;
}

/**
 * The last call of a page, if anything is unsaved. A pending call suffices when it carries nearly all, or when it may
 * create the progress row: two of those at once create two rows.
 */
function lastCalls(entries: Entries, sessionId: string): readonly PlannedCall[] {
  const entry = entries.get(sessionId);
  if (!entry || entry.isEnding || !isOpen(entry) || !hasNews(entry)) return [];
  const isBusy = [...entries.values()].some((other) => other.calls.length > 0 && isSameMedia(other.media, entry.media));
  if (isBusy && (!entry.hasRow || owedSeconds(entry) < LAST_SAVE_S)) return [];
  return [{ sessionId, call: syncOf(entry), isLast: true }];
}

function syncOf(entry: LedgerEntry): LedgerCall {
  return { kind: 'sync', listened: owedSeconds(entry), time: entry.time };
}

function called(entry: LedgerEntry, call: LedgerCall): LedgerEntry {
  const sent = call.kind === 'store' || call.kind === 'place' ? call : carriedBy(call);
  return {
    ...(sent ? withPlace(entry, sent.time) : entry),
    calls: [...entry.calls, call],
    isDue: call.kind === 'sync' ? false : entry.isDue,
  };
}

function withPlace(entry: LedgerEntry, time: number): LedgerEntry {
  return entry.places.at(-1) === time ? entry : { ...entry, places: [...entry.places, time].slice(-PLACES) };
}

/** What was stored after 'not found' may have been replaced before the session was closed. */
function storedAgain(entry: LedgerEntry): LedgerEntry {
  return { ...entry, closing: 'closed', isStored: false, isMisplaced: true };
}

/** Whether a position (s) was sent or adopted here. */
export function isOwnPlace(places: readonly number[], time: number): boolean {
  return places.some((place) => Math.abs(place - time) < OWN_PLACE_S);
}

export function carriedBy(call: LedgerCall): { readonly listened: number; readonly time: number } | null {
  if (call.kind === 'sync') return call;
  return call.kind === 'close' ? call.last : null;
}

function answered(before: LedgerEntry, call: LedgerCall, answer: LedgerAnswer, now: Moment): LedgerEntry {
  const at = before.calls.indexOf(call);
  const entry = { ...before, calls: before.calls.filter((_, index) => index !== at) };
  switch (answer.kind) {
    case 'done':
    case 'stored':
    case 'read':
      return succeeded({ ...entry, failures: 0 }, call, answer, now);
    case 'unknown':
      if (call.kind === 'store' || call.kind === 'place') return rested(entry);
      if (call.kind === 'sync') return { ...entry, isClean: false };
      if (entry.closing === 'open') return { ...entry, isClean: false, closing: 'assumed' };
      return storedAgain({ ...entry, isClean: false });
    case 'late':
      if (call.kind !== 'sync') return entry;
      return isPresent(entry, now) ? { ...entry, isDue: true } : { ...entry, isClean: false };
    case 'refused':
      return rested(entry);
    case 'impossible':
      return { ...entry, closing: 'closed', isClean: true, confirmed: entry.heard, savedTime: entry.time };
    case 'unclear':
      return rested({ ...entry, isClean: entry.isClean && carriedBy(call) === null });
  }
}

function succeeded(
  entry: LedgerEntry,
  call: LedgerCall,
  answer: Extract<LedgerAnswer, { kind: 'done' | 'read' | 'stored' }>,
  now: Moment,
): LedgerEntry {
  const carried = carriedBy(call);
  const saved = carried ? confirmed(entry, carried, now) : entry;
  switch (call.kind) {
    case 'sync':
      return saved;
    case 'close':
      return entry.closing === 'open' ? { ...saved, closing: 'closed' } : storedAgain(saved);
    case 'read': {
      const sum = answer.kind === 'read' ? answer.timeListening : NaN;
      const isRight = Math.abs(sum - entry.confirmed) < ROUNDING_S;
      return { ...entry, isVerified: isRight, isClean: isRight };
    }
    case 'store': {
      const isNewest = answer.kind === 'stored' && answer.isNewest;
      return {
        ...entry,
        isStored: call.listened === entry.heard && call.time === entry.time,
        confirmed: call.listened,
        savedTime: isNewest ? call.time : entry.savedTime,
        isMisplaced: !isNewest && (entry.isMisplaced || !isPlaceSaved(entry)),
        isResting: entry.closing === 'assumed',
      };
    }
    case 'place':
      return { ...entry, savedTime: call.time, isMisplaced: false };
  }
}

function confirmed(
  entry: LedgerEntry,
  { listened, time }: { readonly listened: number; readonly time: number },
  now: Moment,
): LedgerEntry {
  return {
    ...entry,
    confirmed: toMilliseconds(entry.confirmed + listened),
    savedTime: time,
    hasRow: true,
    isVerified: false,
    notBefore: Math.max(entry.notBefore, (now.server ?? now.wall) + DATE_STEP_MS),
  };
}

/** An entry in use is saved again at the player's request; an ending one retries. */
function rested(entry: LedgerEntry): LedgerEntry {
  return { ...entry, failures: entry.failures + 1, isResting: entry.isEnding };
}

export function isOpen(entry: LedgerEntry): boolean {
  return entry.closing === 'open' && entry.isClean;
}

function needsStoring(entry: LedgerEntry): boolean {
  const owed = entry.isClean ? owedSeconds(entry) : entry.heard;
  return !entry.isStored && (owed > 0 || !isPlaceSaved(entry));
}

function isPlaceSaved(entry: LedgerEntry): boolean {
  return Math.abs(entry.time - entry.savedTime) < SAME_POSITION_S;
}

function hasNews(entry: LedgerEntry): boolean {
  const sent = entry.calls.flatMap((call) => carriedBy(call)?.time ?? []).at(-1) ?? entry.savedTime;
  return owedSeconds(entry) > 0 || Math.abs(entry.time - sent) >= SAME_POSITION_S;
}

export function owedSeconds(entry: LedgerEntry): number {
  const sent = entry.calls.reduce((sum, call) => sum + (carriedBy(call)?.listened ?? 0), 0);
  return Math.max(0, toMilliseconds(entry.heard - entry.confirmed - sent));
}

function isDelivered(entry: LedgerEntry): boolean {
  return entry.isEnding && entry.calls.length === 0 && entry.closing !== 'open' && !needsStoring(entry);
}

function isOver(entry: LedgerEntry): boolean {
  return !entry.isHeld && isSettled(entry) && entry.closing === 'closed';
}

export function isSettled(entry: LedgerEntry): boolean {
  return isDelivered(entry) && !entry.isMisplaced;
}

/** In ms. */
export function retryDelay({ closing, failures, isStored }: LedgerEntry): number {
  if (closing === 'assumed' && isStored) return SECOND_LOOK_MS;
  return Math.min(FIRST_RETRY_MS * 2 ** Math.max(0, failures - 1), LONGEST_RETRY_MS);
}

/**
 * When the position was played, in ms by the server's clock. The later of two estimates that are never too late: one
 * lags while the device sleeps, the other when its clock is set forward.
 */
export function heardTime(entry: LedgerEntry, now: Moment): number {
  const age = ageOf(entry, now);
  const byAge = age < 0 ? 0 : (now.server ?? now.wall) - age;
  return Math.round(Math.max(entry.heardServer ?? 0, byAge, entry.notBefore + 1));
}

/** Age of the position in ms by the device's clocks; negative when one was set back. */
function ageOf({ heardAt, heardElapsed }: LedgerEntry, now: Moment): number {
  const byWall = now.wall - heardAt;
  return heardElapsed === null ? byWall : Math.max(byWall, now.elapsed - heardElapsed);
}

function isPresent(entry: LedgerEntry, now: Moment): boolean {
  return entry.heardElapsed !== null && ageOf(entry, now) < PRESENT_MS;
}

function isNewerPlace(other: LedgerEntry, entry: LedgerEntry): boolean {
  const isUsed = other.heard > 0 || !isPlaceSaved(other);
  return isUsed && isSameMedia(other.media, entry.media) && other.heardAt > entry.heardAt;
}

/**
 * The listener's position (s) in an item that the server lacks, or null.
 * @param known saved progress: position (s) and server time (ms)
 */
export function unsavedPosition(
  entries: readonly LedgerEntry[],
  media: MediaRef,
  known: { readonly currentTime: number; readonly lastUpdate: number } | null,
  now: Moment,
): number | null {
  /** Newer than the known one, or that is a late older save of ours. */
  const isNews = (entry: LedgerEntry) =>
    entry.isHeld ||
    known === null ||
    heardTime(entry, now) > known.lastUpdate ||
    entry.places.some((place) => Math.abs(place - known.currentTime) < SAME_POSITION_S);
  const unsaved = entries.filter((entry) => isSameMedia(entry.media, media) && !isPlaceSaved(entry) && isNews(entry));
  return unsaved.sort((one, other) => heardTime(other, now) - heardTime(one, now))[0]?.time ?? null;
}

export function sentPosition(entries: readonly LedgerEntry[], media: MediaRef): number | null {
  const calls = entries.filter((entry) => isSameMedia(entry.media, media)).flatMap((entry) => entry.calls);
  return calls.flatMap((call) => carriedBy(call)?.time ?? []).at(-1) ?? null;
}

/** The journal record of an entry; null while nothing is unsaved. */
export function recordOf(entry: LedgerEntry, owner: string): JournalRecord | null {
  if (entry.heard === 0 && isPlaceSaved(entry)) return null;
  const {
    isHeld: _isHeld,
    isEnding: _isEnding,
    isDue: _isDue,
    calls,
    failures: _failures,
    isResting: _isResting,
    isVerified: _isVerified,
    heardElapsed: _heardElapsed,
    ...kept
  } = entry;
  return { ...kept, owner, isClean: entry.isClean && calls.every((call) => carriedBy(call) === null) };
}

export const entryOf = recovered;

export function toMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
