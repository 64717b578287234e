import { assign, enqueueActions, sendTo, setup, type ActorRefFrom } from 'xstate';
import type { Bookmark } from '../../schemas/api/bookmark.ts';
import type { AppError } from '../../schemas/app-error.ts';
import { getPorts } from '../app/ports.ts';
import { getBookmarks, named } from '../app/system.ts';
import type { ToastsEvent } from '../app/toasts.protocol.ts';
import { bookmarkSaver, type BookmarkSaverCommand, type BookmarkSaverReport } from './bookmark-saver.actor.ts';
import { BOOKMARKS_MENU, bookmarksOf, bookmarkTime, mayCreateAt, type BookmarkChange } from './bookmarks.logic.ts';
import type { BookmarkJob } from './player.protocol.ts';
import { readPlayhead, type PlayheadRef } from './playhead.actor.ts';

export type BookmarksEvent =
  /** The dialog opens: nothing is typed or edited (BKM-016). */
  | { type: 'bookmarks.reset' }
  /** The note of a new bookmark, as it is typed. */
  | { type: 'bookmarks.change'; text: string }
  /** Makes one where the sound is; without a note it is called `untitled` (BKM-014). */
  | { type: 'bookmarks.create'; libraryItemId: string; untitled: string }
  | { type: 'bookmarks.edit'; bookmark: Bookmark }
  | { type: 'bookmarks.changeTitle'; text: string }
  | { type: 'bookmarks.submit' }
  | { type: 'bookmarks.cancel' }
  | { type: 'bookmarks.remove'; bookmark: Bookmark }
  /** Once more, or to take something back. */
  | { type: 'bookmarks.save'; job: BookmarkJob }
  /** The account shows what the server has. */
  | { type: 'account.changed' }
  | BookmarkSaverReport;

interface BookmarksContext {
  readonly playhead: PlayheadRef;
  /** Oldest first. */
  readonly changes: readonly BookmarkChange[];
  readonly count: number;
  readonly draft: string;
  readonly edited: Bookmark | null;
  readonly title: string;
}

const SAID: Readonly<Record<BookmarkJob['kind'], { readonly done: string | null; readonly failed: string }>> = {
  create: { done: 'bookmarks.created', failed: 'bookmarks.createFailed' },
  update: { done: null, failed: 'bookmarks.updateFailed' },
  remove: { done: 'bookmarks.removed', failed: 'bookmarks.removeFailed' },
};

/**
 * Makes, renames and removes bookmarks of the open book.
 *
 * Invariants:
 * 1. A change shows at once, until the account that the server tells has it, or the server refuses it.
 * 2. What was typed is not lost with a failure: the notice of it has all of it and tries again.
 */
