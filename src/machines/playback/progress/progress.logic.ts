import type { MediaProgress } from '../../../schemas/api/progress.ts';
import type { LibrarySettings } from '../../../schemas/api/library.ts';
import type { MediaRef } from '../../kit/media.logic.ts';
import { keyOf } from '../../kit/media.logic.ts';
import type { RecordedPosition, Saving } from './progress.protocol.ts';

type ProgressChange = Extract<Saving, { kind: 'change' }>['changes'][number];

/** `lastUpdate` of an entry that the server has not sent. */
const NEVER = 0;

/** By `keyOf` the media. */
export type ProgressMap = Readonly<Record<string, MediaProgress>>;

export function toProgressMap(entries: readonly MediaProgress[]): ProgressMap {
  return Object.fromEntries(entries.map((entry) => [keyOf(entry), entry]));
}

/** By key: the entry before its edits, and their number. Server updates of such an entry are intermediate. */
export type PendingEdits = Readonly<Record<string, { readonly before: MediaProgress | null; readonly edits: number }>>;

export interface Edited {
  readonly entries: ProgressMap;
  readonly pendingEdits: PendingEdits;
}

export interface EntryEdit {
  readonly media: MediaRef;
  readonly entryOf: (known: MediaProgress | null) => MediaProgress | null;
}

export function withEdits({ entries, pendingEdits }: Edited, edits: readonly EntryEdit[]): Edited {
  const shown = new Map(Object.entries(entries));
  const pending = new Map(Object.entries(pendingEdits));
  for (const { media, entryOf } of edits) {
    const key = keyOf(media);
    const known = shown.get(key) ?? null;
    const { before, edits: count } = pending.get(key) ?? { before: known, edits: 0 };
    pending.set(key, { before, edits: count + 1 });
    replace(shown, key, entryOf(known));
  }
  return { entries: Object.fromEntries(shown), pendingEdits: Object.fromEntries(pending) };
}

export interface SettledEdit {
  readonly media: MediaRef;
  /** The server's entry; undefined when unknown. */
  readonly found: MediaProgress | null | undefined;
  readonly failed: boolean;
}

/** Ends edits; a later edit of the same entry stays visible. */
export function settled({ entries, pendingEdits }: Edited, ended: readonly SettledEdit[]): Edited {
  const shown = new Map(Object.entries(entries));
  const pending = new Map(Object.entries(pendingEdits));
  for (const { media, found, failed } of ended) {
    const key = keyOf(media);
    const open = pending.get(key);
    if (!open) continue;
    if (open.edits > 1) {
      pending.set(key, { ...open, edits: open.edits - 1 });
      continue;
    }
    pending.delete(key);
    if (found !== undefined || failed) replace(shown, key, found === undefined ? open.before : found);
  }
  return { entries: Object.fromEntries(shown), pendingEdits: Object.fromEntries(pending) };
}

function replace(map: Map<string, MediaProgress>, key: string, entry: MediaProgress | null): void {
  map.delete(key);
  if (entry) map.set(key, entry);
}

/** Adds an entry unless a newer one is known (pitfall 7). */
export function withEntry(map: ProgressMap, entry: MediaProgress, pendingEdits: PendingEdits): ProgressMap {
  return isNews(map, entry, pendingEdits) ? { ...map, [keyOf(entry)]: entry } : map;
}

/** Merges the whole account: newer entries win, missing ones are removed. */
export function withAccount(
  map: ProgressMap,
  entries: readonly MediaProgress[],
  pendingEdits: PendingEdits,
): ProgressMap {
  const report = entries.flatMap((entry) => {
    const shown = isNews(map, entry, pendingEdits) ? entry : map[keyOf(entry)];
    return shown ? [shown] : [];
  });
  const own = Object.values(map).filter((entry) => entry.lastUpdate === NEVER || pendingEdits[keyOf(entry)]);
  return { ...toProgressMap(own), ...toProgressMap(report) };
}

function isNews(map: ProgressMap, entry: MediaProgress, pendingEdits: PendingEdits): boolean {
  const key = keyOf(entry);
  const known = map[key];
  return !pendingEdits[key] && (!known || entry.lastUpdate > known.lastUpdate);
}

/** Cancels when another device moved away from `over`, the account's place, since `at` (ms). */
export interface Unless {
  readonly at: number;
  readonly over: string | null;
}

export function isSuperseded({ at, over }: Unless, found: MediaProgress | null): boolean {
  return found !== null && found.ebookLocation !== over && found.lastUpdate > at;
}

export type ProgressEdit =
  /** `unfinish` returns to the place of finishing; `hide`: from the continue shelves, until played again. */
  | { readonly kind: 'finish' | 'unfinish' | 'reset' | 'hide' }
  /** Undo. Restores `lastUpdate` too: it orders the continue shelves. */
  | { readonly kind: 'show'; readonly lastUpdate: number }
  /** A place in the main ebook: CFI or page from 1, and share 0..1. */
  | { readonly kind: 'read'; readonly location: string; readonly share: number }
  /** Undo; null: no entry. */
  | { readonly kind: 'restore'; readonly entry: MediaProgress | null };

