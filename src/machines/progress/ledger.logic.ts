import type { JournalRecord } from '../../schemas/journal.ts';
import type { PlaybackSession } from '../../schemas/api/playback-session.ts';
import { isSameMedia, type MediaRef } from '../player/player.protocol.ts';

/**
 * The core of listening progress, as docs/progress.md describes it: facts in, calls to the server and journal records
 * out. It knows no timers, no network and no storage. Times are seconds, moments are ms.
 *
 * Invariants:
 * 1. `heard` only grows, and an entry goes only when the server has all of it: no failure loses a second.
 * 2. An entry is in the state `open` only while it is known what the server has of it. After one unclear answer nothing
 *    is added any more: the session is closed, then stored whole, which may be repeated without harm.
 * 3. A position goes out as the present one (`sync`) only while it is the present one; any other carries the moment at
 *    which it was heard, and the server keeps the newer one.
 * 4. One call about a book or episode at a time, but for the last one of a page.
 */
export interface Ledger {
  /** By id of the playback session. */
  readonly entries: Readonly<Record<string, LedgerEntry>>;
}

/** What the journal keeps of an entry, and what only this page knows. */
export interface LedgerEntry extends Omit<JournalRecord, 'owner'> {
  /** The player notes what sounds in it. */
  readonly isHeld: boolean;
  /** To be closed, and stored where that is needed. */
  readonly isEnding: boolean;
  /** To be saved as soon as no other call is under way. */
  readonly isDue: boolean;
  /** Calls without an answer: one, or two when the page is about to end. */
  readonly calls: readonly LedgerCall[];
  /** Failures in a row; after one the entry rests. */
  readonly failures: number;
  readonly isResting: boolean;
  /** The sum of the server was read and is as known here. */
  readonly isVerified: boolean;
  /** When its position was heard, by the clock that nobody sets; null in another page than the one that heard it. */
  readonly heardElapsed: number | null;
}

/** A moment by the device's clock, by the page's own, and by the server's as far as it is known. */
export interface Moment {
  readonly wall: number;
  readonly elapsed: number;
  readonly server: number | null;
}

/** A call to the server. `listened` are seconds that the server adds. */
export type LedgerCall =
  | { readonly kind: 'sync'; readonly listened: number; readonly time: number }
  | { readonly kind: 'read' }
  | { readonly kind: 'close'; readonly last: { readonly listened: number; readonly time: number } | null }
  /** The whole session: `listened` replaces the server's sum; the position counts where nothing newer is there. */
  | { readonly kind: 'store'; readonly listened: number; readonly time: number; readonly updatedAt: number }
  /** Stored once more for its position, where no other device moved the account away from one of `places`. */
  | {
      readonly kind: 'place';
      readonly listened: number;
      readonly time: number;
      readonly updatedAt: number;
      readonly places: readonly number[];
    };

/** How a call ended. */
export type LedgerAnswer =
  | { readonly kind: 'done' }
  /** The server's own sum of the session. */
  | { readonly kind: 'read'; readonly timeListening: number }
  /** Stored. `isNewest`: its position is the one of the account now. */
  | { readonly kind: 'stored'; readonly isNewest: boolean }
  /** The server has no such open session, or a proxy says so. */
  | { readonly kind: 'unknown' }
  /** It waited too long for its turn to be sent as it was planned. */
  | { readonly kind: 'late' }
  /** Not taken, by the server or something in between. */
  | { readonly kind: 'refused' }
  /** The server will never take it: the item is gone. */
  | { readonly kind: 'impossible' }
  /** It may have arrived, may still arrive, or not. */
  | { readonly kind: 'unclear' };

/** What happens to a ledger. */
export type LedgerFact =
  | ({ readonly type: 'opened' } & OpenedSession)
  | { readonly type: 'noted'; readonly sessionId: string; readonly seconds: number; readonly time: number }
  /** Another device put the position there, and the server has it. */
  | { readonly type: 'adopted'; readonly sessionId: string; readonly time: number }
  | { readonly type: 'due'; readonly sessionId: string }
  /** The page is about to end, or to be hidden for good. */
  | { readonly type: 'leaving'; readonly sessionId: string }
  /** Nothing sounds and the session takes nothing more: it goes out, and what sounds later is noted in it again. */
  | { readonly type: 'suspended'; readonly sessionId: string }
  | { readonly type: 'ended'; readonly sessionId: string }
  /** The server closed the session. */
  | { readonly type: 'abandoned'; readonly sessionId: string }
  | { readonly type: 'found'; readonly records: readonly JournalRecord[] }
  | { readonly type: 'woken'; readonly sessionId: string | null }
  | {
      readonly type: 'answered';
      readonly sessionId: string;
      readonly call: LedgerCall;
      readonly answer: LedgerAnswer;
    };

