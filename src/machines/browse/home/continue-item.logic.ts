import type { LibraryItemMinified } from '../../../schemas/api/library-item-minified.ts';
import type { MediaProgress } from '../../../schemas/api/progress.ts';
import type { Shelf } from '../../../schemas/api/shelf.ts';
import { keyOf } from '../../kit/media.logic.ts';
import { changeLists, itemsOf } from './shelves.logic.ts';

export interface ContinueItem {
  readonly item: LibraryItemMinified;
  readonly episodeId: string | null;
  readonly shelfId: string;
}

export type ProgressFact = Pick<
  MediaProgress,
  'libraryItemId' | 'episodeId' | 'isFinished' | 'hideFromContinueListening'
>;

export const CONTINUE_SHELVES: readonly string[] = ['continue-listening', 'continue-reading'];

export function episodeOf(item: LibraryItemMinified): string | null {
  return item.mediaType === 'podcast' ? (item.recentEpisode?.id ?? null) : null;
}

function isAbout(item: LibraryItemMinified, { libraryItemId, episodeId }: ProgressFact): boolean {
  return item.id === libraryItemId && episodeOf(item) === episodeId;
}

/** The most recent unfinished item, shown as the first card. */
export function continueItemOf(shelves: readonly Shelf[]): ContinueItem | null {
  for (const shelfId of CONTINUE_SHELVES) {
    const shelf = shelves.find(({ id }) => id === shelfId);
    const item = shelf && itemsOf(shelf)[0];
    if (item) return { item, episodeId: episodeOf(item), shelfId };
  }
  return null;
}

export interface MovedStart {
  /** Book or episode (`keyOf`). */
  readonly key: string;
  /** Seconds. */
  readonly time: number;
  /** Saved position before the move, in seconds; the move ends when it changes. */
  readonly savedTime: number;
}

export function moveStart(moved: MovedStart | null, shown: MediaProgress, seconds: number): MovedStart {
  const from = startTimeOf(moved, shown) ?? shown.currentTime;
  const end = shown.duration > 0 ? shown.duration : Infinity;
  return {
    key: keyOf(shown),
    time: Math.min(end, Math.max(0, from + seconds)),
    savedTime: shown.currentTime,
  };
}

export function startTimeOf(moved: MovedStart | null, shown: MediaProgress | null): number | null {
  return moved && shown && moved.key === keyOf(shown) && moved.savedTime === shown.currentTime ? moved.time : null;
}

export function shelvesBelow(shelves: readonly Shelf[]): readonly Shelf[] {
  const continueItem = continueItemOf(shelves);
  return changeLists(shelves, ({ id }) =>
    id === continueItem?.shelfId ? (entities) => entities.slice(1) : null,
  ).filter(({ entities }) => entities.items.length > 0);
}

export type ProgressEffect =
  /** Only the progress bar moves. */
  | 'none'
  /** Played last: it moves to the front of its shelf. */
  | 'first'
  /** Started, finished or hidden: the shelves must be refetched. */
  | 'unknown';

/** Saves during playback come every ten seconds and must not refetch the shelves. */
export function effectOf(shelves: readonly Shelf[], fact: ProgressFact): ProgressEffect {
  if (fact.isFinished || fact.hideFromContinueListening) return 'unknown';
  const continueItem = continueItemOf(shelves);
  if (continueItem && isAbout(continueItem.item, fact)) return 'none';
  const stands = shelves.some(
    (shelf) => CONTINUE_SHELVES.includes(shelf.id) && itemsOf(shelf).some((item) => isAbout(item, fact)),
  );
  return stands ? 'first' : 'unknown';
}

export function moveToFront(shelves: readonly Shelf[], fact: ProgressFact): readonly Shelf[] {
  const index = (shelf: Shelf) => itemsOf(shelf).findIndex((item) => isAbout(item, fact));
  return changeLists(shelves, (shelf) => {
    const at = CONTINUE_SHELVES.includes(shelf.id) ? index(shelf) : -1;
    return at < 1
      ? null
      : (entities) => [...entities.slice(at, at + 1), ...entities.slice(0, at), ...entities.slice(at + 1)];
  });
}