/** Closer to the end, in seconds, counts as the end; the server finishes at less than 10 s. */
const END_SECONDS = 60;

/** The entry after an edit; null: removed. */
export function edited(
  entry: MediaProgress | null,
  edit: ProgressEdit,
  media: MediaRef,
  now: number,
): MediaProgress | null {
  const base = entry ?? emptyProgress(media, now);
  switch (edit.kind) {
    case 'finish':
      return { ...base, isFinished: true, progress: 1, finishedAt: now };
    case 'unfinish':
      return unfinished(base);
    case 'hide':
    case 'show':
      return entry && { ...entry, hideFromContinueListening: edit.kind === 'hide' };
    case 'read':
      return { ...base, ebookLocation: edit.location, ebookProgress: edit.share, hideFromContinueListening: false };
    case 'reset':
      return null;
    case 'restore':
      return edit.entry && { ...edit.entry, id: base.id, lastUpdate: base.lastUpdate };
  }
}

/** Returns to the place of finishing; from the start when that was the end. */
function unfinished(entry: MediaProgress): MediaProgress {
  const { duration } = entry;
  const currentTime = duration - entry.currentTime < END_SECONDS ? 0 : entry.currentTime;
  return { ...entry, isFinished: false, finishedAt: null, currentTime, progress: fractionOf(currentTime, duration) };
}

/** Server changes for an edit; `before` is the entry before it. */
export function savingOf(edit: ProgressEdit, entry: MediaProgress | null, before: MediaProgress | null = null): Saving {
  if (edit.kind === 'hide') return { kind: 'hide' };
  if (edit.kind === 'show')
    return { kind: 'change', changes: [{ hideFromContinueListening: false, lastUpdate: edit.lastUpdate }] };
  if (edit.kind === 'read')
    return { kind: 'read', location: edit.location, share: edit.share, over: before?.ebookLocation ?? null };
  if (!entry) return { kind: 'delete' };
  return { kind: 'change', changes: edit.kind === 'finish' ? [{ isFinished: true }] : changesTo(entry) };
}

/**
 * `isFinished: false` discards the place and a new place clears the mark, hence the order. The place needs a changed
 * fraction, else the server keeps the old one.
 */
function changesTo(entry: MediaProgress): readonly ProgressChange[] {
  const {
    currentTime,
    duration,
    progress,
    startedAt,
    finishedAt,
    hideFromContinueListening,
    ebookLocation,
    ebookProgress,
  } = entry;
  const place: ProgressChange = {
    currentTime,
    duration,
    progress: entry.isFinished ? fractionOf(currentTime, duration) : progress,
    hideFromContinueListening,
    ...(startedAt === null ? {} : { startedAt }),
    ...(ebookLocation === null ? {} : { ebookLocation }),
    ...(ebookProgress === null ? {} : { ebookProgress }),
  };
  if (!entry.isFinished) return [{ isFinished: false }, place];
  return [place, { isFinished: true, hideFromContinueListening, ...(finishedAt === null ? {} : { finishedAt }) }];
}

function fractionOf(currentTime: number, duration: number): number {
  return duration > 0 ? Math.min(currentTime / duration, 1) : 0;
}

/** Percent 0..100, seconds left. */
export type FinishRule = Pick<LibrarySettings, 'markAsFinishedPercentComplete' | 'markAsFinishedTimeRemaining'>;

/**
 * Whether this position finishes an item. The last second always does, the first half of a short item never. Sound that
 * ends well before its item's end was cut off.
 */
export function finishes({ currentTime, duration, hasEnded }: RecordedPosition, rule: FinishRule): boolean {
  if (duration <= 0) return false;
  const left = duration - currentTime;
  if (left < 1 || (hasEnded && left < END_SECONDS)) return true;
  const { markAsFinishedPercentComplete: percent, markAsFinishedTimeRemaining: enough } = rule;
  if (percent != null) return fractionOf(currentTime, duration) * 100 > percent;
  return enough != null && left < Math.min(enough, duration / 2);
}

export function withPosition(
  entry: MediaProgress | null,
  media: MediaRef,
  currentTime: number,
  duration: number,
  now: number,
): MediaProgress {
  return {
    ...(entry ?? emptyProgress(media, now)),
    currentTime,
    duration,
    progress: fractionOf(currentTime, duration),
  };
}

/** `id` is empty, and any server entry is newer. */
function emptyProgress({ libraryItemId, episodeId }: MediaRef, now: number): MediaProgress {
  return {
    id: '',
    userId: '',
    libraryItemId,
    episodeId,
    mediaItemId: '',
    mediaItemType: episodeId === null ? 'book' : 'podcastEpisode',
    duration: 0,
    progress: 0,
    currentTime: 0,
    isFinished: false,
    hideFromContinueListening: false,
    ebookLocation: null,
    ebookProgress: 0,
    lastUpdate: NEVER,
    startedAt: now,
    finishedAt: null,
  };
}
