import type { Bookmark } from '../../schemas/api/bookmark.ts';
import type { AppError } from '../../schemas/app-error.ts';
import type { PendingChange } from '../../schemas/pending-change.ts';
import type { ToastAction, ToastsEvent } from '../app/toasts.protocol.ts';
import type { BookmarkJob } from './player.protocol.ts';

/** The name of their dialog among the menus. */
export const BOOKMARKS_MENU = 'player-bookmarks';
/** Bookmarks are at least so many seconds apart (BKM-013). */
const APART_S = 1;

/** The bookmarks of an account after a change of one. */
export function withBookmark(all: readonly Bookmark[], { kind, bookmark }: BookmarkJob): readonly Bookmark[] {
  const others = all.filter(
    ({ libraryItemId, time }) => libraryItemId !== bookmark.libraryItemId || time !== bookmark.time,
  );
  return kind === 'remove' ? others : [...others, bookmark];
}

/** The bookmarks of a book, in order of time: those of the account, with the pending changes over them. */
export function bookmarksOf(
  all: readonly Bookmark[],
  changes: readonly PendingChange[],
  libraryItemId: string,
): readonly Bookmark[] {
  return changes
    .reduce((known, { body }) => (body.kind === 'bookmark' ? withBookmark(known, body.job) : known), all)
    .filter((bookmark) => bookmark.libraryItemId === libraryItemId)
    .toSorted((one, other) => one.time - other.time);
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

const SAID: Readonly<Record<BookmarkJob['kind'], { readonly done: string | null; readonly failed: string }>> = {
  create: { done: 'bookmarks.created', failed: 'bookmarks.createFailed' },
  update: { done: null, failed: 'bookmarks.updateFailed' },
  remove: { done: 'bookmarks.removed', failed: 'bookmarks.removeFailed' },
};

const toastId = ({ libraryItemId, time }: Bookmark) => `bookmark-${libraryItemId}-${time}`;

const addNote = (bookmark: Bookmark): ToastAction => ({
  label: { key: 'bookmarks.addNote' },
  to: 'player',
  event: { type: 'player.noteBookmark', bookmark },
});

/** Says at once that one press made a bookmark, and offers to add a note to it. */
export function noteOffer(bookmark: Bookmark): ToastsEvent {
  const message = { key: 'bookmarks.at', values: { time: { seconds: bookmark.time } } };
  return { type: 'toasts.show', id: toastId(bookmark), kind: 'info', message, action: addNote(bookmark) };
}

/** Says that one press made none, as there is one already (BKM-013). */
export const takenToast: ToastsEvent = {
  type: 'toasts.show',
  id: 'bookmark-taken',
  kind: 'info',
  message: { key: 'bookmarks.taken' },
};

/** What a notice says of a change that has ended: what was typed is not lost with a refusal, it can be tried again. */
export function bookmarkToast(job: BookmarkJob, error: AppError | null): ToastsEvent | null {
  const { kind, bookmark, isUntitled } = job;
  const { done, failed } = SAID[kind];
  const id = toastId(bookmark);
  const action = (key: string, next: BookmarkJob) => ({
    label: { key },
    to: 'pendingChanges' as const,
    event: { type: 'pendingChanges.add' as const, body: { kind: 'bookmark' as const, job: next } },
  });
  if (error) {
    const again = action('common.retry', job);
    return { type: 'toasts.show', id, kind: 'error', message: { key: failed }, error, action: again };
  }
  if (done === null) return null;
  const offer = {
    ...(kind === 'remove' && { action: action('toasts.undo', { kind: 'create', bookmark }) }),
    ...(isUntitled && { action: addNote(bookmark) }),
  };
  return { type: 'toasts.show', id, kind: 'success', message: { key: done }, ...offer };
}
