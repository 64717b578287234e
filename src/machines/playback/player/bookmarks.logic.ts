import type { SnapshotFrom } from 'xstate';
import type { Bookmark } from '../../../schemas/api/progress.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import type { PendingChange } from '../../../schemas/pending-change.ts';
import type { ToastAction, ToastsEvent } from '../../kit/toasts.protocol.ts';
import type { bookmarksMachine } from './bookmarks.machine.ts';
import type { BookmarkJob } from './player.protocol.ts';
import { toast } from '../../kit/toast.ts';

export const BOOKMARKS_MENU = 'player-bookmarks';
/** Minimum distance of bookmarks, in seconds. */
const APART_S = 1;

export function withBookmark(all: readonly Bookmark[], { kind, bookmark }: BookmarkJob): readonly Bookmark[] {
  const others = all.filter(
    ({ libraryItemId, time }) => libraryItemId !== bookmark.libraryItemId || time !== bookmark.time,
  );
  return kind === 'remove' ? others : [...others, bookmark];
}

/** The account's bookmarks with pending changes applied, ordered by time. */
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

/** Bookmarks made here are at whole seconds. */
export function bookmarkTime(time: number): number {
  return Math.floor(time);
}

export function mayCreateAt(bookmarks: readonly Bookmark[], time: number): boolean {
  return bookmarks.every((bookmark) => Math.abs(bookmark.time - time) >= APART_S);
}

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

/** Toast after a bookmark made by one press, with an action to add a note. */
export function noteOffer(bookmark: Bookmark): ToastsEvent {
  const message = { key: 'bookmarks.at', values: { time: { seconds: bookmark.time } } };
  return { type: 'toasts.show', id: toastId(bookmark), kind: 'info', message, action: addNote(bookmark) };
}

export const takenToast: ToastsEvent = toast('info', 'bookmark-taken', 'bookmarks.taken');

/** The toast of an ended change; after a refusal it offers a retry with the typed text. */
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
    return toast('error', id, failed, { error, action: again });
  }
  if (done === null) return null;
  const offer = {
    ...(kind === 'remove' && { action: action('toasts.undo', { kind: 'create', bookmark }) }),
    ...(isUntitled && { action: addNote(bookmark) }),
  };
  return toast('success', id, done, { ...offer });
}

type BookmarksSnapshot = SnapshotFrom<typeof bookmarksMachine>;

export const selectDraft = ({ context }: BookmarksSnapshot): string => context.draft;
export const selectEdited = ({ context }: BookmarksSnapshot): Bookmark | null => context.edited;
export const selectTitle = ({ context }: BookmarksSnapshot): string => context.title;