/** A playback session that the server has just opened, which closes the others of its device. */
export interface OpenedSession {
  readonly session: PlaybackSession;
  readonly media: MediaRef;
  readonly device: string;
  /** Where the listener is. */
  readonly time: number;
  /** The account has progress of this book or episode. */
  readonly hasRow: boolean;
}

/** A call that is to be made now. `isLast`: the page may be over before anything else happens. */
export interface PlannedCall {
  readonly sessionId: string;
  readonly call: LedgerCall;
  readonly isLast: boolean;
}

/** Positions that differ by less are the same. */
const SAME_POSITION_S = 0.05;
/** Sums that differ by less are the same. */
const ROUNDING_S = 0.01;
/** Positions that the server has may differ by less from the same ones here. */
export const OWN_PLACE_S = 0.1;
/** What a call under way does not carry is worth a second one at the end of a page from so many seconds on. */
const LAST_SAVE_S = 1;
/** A position that was heard longer ago (ms) is no longer the present one. */
export const PRESENT_MS = 2000;
/** Positions that are remembered as sent or taken over. */
const PLACES = 8;
/** The server's `Date` leaves out the milliseconds. */
const DATE_STEP_MS = 1000;
/** A 'not found' is believed when it comes again after so long: a proxy said it, while it was being restarted. */
const SECOND_LOOK_MS = 30_000;
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 30_000;

export const EMPTY_LEDGER: Ledger = { entries: {} };

/** The ledger after a fact, and the calls that are due then. */
export function advance(
  ledger: Ledger,
  fact: LedgerFact,
  now: Moment,
): { readonly ledger: Ledger; readonly calls: readonly PlannedCall[] } {
  const entries = new Map(Object.entries(ledger.entries));
  apply(entries, fact, now);
  const calls = fact.type === 'leaving' ? lastCalls(entries, fact.sessionId) : dueCalls(entries, now);
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
    case 'opened':
      for (const [id, entry] of entries) if (entry.device === fact.device) entries.set(id, replaced(entry));
      entries.set(fact.session.id, openEntry(fact, now));
      return;
    case 'noted':
      return change(entries, fact.sessionId, (entry) => noted(entry, fact.seconds, fact.time, now));
    case 'adopted':
      return change(entries, fact.sessionId, (entry) => ({
        ...withPlace(entry, fact.time),
        time: fact.time,
        savedTime: fact.time,
      }));
    case 'due':
      return change(entries, fact.sessionId, (entry) => ({ ...entry, isDue: hasNews(entry) }));
    case 'leaving':
      return undefined;
    case 'suspended':
      return change(entries, fact.sessionId, (entry) => ({ ...entry, isEnding: true }));
    case 'ended':
      return change(entries, fact.sessionId, (entry) => ({ ...entry, isHeld: false, isEnding: true }));
    case 'abandoned':
      return change(entries, fact.sessionId, (entry) => ({
        ...entry,
        isEnding: true,
        isClean: false,
        closing: 'assumed',
      }));
    case 'found':
      for (const record of fact.records)
        if (!entries.has(record.sessionId)) entries.set(record.sessionId, recovered(record));
      return;
    case 'woken':
      for (const [id, entry] of entries)
        if (fact.sessionId === null || id === fact.sessionId) entries.set(id, { ...entry, isResting: false });
      return;
    case 'answered':
      return change(entries, fact.sessionId, (entry) => {
        const after = answered(entry, fact.call, fact.answer, now);
        const isOlder = [...entries.values()].some((other) => isNewerPlace(other, after));
        return after.isMisplaced && isOlder ? { ...after, isMisplaced: false, savedTime: after.time } : after;
      });
  }
}

function openEntry({ session, media, device, time, hasRow }: OpenedSession, now: Moment): LedgerEntry {
  return {
    userId: session.userId,
    media,
    device,
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
    },
    heard: 0,
    confirmed: 0,
    time,
    // Where the listener was before is the matter of the entry in which it was heard.
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
    isHeld: true,
    isEnding: false,
    isDue: false,
    calls: [],
    failures: 0,
    isResting: false,
    isVerified: false,
    heardElapsed: now.elapsed,
  };
}

/**
 * The server closes a session when its device opens another one. What it wrote then replaces what was stored on a mere
 * 'not found', so that is stored once more.
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

/** What a page that is no more left. Whether its last call arrived is not known, unless it had none. */
function recovered({ owner: _owner, ...record }: JournalRecord): LedgerEntry {
  return {
    ...record,
    isHeld: false,
    isEnding: true,
    isDue: false,
    calls: [],
    failures: 0,
    isResting: false,
    isVerified: false,
    heardElapsed: null,
  };
}

/** The calls that are due: the next one of each book or episode, what is closed before what is open. */
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
 * The last call of a page about a session, if there is anything to save. A call under way counts as the last one when
 * it carries nearly all, and when it may be the one with which the server begins its progress of the item: two of those
 * at once make two.
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