export const bookmarksMachine = setup({
  types: {
    input: {} as { playhead: PlayheadRef },
    context: {} as BookmarksContext,
    events: {} as BookmarksEvent,
    children: {} as { saver: 'saver' },
  },
  actors: { saver: bookmarkSaver },
  guards: {
    isRenamed: ({ context: { edited, title } }) =>
      edited !== null && title.trim() !== '' && title.trim() !== edited.title,
  },
  actions: {
    reset: assign({ draft: '', edited: null, title: '' }),
    keepDraft: assign((_, { text }: { text: string }) => ({ draft: text })),
    keepTitle: assign((_, { text }: { text: string }) => ({ title: text })),
    beginEdit: assign((_, { bookmark }: { bookmark: Bookmark }) => ({ edited: bookmark, title: bookmark.title })),
    endEdit: assign({ edited: null, title: '' }),
    save: enqueueActions(({ context, enqueue }, { job }: { job: BookmarkJob }) => {
      const change = { number: context.count + 1, job, isSaved: false };
      enqueue.assign({ count: change.number, changes: [...context.changes, change] });
      enqueue.sendTo('saver', { type: 'saver.save', change } satisfies BookmarkSaverCommand);
    }),
    /** Not where there is one already. */
    create: enqueueActions(({ context, enqueue, system }, params: { libraryItemId: string; untitled: string }) => {
      const { libraryItemId, untitled } = params;
      const { time } = readPlayhead(context.playhead);
      if (!mayCreateAt(bookmarksOf(getBookmarks(system), context.changes, libraryItemId), time)) return;
      const title = context.draft.trim() || untitled;
      const bookmark = { libraryItemId, time: bookmarkTime(time), title, createdAt: getPorts(system).clock.now() };
      enqueue.raise({ type: 'bookmarks.save', job: { kind: 'create', bookmark } });
      enqueue.sendTo(named('menus'), { type: 'menus.close', id: BOOKMARKS_MENU });
    }),
    rename: enqueueActions(({ context: { edited, title }, enqueue }) => {
      if (edited)
        enqueue.raise({
          type: 'bookmarks.save',
          job: { kind: 'update', bookmark: { ...edited, title: title.trim() } },
        });
    }),
    closeDialog: sendTo(named('menus'), { type: 'menus.close', id: BOOKMARKS_MENU }),
    settle: assign(({ context }, { change }: { change: BookmarkChange }) => ({
      changes: context.changes.map((known) => (known.number === change.number ? { ...known, isSaved: true } : known)),
    })),
    takeBack: assign(({ context }, { change }: { change: BookmarkChange }) => ({
      changes: context.changes.filter(({ number }) => number !== change.number),
    })),
    forgetSaved: assign(({ context }) => ({ changes: context.changes.filter(({ isSaved }) => !isSaved) })),
    sayDone: enqueueActions(({ enqueue }, { change: { job } }: { change: BookmarkChange }) => {
      const key = SAID[job.kind].done;
      if (key === null) return;
      enqueue.sendTo(named('toasts'), {
        type: 'toasts.show',
        id: toastOf(job),
        kind: 'success',
        message: { key },
        ...(job.kind === 'remove' ? { action: actionOf('toasts.undo', { ...job, kind: 'create' }) } : {}),
      });
    }),
    sayFailed: sendTo(
      named('toasts'),
      (_, { change: { job }, error }: { change: BookmarkChange; error: AppError }): ToastsEvent => ({
        type: 'toasts.show',
        id: toastOf(job),
        kind: 'error',
        message: { key: SAID[job.kind].failed },
        error,
        action: actionOf('common.retry', job),
      }),
    ),
  },
}).createMachine({
  id: 'bookmarks',
  context: ({ input }) => ({
    playhead: input.playhead,
    changes: [],
    count: 0,
    draft: '',
    edited: null,
    title: '',
  }),
  invoke: { src: 'saver', id: 'saver' },
  initial: 'listing',
  on: {
    'bookmarks.reset': { target: '.listing', actions: 'reset' },
    'bookmarks.change': { actions: { type: 'keepDraft', params: ({ event }) => event } },
    'bookmarks.create': { actions: { type: 'create', params: ({ event }) => event } },
    'bookmarks.edit': { target: '.editing', actions: { type: 'beginEdit', params: ({ event }) => event } },
    'bookmarks.remove': {
      actions: [
        { type: 'save', params: ({ event }) => ({ job: { kind: 'remove', bookmark: event.bookmark } }) },
        'closeDialog',
      ],
    },
    'bookmarks.save': { actions: { type: 'save', params: ({ event }) => event } },
    'account.changed': { actions: 'forgetSaved' },
    'saver.saved': {
      actions: [
        { type: 'settle', params: ({ event }) => event },
        { type: 'sayDone', params: ({ event }) => event },
      ],
    },
    'saver.failed': {
      actions: [
        { type: 'takeBack', params: ({ event }) => event },
        { type: 'sayFailed', params: ({ event }) => event },
      ],
    },
  },
  states: {
    listing: {},
    editing: {
      on: {
        'bookmarks.changeTitle': { actions: { type: 'keepTitle', params: ({ event }) => event } },
        'bookmarks.submit': [
          { guard: 'isRenamed', target: 'listing', actions: ['rename', 'endEdit'] },
          { target: 'listing', actions: 'endEdit' },
        ],
        'bookmarks.cancel': { target: 'listing', actions: 'endEdit' },
      },
    },
  },
});

/** Names the bookmark: a later notice about it replaces the one before. */
function toastOf({ bookmark }: BookmarkJob): string {
  return `bookmark-${bookmark.libraryItemId}-${bookmark.time}`;
}

function actionOf(key: string, job: BookmarkJob) {
  return { label: { key }, to: 'player' as const, event: { type: 'player.saveBookmark' as const, job } };
}

export type BookmarksRef = ActorRefFrom<typeof bookmarksMachine>;
