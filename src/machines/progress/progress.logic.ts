import type { MediaProgress } from '../../schemas/api/media-progress.ts';
import type { LibrarySettings } from '../../schemas/api/library.ts';
import type { MediaRef } from '../player/player.protocol.ts';
import { keyOf } from './media-key.logic.ts';
import type { RecordedPosition, Saving } from './progress.protocol.ts';

type ProgressChange = Extract<Saving, { kind: 'change' }>['changes'][number];

/** `lastUpdate` of an entry that the server has not told about. */
const NEVER = 0;

/** Progress by `keyOf` its book or episode. */
export type ProgressMap = Readonly<Record<string, MediaProgress>>;

/** The map of a whole account. */
export function toProgressMap(entries: readonly MediaProgress[]): ProgressMap {
  return Object.fromEntries(entries.map((entry) => [keyOf(entry), entry]));
}

/**
 * Edits that the server has not confirmed yet, by key: what the entry was before them (null: none), and how many. What
 * the server tells of such an entry meanwhile is about a step on the way.
 */
export type PendingEdits = Readonly<Record<string, { readonly before: MediaProgress | null; readonly edits: number }>>;

/** What is known, and what of it is not confirmed. */
export interface Edited {
  readonly entries: ProgressMap;
  readonly pendingEdits: PendingEdits;
}

/** An edit of an entry, by what is shown of it. */
export interface EntryEdit {
  readonly media: MediaRef;
  readonly entryOf: (known: MediaProgress | null) => MediaProgress | null;
}

/** Shows edits: each entry is what its edit makes of it until that is settled. */
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

/** An edit that has ended. */
export interface SettledEdit {
  readonly media: MediaRef;
  /** The entry as the server has it; undefined when that is not known. */
  readonly found: MediaProgress | null | undefined;
  readonly failed: boolean;
}

/** Edits have ended. A later edit of the same entry decides what shows. */
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

/** Puts an entry last, or none under the key. */
function replace(map: Map<string, MediaProgress>, key: string, entry: MediaProgress | null): void {
  map.delete(key);
  if (entry) map.set(key, entry);
}

/** The map with one entry of the server in it, if that is newer than what is known (pitfall 7). */
export function withEntry(map: ProgressMap, entry: MediaProgress, pendingEdits: PendingEdits): ProgressMap {
  return isNews(map, entry, pendingEdits) ? { ...map, [keyOf(entry)]: entry } : map;
}

/** The map after the server sent the whole account: newer entries win, entries that are gone there go here. */
export function withAccount(
  map: ProgressMap,
  entries: readonly MediaProgress[],
  pendingEdits: PendingEdits,
): ProgressMap {
  const told = entries.flatMap((entry) => {
    const shown = isNews(map, entry, pendingEdits) ? entry : map[keyOf(entry)];
    return shown ? [shown] : [];
  });
  const own = Object.values(map).filter((entry) => entry.lastUpdate === NEVER || pendingEdits[keyOf(entry)]);
  return { ...toProgressMap(own), ...toProgressMap(told) };
}

function isNews(map: ProgressMap, entry: MediaProgress, pendingEdits: PendingEdits): boolean {
  const key = keyOf(entry);
  const known = map[key];
  return !pendingEdits[key] && (!known || entry.lastUpdate > known.lastUpdate);
}

/** Not when another device is elsewhere than at `over` (the place that the account had) since `at`, in ms. */
export interface Unless {
  readonly at: number;
  readonly over: string | null;
}

/** Whether another device read on after this place was left here. */
export function isSuperseded({ at, over }: Unless, found: MediaProgress | null): boolean {
  return found !== null && found.ebookLocation !== over && found.lastUpdate > at;
}

/** A change that the user makes here. */
export type ProgressEdit =
  | { readonly kind: 'finish' | 'unfinish' | 'reset' | 'hide' }
  /**
   * `lastUpdate` is that of before it was hidden: continue shelves are ordered by it, so it comes back to its place.
   */
  | { readonly kind: 'show'; readonly lastUpdate: number }
  | { readonly kind: 'read'; readonly location: string; readonly share: number }
  /** Back to this: undoes an edit. Null: there was no entry. */
  | { readonly kind: 'restore'; readonly entry: MediaProgress | null };

/** Less than this before the end is the end, in seconds; the server finishes what has less than 10 s left. */
const END_SECONDS = 60;

/** What an edit makes of an entry, until the server says the same. Null: no entry any more. */
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

/** Not finished any more: again at the place where it was marked finished. What was heard to its end starts over. */
function unfinished(entry: MediaProgress): MediaProgress {
  const { duration } = entry;
  const currentTime = duration - entry.currentTime < END_SECONDS ? 0 : entry.currentTime;
  return { ...entry, isFinished: false, finishedAt: null, currentTime, progress: fractionOf(currentTime, duration) };
}

/** How the server is brought from whatever it has to what an edit made of the entry, which was `before`. */
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
 * The changes that make an entry so, whatever it was. `isFinished: false` throws the place away and a new place takes
 * the finished mark away, hence the order. The place has to be sent with its fraction: one sent before stays else.
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

/** When a library counts an item as finished: percent 0..100, seconds left. */
export type FinishRule = Pick<LibrarySettings, 'markAsFinishedPercentComplete' | 'markAsFinishedTimeRemaining'>;

/**
 * Whether an item is finished at this position, by the rule of its library. The last second always finishes it, the
 * first half of something short never does. A sound that ends well before the end of its item was cut.
 */
export function finishes({ currentTime, duration, hasEnded }: RecordedPosition, rule: FinishRule): boolean {
  if (duration <= 0) return false;
  const left = duration - currentTime;
  if (left < 1 || (hasEnded && left < END_SECONDS)) return true;
  const { markAsFinishedPercentComplete: percent, markAsFinishedTimeRemaining: enough } = rule;
  if (percent != null) return fractionOf(currentTime, duration) * 100 > percent;
  return enough != null && left < Math.min(enough, duration / 2);
}

/** The entry after so much was heard here. */
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

/** An entry that the server has not told about yet: `id` is empty, and whatever the server tells is newer. */
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