/** What was stored on a mere 'not found' may have been replaced before the session was closed: sum and position. */
function storedAgain(entry: LedgerEntry): LedgerEntry {
  return { ...entry, closing: 'closed', isStored: false, isMisplaced: true };
}

/** Whether a position of the account (s) is one of these: what was sent from here, or taken over. */
export function isOwnPlace(places: readonly number[], time: number): boolean {
  return places.some((place) => Math.abs(place - time) < OWN_PLACE_S);
}

/** What a call adds to the session; null for one that adds nothing. */
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
        hasRow: true,
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
    notBefore: Math.max(entry.notBefore, (now.server ?? now.wall) + DATE_STEP_MS),
  };
}

/** One in use is saved again when its player says so; one that ends by itself. */
function rested(entry: LedgerEntry): LedgerEntry {
  return { ...entry, failures: entry.failures + 1, isResting: entry.isEnding };
}

/** Whether the session takes further seconds. */
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

/** Whether the listener is further, or elsewhere, than the server has or a call carries. */
function hasNews(entry: LedgerEntry): boolean {
  const sent = entry.calls.flatMap((call) => carriedBy(call)?.time ?? []).at(-1) ?? entry.savedTime;
  return owedSeconds(entry) > 0 || Math.abs(entry.time - sent) >= SAME_POSITION_S;
}

/** Seconds that neither the server has nor a call carries. */
export function owedSeconds(entry: LedgerEntry): number {
  const sent = entry.calls.reduce((sum, call) => sum + (carriedBy(call)?.listened ?? 0), 0);
  return Math.max(0, toMilliseconds(entry.heard - entry.confirmed - sent));
}

/** The server has everything, and the session is not in use. */
function isDelivered(entry: LedgerEntry): boolean {
  return entry.isEnding && entry.calls.length === 0 && entry.closing !== 'open' && !needsStoring(entry);
}

/** Nothing more can come of it. */
function isOver(entry: LedgerEntry): boolean {
  return !entry.isHeld && isSettled(entry) && entry.closing === 'closed';
}

/** Whether the server has everything: seconds and position. */
export function isSettled(entry: LedgerEntry): boolean {
  return isDelivered(entry) && !entry.isMisplaced;
}

/** How long an entry rests before it is sent again, in ms. */
export function retryDelay({ closing, failures, isStored }: LedgerEntry): number {
  if (closing === 'assumed' && isStored) return SECOND_LOOK_MS;
  return Math.min(FIRST_RETRY_MS * 2 ** Math.max(0, failures - 1), LONGEST_RETRY_MS);
}

/**
 * When its position was heard, by the server's clock (ms): the later one of two that are never too late. The server's
 * time of then falls behind while a device sleeps; the age by the device's clock is too long when that was set forward.
 * It is later than what the server has from the same session.
 */
export function heardTime(entry: LedgerEntry, now: Moment): number {
  const age = ageOf(entry, now);
  const byAge = age < 0 ? 0 : (now.server ?? now.wall) - age;
  return Math.round(Math.max(entry.heardServer ?? 0, byAge, entry.notBefore + 1));
}

/** How long ago its position was heard, by the clocks of the device, in ms; below 0 where one was set back. */
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
 * Where the listener was in an item, when the server has not got that yet: seconds, or null.
 * @param known the progress that is known of the item: its position (s) and the server's time of it (ms); null: none
 */
export function unsavedPosition(
  entries: readonly LedgerEntry[],
  media: MediaRef,
  known: { readonly currentTime: number; readonly lastUpdate: number } | null,
  now: Moment,
): number | null {
  /** Newer than what is known, or that is an older save of ours which came late. */
  const isNews = (entry: LedgerEntry) =>
    entry.isHeld ||
    known === null ||
    heardTime(entry, now) > known.lastUpdate ||
    entry.places.some((place) => Math.abs(place - known.currentTime) < SAME_POSITION_S);
  const unsaved = entries.filter((entry) => isSameMedia(entry.media, media) && !isPlaceSaved(entry) && isNews(entry));
  return unsaved.sort((one, other) => heardTime(other, now) - heardTime(one, now))[0]?.time ?? null;
}

/** The position of an item that a call carries to the server: seconds, or null. */
export function sentPosition(entries: readonly LedgerEntry[], media: MediaRef): number | null {
  const calls = entries.filter((entry) => isSameMedia(entry.media, media)).flatMap((entry) => entry.calls);
  return calls.flatMap((call) => carriedBy(call)?.time ?? []).at(-1) ?? null;
}

/** What the journal keeps of an entry, for the page that owns it; null while there is nothing to lose. */
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

/** An entry of another page, to know where the listener was there. */
export const entryOf = recovered;

export function toMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
