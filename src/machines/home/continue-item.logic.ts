import type { LibraryItemMinified } from '../../schemas/api/library-item-minified.ts';
import type { MediaProgress } from '../../schemas/api/media-progress.ts';
import type { Shelf } from '../../schemas/api/shelf.ts';
import { keyOf } from '../progress/media-key.logic.ts';
import { changeLists, itemsOf } from './shelves.logic.ts';

/** What somebody is in progress: a book, or an episode of a podcast. */
export interface ContinueItem {
  readonly item: LibraryItemMinified;
  /** The episode that the shelf means; null for a book. */
  readonly episodeId: string | null;
  readonly shelfId: string;
}

/** What a change of progress is about. */
export type ProgressFact = Pick<
  MediaProgress,
  'libraryItemId' | 'episodeId' | 'isFinished' | 'hideFromContinueListening'
>;

/** Shelves of what somebody is in progress, by their ids. */
export const CONTINUE_SHELVES: readonly string[] = ['continue-listening', 'continue-reading'];

/** The episode that a card of a podcast means; null for a book. */
export function episodeOf(item: LibraryItemMinified): string | null {
  return item.mediaType === 'podcast' ? (item.recentEpisode?.id ?? null) : null;
}

function isAbout(item: LibraryItemMinified, { libraryItemId, episodeId }: ProgressFact): boolean {
  return item.id === libraryItemId && episodeOf(item) === episodeId;
}

/** What was played or read last and is not finished: the first question of the page. */
export function continueItemOf(shelves: readonly Shelf[]): ContinueItem | null {
  for (const shelfId of CONTINUE_SHELVES) {
    const shelf = shelves.find(({ id }) => id === shelfId);
    const item = shelf && itemsOf(shelf)[0];
    if (item) return { item, episodeId: episodeOf(item), shelfId };
  }
  return null;
}

/** Where the item of the first card begins when it is played, moved here before that. */
export interface MovedStart {
  /** The book or episode (`keyOf`). */
  readonly key: string;
  /** Seconds. */
  readonly time: number;
  /** The saved place that it was moved from, in seconds: another one ends it. */
  readonly savedTime: number;
}

/** Where the item would begin after a move by so many seconds: at one of its ends at most. */
export function moveStart(moved: MovedStart | null, shown: MediaProgress, seconds: number): MovedStart {
  const from = startTimeOf(moved, shown) ?? shown.currentTime;
  const end = shown.duration > 0 ? shown.duration : Infinity;
  return {
    key: keyOf(shown),
    time: Math.min(end, Math.max(0, from + seconds)),
    savedTime: shown.currentTime,
  };
}

/** Seconds that the item is played from when its beginning was moved; null when it was not, or it was saved since. */
export function startTimeOf(moved: MovedStart | null, shown: MediaProgress | null): number | null {
  return moved && shown && moved.key === keyOf(shown) && moved.savedTime === shown.currentTime ? moved.time : null;
}

/** The filled shelves below the first card, without what that card shows, in the order of the server. */
export function shelvesBelow(shelves: readonly Shelf[]): readonly Shelf[] {
  const continueItem = continueItemOf(shelves);
  return changeLists(shelves, ({ id }) =>
    id === continueItem?.shelfId ? (entities) => entities.slice(1) : null,
  ).filter(({ entities }) => entities.items.length > 0);
}

/** What a change of progress means for the shelves. */
export type ProgressEffect =
  /** The line on the card moves, nothing else. */
  | 'none'
  /** It was played last now: the first of its shelf. */
  | 'first'
  /** Something began, ended or was hidden: only the server knows the shelves then. */
  | 'unknown';

/** Reads a change of progress. Saves while playing come every ten seconds and must not refetch the shelves. */
export function effectOf(shelves: readonly Shelf[], fact: ProgressFact): ProgressEffect {
  if (fact.isFinished || fact.hideFromContinueListening) return 'unknown';
  const continueItem = continueItemOf(shelves);
  if (continueItem && isAbout(continueItem.item, fact)) return 'none';
  const stands = shelves.some(
    (shelf) => CONTINUE_SHELVES.includes(shelf.id) && itemsOf(shelf).some((item) => isAbout(item, fact)),
  );
  return stands ? 'first' : 'unknown';
}

/** Puts what was played last to the front of its continue shelf. */
export function moveToFront(shelves: readonly Shelf[], fact: ProgressFact): readonly Shelf[] {
  const index = (shelf: Shelf) => itemsOf(shelf).findIndex((item) => isAbout(item, fact));
  return changeLists(shelves, (shelf) => {
    const at = CONTINUE_SHELVES.includes(shelf.id) ? index(shelf) : -1;
    return at < 1
      ? null
      : (entities) => [...entities.slice(at, at + 1), ...entities.slice(0, at), ...entities.slice(at + 1)];
  });
}
