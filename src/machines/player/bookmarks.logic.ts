import type { Bookmark } from '../../schemas/api/bookmark.ts';
import type { BookmarkJob } from './player.protocol.ts';

/** The name of their dialog among the menus. */
export const BOOKMARKS_MENU = 'player-bookmarks';
/** Bookmarks are at least so many seconds apart (BKM-013). */
const APART_S = 1;

/** A change of the bookmarks that this tab made; the account may not show it yet. */
export interface BookmarkChange {
  readonly number: number;
  readonly job: BookmarkJob;
  /** The server has it. */
  readonly isSaved: boolean;
}

/** The bookmarks of a book, in order of time: those of the account, with the changes over them. */
export function bookmarksOf(
  all: readonly Bookmark[],
  changes: readonly BookmarkChange[],
  libraryItemId: string,
): readonly Bookmark[] {
  const byTime = new Map<number, Bookmark>();
  for (const bookmark of all) if (bookmark.libraryItemId === libraryItemId) byTime.set(bookmark.time, bookmark);
  for (const { job } of changes) {
    if (job.bookmark.libraryItemId !== libraryItemId) continue;
    if (job.kind === 'remove') byTime.delete(job.bookmark.time);
    else byTime.set(job.bookmark.time, job.bookmark);
  }
  return [...byTime.values()].sort((one, other) => one.time - other.time);
}

/** The time that a bookmark made here has: whole seconds (BKM-015). */
export function bookmarkTime(time: number): number {
  return Math.floor(time);
}

/** Whether a bookmark can be made at this time: none is within a second of it (BKM-013, AMB-53). */
export function mayCreateAt(bookmarks: readonly Bookmark[], time: number): boolean {
  return bookmarks.every((bookmark) => Math.abs(bookmark.time - time) >= APART_S);
}

/** Whether the sound is at this bookmark (BKM-003, AMB-54). */
export function isAt(bookmark: Bookmark, time: number): boolean {
  return bookmark.time === bookmarkTime(time);
}
