import type { MediaProgress } from '../../schemas/api/media-progress.ts';
import type { MediaRef } from '../player/player.protocol.ts';

/** `lastUpdate` of an entry that the server has not told about. */
const NEVER = 0;

/** Progress by `keyOf` its book or episode. */
export type ProgressMap = Readonly<Record<string, MediaProgress>>;

/** A key for a book or an episode. */
export function keyOf({ libraryItemId, episodeId }: MediaRef): string {
  return episodeId === null ? libraryItemId : `${libraryItemId}/${episodeId}`;
}

/** The map of a whole account. */
export function toProgressMap(entries: readonly MediaProgress[]): ProgressMap {
  return Object.fromEntries(entries.map((entry) => [keyOf(entry), entry]));
}

/** Edits that the server has not confirmed yet, by key: what the entry was before them (null: none), and how many. */
export type Unconfirmed = Readonly<Record<string, { readonly before: MediaProgress | null; readonly edits: number }>>;

/** The map with one entry of the server in it, if that is newer than what is known (pitfall 7). */
export function withEntry(map: ProgressMap, entry: MediaProgress, unconfirmed: Unconfirmed): ProgressMap {
  return isNews(map, entry, unconfirmed) ? { ...map, [keyOf(entry)]: entry } : map;
}

/** The map after the server sent the whole account: newer entries win, entries that are gone there go here. */
export function withAccount(map: ProgressMap, entries: readonly MediaProgress[], unconfirmed: Unconfirmed): ProgressMap {
  const told = entries.flatMap((entry) => {
    const shown = isNews(map, entry, unconfirmed) ? entry : map[keyOf(entry)];
    return shown ? [shown] : [];
  });
  const untold = Object.values(map).filter((entry) => entry.lastUpdate === NEVER);
  return { ...toProgressMap(untold), ...toProgressMap(told) };
}

function isNews(map: ProgressMap, entry: MediaProgress, unconfirmed: Unconfirmed): boolean {
  const known = map[keyOf(entry)] ?? unconfirmed[keyOf(entry)]?.before;
  return !known || entry.lastUpdate > known.lastUpdate;
}

/** A change that the user makes here. */
export type ProgressEdit = { readonly kind: 'finish' } | { readonly kind: 'unfinish' } | { readonly kind: 'reset' };

/** What an edit makes of an entry, until the server says the same. Null: no entry any more. */
export function edited(entry: MediaProgress | null, edit: ProgressEdit, media: MediaRef, now: number): MediaProgress | null {
  if (edit.kind === 'reset') return null;
  const base = entry ?? emptyProgress(media, now);
  if (edit.kind === 'finish') return { ...base, isFinished: true, progress: 1, finishedAt: now };
  return { ...base, isFinished: false, progress: 0, currentTime: 0, finishedAt: null };
}

/** The entry after so much was heard here. */
export function heard(entry: MediaProgress | null, media: MediaRef, currentTime: number, duration: number, now: number): MediaProgress {
  const progress = duration > 0 ? Math.min(currentTime / duration, 1) : 0;
  return { ...(entry ?? emptyProgress(media, now)), currentTime, duration, progress };
}

/** An entry that the server has not told about yet: `id` is empty, and whatever the server tells is newer. */
function emptyProgress({ libraryItemId, episodeId }: MediaRef, now: number): MediaProgress {
  return {
    id: '', userId: '', libraryItemId, episodeId, mediaItemId: '', mediaItemType: episodeId === null ? 'book' : 'podcastEpisode',
    duration: 0, progress: 0, currentTime: 0, isFinished: false, hideFromContinueListening: false, ebookLocation: null,
    ebookProgress: 0, lastUpdate: NEVER, startedAt: now, finishedAt: null,
  };
}
